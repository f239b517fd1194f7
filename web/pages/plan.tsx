import { Group, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCreditCard, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Detail, Details } from '../parts/details.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page, Section } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Status, Tag } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { spaced } from '../parts/words.ts';
import { panel } from '../trpc.ts';

const counted = (value: number) => value.toLocaleString('en');

/** Bytes in the unit that reads best. */
function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** power).toLocaleString('en', { maximumFractionDigits: 1 })} ${units[power]!}`;
}

/** What quotas are for. */
const STORED = [
  { quota: 'rows', name: 'Rows', shown: counted },
  { quota: 'bytes', name: 'Bytes', shown: bytes },
  { quota: 'keys', name: 'API keys', shown: counted },
] as const;

/** What this workspace is licensed for, and until when. */
export function PlanPage() {
  const { data, error, refetch } = useQuery(panel.plan.get.queryOptions());
  const plugins = data?.catalogue.filter(({ kind }) => kind === 'plugin');
  const nameOf = (plugin: string) => plugins?.find(({ slug }) => slug === plugin)?.name ?? spaced(plugin);
  return (
    <Page
      title="Plan"
      about={
        data === undefined ? (
          'Your licenses'
        ) : (
          <Group gap="xs">
            <span>You are on</span>
            <Tag tone="accent">{spaced(data.plan)}</Tag>
          </Group>
        )
      }
    >
      {error !== null && data === undefined && <Problem error={error} retry={() => void refetch()} />}
      <Section title="Plugins">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {plugins === undefined && Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={38} />)}
          {plugins?.map(({ slug, name }) => {
            const held = data!.plugins.includes(slug);
            return (
              <Group key={slug} gap="sm" wrap="nowrap" opacity={held ? 1 : 0.6}>
                {held ? (
                  <IconCheck size={18} color="var(--ok)" aria-hidden />
                ) : (
                  <IconMinus size={18} color="var(--mantine-color-dimmed)" aria-hidden />
                )}
                <div>
                  <Text size="sm" fw={500}>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {held ? 'Licensed' : 'Not licensed'} · <span className="mono">{slug}</span>
                  </Text>
                </div>
              </Group>
            );
          })}
        </SimpleGrid>
      </Section>
      <Section title="Entitlements" flush>
        <Table
          label="Entitlements"
          items={data?.entitlements}
          expected={2}
          rowKey={({ entitlement_id }) => entitlement_id}
          empty={
            <Empty icon={IconCreditCard} title="Nothing is licensed yet">
              Tools that read or write data need a plugin, bundle, suite, membership or team seat. The operator of this
              service grants it, or your billing system does.
            </Empty>
          }
          columns={[
            {
              name: 'What',
              cell: ({ name, kind }) => (
                <Stack gap={0}>
                  <Text size="sm" fw={500}>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {spaced(kind)}
                  </Text>
                </Stack>
              ),
            },
            {
              name: 'State',
              cell: ({ active, revoked_at }) => (
                <Status state={revoked_at !== null ? 'revoked' : active ? 'active' : 'ended'} />
              ),
            },
            { name: 'From', cell: ({ starts_at }) => <When at={starts_at} /> },
            { name: 'Until', cell: ({ ends_at }) => <When at={ends_at} empty="No end date" /> },
          ]}
        />
      </Section>
      {data !== undefined && data.seats.length > 0 && (
        <Section title="Team seats" flush>
          <Table
            label="Team seats"
            items={data.seats}
            rowKey={({ team_id }) => team_id}
            columns={[
              {
                name: 'Team',
                cell: ({ team_name }) => (
                  <Text size="sm" fw={500} className="words">
                    {team_name}
                  </Text>
                ),
              },
              { name: 'Owner', cell: ({ owner_name }) => <span className="words">{owner_name}</span> },
              {
                name: 'Licenses',
                cell: ({ packs }) =>
                  packs
                    .filter(({ active, covered }) => active && covered)
                    .map(({ plugin }) => nameOf(plugin))
                    .join(', ') || 'none',
              },
              { name: 'Since', align: 'end', cell: ({ joined_at }) => <When at={joined_at} /> },
            ]}
          />
        </Section>
      )}
      {data !== undefined && Object.keys(data.flags).length > 0 && (
        <Section title="Flags" about="Settings of this workspace, set by the operator.">
          <Details>
            {Object.entries(data.flags).map(([name, value]) => (
              <Detail key={name} name={name}>
                <span className="mono words">{JSON.stringify(value)}</span>
              </Detail>
            ))}
          </Details>
        </Section>
      )}
      <Section title="Available licenses">
        <Stack gap="md">
          {data === undefined && <Skeleton height={190} />}
          {data?.catalogue
            .filter(({ kind }) => kind !== 'plugin')
            .map(({ kind, slug, name, plugins: licensed }) => (
              <div key={`${kind} ${slug}`}>
                <Title order={3}>
                  {name} <Tag>{kind}</Tag>
                </Title>
                <Text size="sm" c="dimmed">
                  {licensed.map(nameOf).join(', ')}
                </Text>
              </div>
            ))}
        </Stack>
      </Section>
      {data !== undefined && (
        <Section title="Storage">
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
            {STORED.map(({ quota, name, shown }) => {
              const { used, limit } = data.usage[quota];
              const share = Math.min(100, (100 * used) / Math.max(1, limit));
              return (
                <Stack key={quota} gap={4}>
                  <Text size="sm" fw={500}>
                    {name}
                  </Text>
                  <Progress value={share} color={share >= 90 ? 'red' : undefined} aria-label={`${name} used`} />
                  <Text size="xs" c="dimmed">
                    {shown(used)} of {shown(limit)}
                  </Text>
                </Stack>
              );
            })}
          </SimpleGrid>
          <Text size="xs" c="dimmed" mt="sm">
            {data.usage.counted_at === null ? (
              'Rows and bytes have not been counted yet.'
            ) : (
              <>
                Rows and bytes counted <When at={data.usage.counted_at} />. Once a quota is used up, reading goes on and
                adding is refused; the operator of this service can raise it.
              </>
            )}
          </Text>
        </Section>
      )}
    </Page>
  );
}
