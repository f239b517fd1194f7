import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Copy } from '../parts/copy.tsx';
import { Detail, Details } from '../parts/details.tsx';
import { Back, To } from '../parts/link.tsx';
import { AboutToCome, Page, Section } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { RunLink } from '../parts/run-link.tsx';
import { Standing } from '../parts/standing.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { useWho } from '../parts/who.tsx';
import { bytes, duration, spaced, withLocalTimes } from '../parts/words.ts';
import { panel } from '../trpc.ts';

const route = getRouteApi('/inside/audit/$callId');

const TRANSPORTS: Record<string, string> = { rest: 'REST', mcp: 'MCP', trpc: 'tRPC' };

/** One call: how it ended, what it was refused for, and what it changed. */
export function CallPage() {
  const { callId } = route.useParams();
  const whoOf = useWho();
  const { data, error, refetch } = useQuery(panel.audit.get.queryOptions({ call_id: callId }));
  const above = <Back to="/audit">Audit log</Back>;
  if (error !== null && data === undefined) {
    return (
      <Page title="Call" above={above}>
        <Problem error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  const call = data?.call;
  return (
    <Page
      title={call === undefined ? 'Call' : call.tool === '*' ? 'Any tool' : call.tool}
      above={above}
      about={
        call === undefined ? (
          <AboutToCome />
        ) : (
          <Group gap="xs">
            <Status state={call.outcome} />
            <span>{TRANSPORTS[call.transport] ?? call.transport}</span>
          </Group>
        )
      }
      actions={
        (call?.outcome === 'ok' || call?.outcome === 'proposed') && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            renderRoot={(props) => <To to="/undo" search={{ call_id: callId }} underline="never" {...props} />}
          >
            Undo call
          </Button>
        )
      }
    >
      <Section title="About">
        <Details>
          <Detail name="When">{call && <When at={call.at} />}</Detail>
          <Detail name="Key">
            {call && (
              <To to="/keys/$keyId" params={{ keyId: call.key_id }} size="sm" className="words">
                {whoOf(call)}
              </To>
            )}
          </Detail>
          <Detail name="Run">{call && (call.run_ref === null ? 'none' : <RunLink runRef={call.run_ref} />)}</Detail>
          <Detail name="Duration">{call && <span className="num">{duration(call.duration_ms)}</span>}</Detail>
          <Detail name="Request size">{call && <span className="num">{bytes(call.request_bytes)}</span>}</Detail>
          <Detail name="Answer size">{call && <span className="num">{bytes(call.response_bytes)}</span>}</Detail>
          {call?.error_code != null && (
            <Detail name="Error code">
              <span className="mono">{call.error_code}</span>
            </Detail>
          )}
          {call !== undefined && call.failed_fields.length > 0 && (
            <Detail name="Failed fields">
              <Group gap={6}>
                {call.failed_fields.map((path) => (
                  <Code key={path} className="words">
                    {path}
                  </Code>
                ))}
              </Group>
            </Detail>
          )}
          <Detail name="Request">
            {call && (
              <Group gap={2} wrap="nowrap">
                <span className="mono words">{call.request_id}</span>
                <Copy text={call.request_id} label="Copy the request id" />
              </Group>
            )}
          </Detail>
        </Details>
      </Section>
      <Section title="Facts recorded" about="What the call changed, before and after." flush>
        <Table
          label="Facts recorded"
          items={data?.facts}
          expected={2}
          rowKey={({ fact_id }) => fact_id}
          empty={
            <Text size="sm" c="dimmed" px="md" pb="md">
              {call?.outcome === 'ok'
                ? 'It recorded no facts.'
                : call?.outcome === 'proposed'
                  ? 'Nothing of it was taken.'
                  : 'It was refused, so it changed nothing.'}
            </Text>
          }
          columns={[
            {
              name: 'Fact',
              cell: (fact) => (
                <Stack gap={2}>
                  <Text size="sm" fw={500} className="words">
                    {spaced(fact.attribute)}
                  </Text>
                  <Text size="xs" c="dimmed" className="words">
                    {fact.account_id === null ? (
                      (fact.subject_name ?? fact.subject_id)
                    ) : (
                      <To
                        to="/accounts/$accountId"
                        params={{ accountId: fact.account_id }}
                        search={{ tab: 'facts' }}
                        size="xs"
                      >
                        {fact.subject_name ?? 'View account'}
                      </To>
                    )}
                  </Text>
                  <Standing fact={fact} />
                </Stack>
              ),
            },
            {
              name: 'Before',
              cell: ({ before }) => (
                <Text size="sm" c="dimmed" className="words" lineClamp={6}>
                  {before === null ? 'nothing' : withLocalTimes(before)}
                </Text>
              ),
            },
            {
              name: 'After',
              cell: ({ value }) => (
                <Text size="sm" className="words" lineClamp={6}>
                  {withLocalTimes(value)}
                </Text>
              ),
            },
          ]}
        />
      </Section>
    </Page>
  );
}
