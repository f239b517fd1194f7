import { Button, Stack, Switch, Text } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { runColumn } from '../../parts/run-link.tsx';
import { Standing } from '../../parts/standing.tsx';
import { Tag } from '../../parts/status.tsx';
import { More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { spaced, withLocalTimes } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';

type Fact = Answers['accounts']['facts']['items'][number];

/** What a fact is about: `Stage · Pilot`; the attribute alone when its record has no name. */
const aboutOf = ({ attribute, subject_name }: Fact): string =>
  subject_name === null ? spaced(attribute) : `${spaced(attribute)} · ${subject_name}`;

const FactState = ({ isCurrent }: { isCurrent: boolean }) =>
  isCurrent ? <Tag tone="ok">Current</Tag> : <Tag>Outdated</Tag>;

const stateColumn = {
  name: 'State',
  cell: ({ superseded_at }: Fact) => <FactState isCurrent={superseded_at === null} />,
};

/** Few look at it, so the page goes without its script. */
const ValueHistory = lazy(async () => ({ default: (await import('../records/history.tsx')).ValueHistory }));

/** Every fact of the account: what it says, its source, when and in which run it was recorded. */
export function Facts({ accountId }: { accountId: string }) {
  const [past, setPast] = useState(false);
  const [shown, setShown] = useState<Fact>();
  const whoOf = useWho();
  const facts = useInfiniteQuery(
    panel.accounts.facts.infiniteQueryOptions({ account_id: accountId, current_only: !past }, nextPage),
  );
  const items = itemsOf(facts.data);
  if (facts.error !== null && items === undefined) {
    return <Problem error={facts.error} retry={() => void facts.refetch()} />;
  }
  return (
    <Section
      title="Facts"
      flush
      actions={
        <Switch label="Show outdated facts" checked={past} onChange={(event) => setPast(event.currentTarget.checked)} />
      }
    >
      <Table
        label="Facts"
        items={items}
        rowKey={({ fact_id }) => fact_id}
        empty={
          <Empty
            icon={IconQuote}
            title="No facts yet"
            call={{ tool: 'log_capture', input: { account_id: accountId, source: 'call', text: 'Dana signs.' } }}
          >
            Every write records facts with their source. A newer fact replaces an older one; none is deleted.
          </Empty>
        }
        columns={[
          {
            name: 'Fact',
            cell: (fact) => (
              <Stack gap={2}>
                <Text size="sm" className="words" lineClamp={4}>
                  {withLocalTimes(fact.sentence)}
                </Text>
                <Text size="xs" c="dimmed" className="words">
                  {aboutOf(fact)}
                </Text>
                <Standing fact={fact} />
              </Stack>
            ),
          },
          ...(past ? [stateColumn] : []),
          {
            name: 'Source',
            cell: (fact) => (
              <Stack gap={0}>
                <Text size="sm" className="words">
                  {whoOf(fact)}
                </Text>
                <Text size="xs" c="dimmed" className="mono">
                  {fact.tool}
                </Text>
              </Stack>
            ),
          },
          runColumn,
          { name: 'When', align: 'end', cell: ({ at }) => <When at={at} /> },
          {
            name: 'History',
            align: 'end',
            cell: (fact) =>
              fact.single && (
                <Button size="compact-xs" variant="subtle" onClick={() => setShown(fact)}>
                  History
                </Button>
              ),
          },
        ]}
      />
      <More {...facts} shown={items?.length ?? 0} />
      {shown !== undefined && (
        <Suspense>
          <ValueHistory
            recordId={shown.subject_id}
            attribute={shown.attribute}
            title={aboutOf(shown)}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </Section>
  );
}
