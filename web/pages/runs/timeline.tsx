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
import { channelName, counted, duration, spaced, timeWithSeconds, withLocalTimes } from '../../parts/words.ts';
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

function TimelineEntry({ entry }: { entry: Item }): ReactNode {
  switch (entry.kind) {
    case 'call':
      return (
        <Group gap={8}>
          <Text size="sm" fw={500} className="mono">
            {entry.item.tool}
          </Text>
          <Status state={entry.item.outcome} />
          {entry.item.error_code !== null && (
            <Text size="xs" c="dimmed" className="mono">
              {entry.item.error_code}
            </Text>
          )}
          <Text size="xs" c="dimmed" className="num">
            {duration(entry.item.duration_ms)}
          </Text>
          <To to="/audit" search={{ request_id: entry.item.request_id }} size="xs" c="dimmed">
            View call
          </To>
        </Group>
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
              <Status state={state}>{`${spaced(state)}, ${counted(attempts, 'attempt')}`}</Status>
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
  const shown = kinds.length === 0 ? found.timeline : found.timeline.filter(({ kind }) => kinds.includes(kind));
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
                  <TimelineEntry entry={entry} />
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
