import { Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Copy } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { withoutEmpty } from '../parts/filters.ts';
import { To } from '../parts/link.tsx';
import { itemsOf, nextPage } from '../parts/list.ts';
import { Log } from '../parts/log.tsx';
import classes from '../parts/log.module.css';
import { runColumn } from '../parts/run-link.tsx';
import { Status, Tag } from '../parts/status.tsx';
import { When } from '../parts/when.tsx';
import { bytes, duration } from '../parts/words.ts';
import { panel } from '../trpc.ts';

const route = getRouteApi('/inside/audit');

type Filters = ReturnType<typeof route.useSearch>;

const OUTCOMES = [
  { value: 'ok', label: 'Ok' },
  { value: 'proposed', label: 'Proposed' },
  { value: 'error', label: 'Error' },
  { value: 'denied', label: 'Denied' },
];

const TRANSPORTS = [
  { value: 'rest', label: 'REST' },
  { value: 'mcp', label: 'MCP' },
  { value: 'trpc', label: 'tRPC' },
];

/** How far the log is sealed: what is older cannot be changed unnoticed. Its place is kept while it is asked for. */
function Sealed() {
  const { data } = useQuery({ ...panel.audit.seal.queryOptions(), refetchInterval: 30_000 });
  return (
    <span style={{ display: 'inline-block', minWidth: '14rem', visibility: data === undefined ? 'hidden' : 'visible' }}>
      {data?.sealed_until == null ? (
        <Tag>Not sealed yet</Tag>
      ) : (
        <Tag tone="ok" title={`Seal ${data.seal}: ${data.hash}`}>
          Sealed until <When at={data.sealed_until} />
        </Tag>
      )}
    </span>
  );
}

/** Every tool call: its key, outcome, size and duration. */
export function AuditLog() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  const keys = useQuery(panel.keys.names.queryOptions());
  const tools = useQuery({ ...panel.audit.tools.queryOptions(), staleTime: 60_000 });
  const asked = filters as Parameters<typeof panel.audit.list.infiniteQueryOptions>[0];
  const calls = useInfiniteQuery({
    ...panel.audit.list.infiniteQueryOptions(asked, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 10_000),
  });
  const items = itemsOf(calls.data);
  const keysById = new Map(keys.data?.items.map((key) => [key.key_id, key]));
  const filter = (change: Filters) =>
    void navigate({ to: '/audit', search: withoutEmpty({ ...filters, ...change }), replace: true });
  const filterSoon = useDebouncedCallback(filter, 350);
  return (
    <Log
      title="Audit log"
      about="Every call over REST, MCP and tRPC."
      of="Calls"
      csv="/app/audit.csv"
      proof="/app/audit.json"
      badge={<Sealed />}
      filters={filters}
      onFilter={filter}
      onClear={() => void navigate({ to: '/audit', search: {} })}
      query={calls}
      items={items}
      rowKey={({ call_id }) => call_id}
      none={
        <Empty icon={IconListDetails} title="No calls yet" call={{ tool: 'verify_session', input: {} }}>
          Every call of an agent appears here, denied calls included.
        </Empty>
      }
      noneMatch={
        <Empty icon={IconListDetails} title="No calls match these filters">
          Choose a longer period, or clear a filter.
        </Empty>
      }
      columns={[
        {
          name: 'Tool',
          cell: ({ call_id, tool, transport, count }) => (
            <Group gap={8}>
              <To
                to="/audit/$callId"
                params={{ callId: call_id }}
                size="sm"
                fw={500}
                c="inherit"
                className={tool === '*' ? undefined : 'mono'}
              >
                {tool === '*' ? 'Any tool' : tool}
              </To>
              <Text size="xs" c="dimmed">
                {count > 1 && `${count.toLocaleString('en')} calls, `}
                {TRANSPORTS.find(({ value }) => value === transport)?.label ?? transport}
              </Text>
            </Group>
          ),
        },
        {
          name: 'Outcome',
          cell: ({ outcome, error_code }) => (
            <Group gap={6}>
              <Status state={outcome} />
              {error_code !== null && (
                <Text size="xs" c="dimmed" className="mono">
                  {error_code}
                </Text>
              )}
            </Group>
          ),
        },
        {
          name: 'Key',
          cell: ({ key_id }) => (
            <Group gap={6}>
              <To to="/keys/$keyId" params={{ keyId: key_id }} size="sm" c="inherit">
                {keysById.get(key_id)?.name ?? key_id}
              </To>
              {keysById.get(key_id)?.may_approve === true && (
                <Tag tone="warn" title="This key may approve and schedule drafts">
                  May approve
                </Tag>
              )}
            </Group>
          ),
        },
        { name: 'Duration', align: 'end', cell: ({ duration_ms }) => duration(duration_ms) },
        {
          name: 'In / out',
          align: 'end',
          wideOnly: true,
          cell: ({ request_bytes, response_bytes }) => (
            <span className={classes['whole']}>{`${bytes(request_bytes)} / ${bytes(response_bytes)}`}</span>
          ),
        },
        runColumn,
        {
          name: 'Request',
          wideOnly: true,
          cell: ({ request_id }) => (
            <Group gap={2} wrap="nowrap">
              <Text size="xs" c="dimmed" className={`mono ${classes['short']}`} title={request_id}>
                {request_id}
              </Text>
              <Copy text={request_id} label="Copy the request id" />
            </Group>
          ),
        },
        { name: 'When', align: 'end', cell: ({ at }) => <When at={at} /> },
      ]}
    >
      <Select
        label="Tool"
        placeholder="Any"
        clearable
        searchable
        data={tools.data?.tools ?? []}
        value={filters.tool ?? null}
        onChange={(tool) => filter({ tool: tool ?? '' })}
      />
      <Select
        label="Outcome"
        placeholder="Any"
        clearable
        data={OUTCOMES}
        value={filters.outcome ?? null}
        onChange={(outcome) => filter({ outcome: outcome ?? '' })}
      />
      <Select
        label="Transport"
        placeholder="Any"
        clearable
        data={TRANSPORTS}
        value={filters.transport ?? null}
        onChange={(transport) => filter({ transport: transport ?? '' })}
      />
      <Select
        label="Key"
        placeholder="Any"
        clearable
        searchable
        data={
          keys.data?.items.map(({ key_id, name, prefix }) => ({ value: key_id, label: `${name} (${prefix}…)` })) ?? []
        }
        value={filters.key_id ?? null}
        onChange={(key_id) => filter({ key_id: key_id ?? '' })}
      />
      <TextInput
        label="Run"
        placeholder="Run-Ref"
        key={`run ${filters.run_ref ?? ''}`}
        defaultValue={filters.run_ref ?? ''}
        onChange={(event) => filterSoon({ run_ref: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="Request"
        placeholder="X-Request-Id"
        key={`request ${filters.request_id ?? ''}`}
        defaultValue={filters.request_id ?? ''}
        onChange={(event) => filterSoon({ request_id: event.currentTarget.value.trim() })}
      />
    </Log>
  );
}
