import { Stack, Text } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { Detail, Details } from '../../parts/details.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Section } from '../../parts/page.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { count, day, money, spaced, withLocalTimes } from '../../parts/words.ts';
import type { Account } from './account-data.ts';
import { Completeness } from './completeness.tsx';
import { HeatMap } from './heat-map.tsx';
import { useMoreOf } from './more-of.tsx';

/** A value of a record that has no field of its own. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? withLocalTimes(value) : JSON.stringify(value);

export function Deals({ account }: { account: Account }) {
  const { items, foot } = useMoreOf(account, 'opps');
  const { opp_totals: totals } = account;
  const facts = Object.entries(account.account.facts);
  if (items.length === 0) {
    return (
      <Section title="Deals">
        <Empty
          icon={IconTargetArrow}
          title="No deals yet"
          call={{
            tool: 'gtm_crm_write',
            input: {
              entity: 'opp',
              facts: { account_id: account.account.id, name: 'Pilot', stage: 'Discovery', amount: 48_000 },
            },
          }}
        >
          Deals appear here with their MEDDPICC evidence: what is known, its source and its age.
        </Empty>
      </Section>
    );
  }
  const gaps = items.reduce((sum, { gaps: missing }) => sum + missing.length, 0);
  return (
    <Stack gap="lg">
      <Stats>
        <Stat
          name="Deals"
          value={count(totals.count)}
          about={totals.by_stage
            .slice(0, 2)
            .map(({ stage, count: n }) => `${n} ${stage ?? 'no stage'}`)
            .join(', ')}
        />
        <Stat
          name="Amount"
          value={
            totals.amount === null ? 'several currencies' : money(totals.amount, totals.by_stage[0]?.currency ?? null)
          }
          about="over all stages"
        />
        <Stat
          name="Gaps"
          value={count(gaps)}
          about="unknown dimensions"
          {...(gaps > 0 ? { tone: 'warn' as const } : {})}
        />
      </Stats>
      <Section title="MEDDPICC" about="The age of each piece of evidence. Select one to see its text and source.">
        <HeatMap opps={items} />
      </Section>
      <Section title="Deals" flush>
        <Table
          label="Deals"
          items={items}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Deal',
              cell: ({ name, id, owner }) => (
                <Stack gap={0}>
                  <Text size="sm" fw={500} className="words">
                    {name ?? id}
                  </Text>
                  {owner !== null && (
                    <Text size="xs" c="dimmed" className="words">
                      {owner}
                    </Text>
                  )}
                </Stack>
              ),
            },
            { name: 'Stage', cell: ({ stage }) => stage ?? '' },
            { name: 'Amount', align: 'end', cell: ({ amount, currency }) => money(amount, currency) },
            { name: 'Closes', cell: ({ close_date }) => (close_date === null ? '' : day(close_date)) },
            { name: 'Evidence', cell: ({ completeness }) => <Completeness known={completeness} /> },
            {
              name: 'Missing',
              wideOnly: true,
              cell: ({ gaps: missing }) => (
                <Text size="xs" c="dimmed">
                  {missing.map(spaced).join(', ') || 'nothing'}
                </Text>
              ),
            },
            { name: 'Updated', align: 'end', cell: ({ updated_at }) => <When at={updated_at} /> },
          ]}
        />
        {foot}
      </Section>
      {facts.length > 0 && (
        <Section title="Other fields">
          <Details>
            {facts.map(([name, value]) => (
              <Detail key={name} name={spaced(name)}>
                <span className="words">{shownValue(value)}</span>
              </Detail>
            ))}
          </Details>
        </Section>
      )}
    </Stack>
  );
}
