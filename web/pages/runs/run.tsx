import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Copy } from '../../parts/copy.tsx';
import { Detail, Details } from '../../parts/details.tsx';
import { Back, To } from '../../parts/link.tsx';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { duration, spaced } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import classes from './run.module.css';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/inside/runs/$runRef');

/** A telemetry payload as indented JSON; unchanged when it is not JSON. */
function readable(telemetry: string): string {
  try {
    return JSON.stringify(JSON.parse(telemetry), null, 2);
  } catch {
    return telemetry;
  }
}

/** One run: what it did, how it ended and what it reported. */
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
          Calls can have a Run-Ref without a run being started:{' '}
          <To to="/audit" search={{ run_ref: runRef }}>
            view calls
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
            {data?.undone != null && (
              <span>
                <To to="/undo" search={{ run_ref: runRef }}>
                  Undone
                </To>{' '}
                by {whoOf(data.undone.by)}, <When at={data.undone.at} />
              </span>
            )}
          </Group>
        )
      }
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => <To to="/audit" search={{ run_ref: runRef }} underline="never" {...props} />}
          >
            View calls
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            renderRoot={(props) => <To to="/undo" search={{ run_ref: runRef }} underline="never" {...props} />}
          >
            Undo run
          </Button>
        </>
      }
    >
      <div className={classes['sides']}>
        <div className={classes['main']}>
          {data === undefined ? (
            <Section title="Timeline">
              <Skeleton height={320} />
            </Section>
          ) : (
            <Timeline found={data} />
          )}
        </div>
        <div className={classes['about']}>
          <Section title="About">
            <Details>
              <Detail name="Started">
                {run && <When at={run.started_at} empty={run.declared ? 'unknown' : 'not reported'} />}
              </Detail>
              <Detail name="Last heartbeat">{run && <When at={run.last_sign_at} />}</Detail>
              <Detail name="Ended">{run && <When at={run.settled_at} empty="not yet" />}</Detail>
              <Detail name="Duration">
                {run && (run.duration_ms === null ? 'unknown' : duration(run.duration_ms))}
              </Detail>
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
        </div>
        <Stack gap="lg">
          {run?.error_code != null && (
            <Section title="Error" actions={<Tag tone="bad">{run.error_code}</Tag>}>
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
