import { Stack, Text } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Detail, Details } from '../../parts/details.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Section } from '../../parts/page.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { amounts, calendarDate, count, counted, money, spaced, withLocalTimes } from '../../parts/words.ts';
import type { Account } from './account-data.ts';
import { Completeness } from './completeness.tsx';
import { OpenDeals } from './heat-map.tsx';
import { RecordNotes } from './record-notes.ts';
import { useMoreOf } from './more-of.tsx';

/** A value of a record that has no field of its own. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? withLocalTimes(value) : JSON.stringify(value);

const NONE = { count: 0, gaps: 0, amounts: [] };

export function Deals({ account }: { account: Account }) {
  const { items, foot } = useMoreOf(account, 'opps');
  const totals = new Map(account.deal_totals.map((total) => [total.kind, total]));
  const open = totals.get('open') ?? NONE;
  const won = totals.get('won') ?? NONE;
  const lost = totals.get('lost') ?? NONE;
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
  return (
    <Stack gap="lg">
      <Stats>
        <Stat
          name="Open deals"
          value={count(open.count)}
          about={`${count(won.count)} won, ${count(lost.count)} lost`}
        />
        <Stat name="Open amount" value={open.count === 0 ? '–' : amounts(open.amounts)} about="of open deals" />
        <Stat
          name="Won"
          value={won.count === 0 ? '–' : amounts(won.amounts)}
          about={`in ${counted(won.count, 'deal')}`}
        />
        <Stat
          name="Gaps"
          value={count(open.gaps)}
          about="unknown dimensions of open deals"
          {...(open.gaps > 0 ? { tone: 'warn' as const } : {})}
        />
      </Stats>
      {open.count > 0 && (
        <Section
          title="MEDDPICC"
          about="The age of each piece of evidence in open deals. Select one to see its text and source."
        >
          <OpenDeals accountId={account.account.id} />
        </Section>
      )}
      <Section title="Deals" flush>
        <Table
          label="Deals"
          items={items}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Deal',
              cell: ({ name, id, owner, external_ref }) => (
                <Stack gap={0}>
                  <Text size="sm" fw={500} className="words">
                    {name ?? external_ref ?? id}
                  </Text>
                  <Text size="xs" c="dimmed" className="words">
                    {[owner, name === null ? null : external_ref].filter(Boolean).join(' · ')}
                  </Text>
                  <Suspense>
                    <RecordNotes id={id} ids={items.map((each) => each.id)} />
                  </Suspense>
                </Stack>
              ),
            },
            { name: 'Stage', cell: ({ stage }) => stage ?? '' },
            { name: 'Amount', align: 'end', cell: ({ amount, currency }) => money(amount, currency) },
            { name: 'Closes', cell: ({ close_date }) => (close_date === null ? '' : calendarDate(close_date)) },
            {
              name: 'Evidence',
              cell: ({ stage_kind, completeness }) => stage_kind === 'open' && <Completeness known={completeness} />,
            },
            {
              name: 'Missing',
              wideOnly: true,
              // Of a deal that is won or lost nothing is missing any more.
              cell: ({ stage_kind, gaps: missing }) => (
                <Text size="xs" c="dimmed">
                  {stage_kind === 'open' && (missing.map(spaced).join(', ') || 'nothing')}
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
