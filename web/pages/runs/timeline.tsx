import { Chip, Group, Stack, Text } from '@mantine/core';
import {
  IconBolt,
  IconFileCheck,
  IconPlayerPlay,
  IconPlugConnected,
  IconQuote,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { To } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import {
  channelName,
  counted,
  duration,
  spaced,
  stateWord,
  timeWithSeconds,
  withLocalTimes,
} from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';
import classes from './run.module.css';

type Found = Answers['runs']['get'];
type Item = Found['timeline'][number];

const KINDS: Record<Item['kind'], { icon: TablerIcon; one: string; many: string }> = {
  call: { icon: IconPlayerPlay, one: 'Call', many: 'Calls' },
  fact: { icon: IconQuote, one: 'Fact', many: 'Facts' },
  draft: { icon: IconFileCheck, one: 'Draft', many: 'Drafts' },
  event: { icon: IconBolt, one: 'Event', many: 'Events' },
  send: { icon: IconSend, one: 'Send', many: 'Sends' },
};

type FactItem = Extract<Item, { kind: 'fact' }>;

/** Facts by the call that recorded them: its request and tool. */
const keyOf = ({ request_id, tool }: { request_id: string | null; tool: string }) => `${request_id} ${tool}`;

/** Facts of a call that are shown under it; its page has all. */
const MOST_FACTS = 6;

function FactsOfCall({ callId, facts }: { callId: string; facts: readonly FactItem[] }) {
  if (facts.length === 0) return null;
  return (
    <ul className={classes['facts']} aria-label="Facts of the call">
      {facts.slice(0, MOST_FACTS).map(({ id, item }) => (
        <li key={id}>
          <Text size="sm" className="words">
            {withLocalTimes(item.sentence)}
          </Text>
        </li>
      ))}
      {facts.length > MOST_FACTS && (
        <li>
          <To to="/audit/$callId" params={{ callId }} size="xs">
            {`and ${facts.length - MOST_FACTS} more`}
          </To>
        </li>
      )}
    </ul>
  );
}

function TimelineEntry({ entry, facts }: { entry: Item; facts: readonly FactItem[] }): ReactNode {
  switch (entry.kind) {
    case 'call':
      return (
        <>
          <Group gap={8}>
            <Text size="sm" fw={500} className="mono">
              {entry.item.tool}
            </Text>
            <Status
              state={entry.item.decided ?? entry.item.outcome}
              {...(entry.item.decided === 'taken' ? { tone: 'ok' as const } : {})}
            />
            {entry.item.error_code !== null && (
              <Text size="xs" c="dimmed" className="mono">
                {entry.item.error_code}
              </Text>
            )}
            <Text size="xs" c="dimmed" className="num">
              {duration(entry.item.duration_ms)}
            </Text>
            <To to="/audit/$callId" params={{ callId: entry.id }} size="xs" c="dimmed">
              View call
            </To>
          </Group>
          <FactsOfCall callId={entry.id} facts={facts} />
        </>
      );
    case 'fact':
      return (
        <Stack gap={2}>
          <Text size="sm" className="words">
            {withLocalTimes(entry.item.sentence)}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {spaced(entry.item.attribute)}
            {entry.item.account_id !== null && (
              <>
                {' · '}
                <To
                  to="/accounts/$accountId"
                  params={{ accountId: entry.item.account_id }}
                  search={{ tab: 'facts' }}
                  size="xs"
                >
                  View account
                </To>
              </>
            )}
          </Text>
        </Stack>
      );
    case 'draft':
      return (
        <Group gap={8}>
          <To
            to="/drafts/$draftId"
            params={{ draftId: entry.id }}
            search={{ status: 'all' }}
            size="sm"
            className="words"
          >
            {entry.item.title ?? `Draft for ${channelName(entry.item.channel)}`}
          </To>
          <Status state={entry.item.status} />
        </Group>
      );
    case 'event':
      return (
        <Group gap={8}>
          <Text size="sm" fw={500} className="mono">
            {entry.item.type}
          </Text>
          {entry.item.deliveries.length === 0 && (
            <Text size="xs" c="dimmed">
              no endpoint subscribed
            </Text>
          )}
          {entry.item.deliveries.map(({ webhook_id, state, attempts }) => (
            <To
              key={webhook_id}
              to="/webhooks/$webhookId"
              params={{ webhookId: webhook_id }}
              underline="never"
              c="inherit"
            >
              <Status state={state}>{`${stateWord(state)}, ${counted(attempts, 'attempt')}`}</Status>
            </To>
          ))}
        </Group>
      );
    case 'send':
      return (
        <Text size="sm">
          Sent over {channelName(entry.item.channel)}
          {entry.item.provider !== null && ` by ${entry.item.provider}`}
        </Text>
      );
  }
}

/** What happened in a run, oldest first, narrowed to some kinds. */
export function Timeline({ found }: { found: Found }) {
  const [kinds, setKinds] = useState<string[]>([]);
  const counts = Map.groupBy(found.timeline, ({ kind }) => kind);
  // With both on, a fact stands under the call that recorded it.
  const nests = kinds.length === 0 || (kinds.includes('call') && kinds.includes('fact'));
  const called = new Set(found.timeline.flatMap((entry) => (entry.kind === 'call' ? [keyOf(entry.item)] : [])));
  const facts = Map.groupBy(nests ? found.timeline.filter((entry) => entry.kind === 'fact') : [], (entry: FactItem) =>
    keyOf(entry.item),
  );
  const shown = found.timeline.filter(
    (entry) =>
      (kinds.length === 0 || kinds.includes(entry.kind)) &&
      !(nests && entry.kind === 'fact' && called.has(keyOf(entry.item))),
  );
  return (
    <Section
      title="Timeline"
      about={found.cut.length > 0 ? `Only the first 500 of each kind are shown: ${found.cut.join(', ')}` : undefined}
      actions={
        <Chip.Group multiple value={kinds} onChange={setKinds}>
          <Group gap={6} role="group" aria-label="Kinds">
            {[...counts].map(([kind, entries]) => (
              <Chip key={kind} value={kind} size="xs" variant="light">
                {KINDS[kind].many} {entries.length}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      }
    >
      {found.timeline.length === 0 ? (
        <Empty icon={IconPlugConnected} title="Nothing recorded in this run yet">
          Calls with the header Run-Ref: {found.run.run_ref} appear here, with their facts, drafts and deliveries.
        </Empty>
      ) : (
        <ol className={classes['timeline']}>
          {shown.map((entry) => {
            const { icon: Icon, one } = KINDS[entry.kind];
            return (
              <li key={`${entry.kind} ${entry.id}`}>
                <span className={classes['mark']} data-kind={entry.kind} title={one}>
                  <Icon size={14} stroke={1.8} aria-label={one} />
                </span>
                <div className={classes['entry']}>
                  <TimelineEntry
                    entry={entry}
                    facts={entry.kind === 'call' ? (facts.get(keyOf(entry.item)) ?? []) : []}
                  />
                </div>
                <time dateTime={entry.at} className={`num ${classes['at']}`} title={entry.at}>
                  {timeWithSeconds(entry.at)}
                </time>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}
