import { Button, Chip, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconBolt,
  IconFileCheck,
  IconPlayerPlay,
  IconPlugConnected,
  IconQuote,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Copy } from '../../parts/copy.tsx';
import { Detail, Details } from '../../parts/details.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Back, To } from '../../parts/link.tsx';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { channelName, counted, duration, spaced, timeWithSeconds } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';
import classes from './run.module.css';

type Found = Answers['runs']['get'];
type Item = Found['timeline'][number];

const route = getRouteApi('/inside/runs/$runRef');

const KINDS: Record<Item['kind'], { icon: TablerIcon; one: string; many: string }> = {
  call: { icon: IconPlayerPlay, one: 'Call', many: 'Calls' },
  fact: { icon: IconQuote, one: 'Fact', many: 'Facts' },
  draft: { icon: IconFileCheck, one: 'Draft', many: 'Drafts' },
  event: { icon: IconBolt, one: 'Event', many: 'Events' },
  send: { icon: IconSend, one: 'Send', many: 'Sends' },
};

function Told({ entry }: { entry: Item }): ReactNode {
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
            in the audit log
          </To>
        </Group>
      );
    case 'fact':
      return (
        <Stack gap={2}>
          <Text size="sm" className="words">
            {entry.item.sentence}
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
                  the account
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
              no endpoint listens
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
              <Status state={state}>{`${spaced(state)}, ${counted(attempts, 'try', 'tries')}`}</Status>
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

function Timeline({ found }: { found: Found }) {
  const [kinds, setKinds] = useState<string[]>([]);
  const counts = Map.groupBy(found.timeline, ({ kind }) => kind);
  const shown = kinds.length === 0 ? found.timeline : found.timeline.filter(({ kind }) => kinds.includes(kind));
  return (
    <Section
      title="Timeline"
      about={found.cut.length > 0 ? `Only the first 500 of a kind are shown: ${found.cut.join(', ')}` : undefined}
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
        <Empty icon={IconPlugConnected} title="Nothing is tied to this run yet">
          Calls that carry the header Run-Ref: {found.run.run_ref} show here, with the facts, drafts and deliveries that
          come of them.
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
                <div className={classes['told']}>
                  <Told entry={entry} />
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

/** A telemetry payload as text people can read; as it came when it is not what it should be. */
function readable(telemetry: string): string {
  try {
    return JSON.stringify(JSON.parse(telemetry), null, 2);
  } catch {
    return telemetry;
  }
}

/** One run, from its first call to what became of its drafts. */
export function RunPage() {
  const { runRef } = route.useParams();
  const whoOf = useWho();
  const { data, error, refetch } = useQuery({
    ...panel.runs.get.queryOptions({ run_ref: runRef }),
    refetchInterval: ({ state }) => (state.data?.run.status === 'running' ? 3_000 : 15_000),
  });
  const above = <Back to="/runs">Runs</Back>;
  if (error !== null && data === undefined) {
    return (
      <Page title="Run" above={above}>
        <Problem error={error} retry={() => void refetch()} />
        <Text size="sm" c="dimmed">
          Calls can carry a Run-Ref without a run being declared:{' '}
          <To to="/audit" search={{ run_ref: runRef }}>
            its calls in the audit log
          </To>
          .
        </Text>
      </Page>
    );
  }
  const run = data?.run;
  const counts = Object.entries(run?.counts ?? {});
  return (
    <Page
      title={run === undefined ? 'Run' : (run.skill ?? 'Run')}
      above={above}
      about={
        run === undefined ? (
          <AboutToCome />
        ) : (
          <Group gap="xs">
            <Status state={run.status} />
            {run.plugin !== null && <span className="words">{run.plugin}</span>}
          </Group>
        )
      }
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <To to="/audit" search={{ run_ref: runRef }} underline="never" {...props} />}
        >
          Its calls in the audit log
        </Button>
      }
    >
      <div className={classes['sides']}>
        <Stack gap="lg">
          {data === undefined ? (
            <Section title="Timeline">
              <Skeleton height={320} />
            </Section>
          ) : (
            <Timeline found={data} />
          )}
        </Stack>
        <Stack gap="lg">
          <Section title="About">
            <Details>
              <Detail name="Started">
                {run && <When at={run.started_at} empty={run.declared ? 'unknown' : 'not declared'} />}
              </Detail>
              <Detail name="Last sign of life">{run && <When at={run.last_sign_at} />}</Detail>
              <Detail name="Settled">{run && <When at={run.settled_at} empty="not yet" />}</Detail>
              <Detail name="Took">{run && (run.duration_ms === null ? 'unknown' : duration(run.duration_ms))}</Detail>
              <Detail name="Outcome">{run && <span className="words">{run.outcome ?? 'none'}</span>}</Detail>
              <Detail name="Account">{run && <span className="words">{run.account_ref ?? 'none'}</span>}</Detail>
              <Detail name="Run-Ref">
                <Group gap={2} wrap="nowrap">
                  <span className="mono words">{runRef}</span>
                  <Copy text={runRef} label="Copy the Run-Ref" />
                </Group>
              </Detail>
              <Detail name="Key">{run && <span className="words">{whoOf(run)}</span>}</Detail>
            </Details>
          </Section>
          {run?.error_code != null && (
            <Section title="What went wrong" actions={<Tag tone="bad">{run.error_code}</Tag>}>
              <Code block className="words" tabIndex={0} aria-label="Error detail">
                {run.error_detail ?? 'No detail was reported.'}
              </Code>
            </Section>
          )}
          {counts.length > 0 && (
            <Section title="Counts">
              <Details>
                {counts.map(([name, value]) => (
                  <Detail key={name} name={spaced(name)}>
                    <span className="num words">{typeof value === 'number' ? value : JSON.stringify(value)}</span>
                  </Detail>
                ))}
              </Details>
            </Section>
          )}
          {run?.telemetry != null && (
            <Section title="Telemetry" about="As the agent sent it">
              <Snippet text={readable(run.telemetry)} label="the telemetry" />
            </Section>
          )}
        </Stack>
      </div>
    </Page>
  );
}
