import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '../../parts/empty.tsx';
import { nextPage } from '../../parts/list.ts';
import { Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { runColumn } from '../../parts/run-link.tsx';
import { Tag, type Tone } from '../../parts/status.tsx';
import { More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { spaced } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import type { Account } from './account-data.ts';
import classes from './signals.module.css';

type Driver = { key: string; value: number; weight: number; decay: number; contribution: number };

/** A score's drivers as kept; what does not look like one is left out. */
const driversOf = (kept: readonly unknown[]): Driver[] =>
  kept.filter(
    (driver): driver is Driver =>
      typeof driver === 'object' &&
      driver !== null &&
      typeof (driver as Driver).key === 'string' &&
      typeof (driver as Driver).contribution === 'number',
  );

function Drivers({ drivers }: { drivers: readonly Driver[] }) {
  const most = Math.max(1, ...drivers.map(({ contribution }) => Math.abs(contribution)));
  return (
    <ul className={classes['drivers']} aria-label="Drivers">
      {drivers.map(({ key, contribution, value, decay }) => (
        <li key={key}>
          <Text size="xs" className="words">
            {spaced(key)}
          </Text>
          <span className={classes['track']} aria-hidden>
            <i style={{ width: `${(Math.abs(contribution) / most) * 100}%` }} />
          </span>
          <Text
            size="xs"
            c="dimmed"
            className="num"
            title={`Value ${value}, weighted ${Math.round(decay * 100)} % for its age`}
          >
            {contribution.toFixed(1)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

const BAND_TONES: Record<string, Tone> = { critical: 'bad', high: 'bad', 'at-risk': 'warn' };

const Band = ({ band }: { band: string }) => <Tag tone={BAND_TONES[band] ?? 'accent'}>{spaced(band)}</Tag>;

/** Signals observed and the scores computed from them. */
export function Signals({ account }: { account: Account }) {
  const accountId = account.account.id;
  const found = useInfiniteQuery(panel.accounts.signals.infiniteQueryOptions({ account_id: accountId }, nextPage));
  const signals = found.data?.pages.flatMap((page) => page.signals);
  const scores = found.data?.pages.flatMap((page) => page.scores);
  if (found.error !== null && signals === undefined) {
    return <Problem error={found.error} retry={() => void found.refetch()} />;
  }
  const call = {
    tool: 'gtm_score',
    input: { account_id: accountId, role: 'deal-risk', signals: [{ key: 'no_next_step', value: 0.9 }] },
  };
  return (
    <Stack gap="lg">
      {account.scores.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {account.scores.map((score) => (
            <article key={score.score_id} className={`card ${classes['score']}`} aria-label={`Score ${score.role}`}>
              <Group justify="space-between" align="baseline">
                <Title order={2} size="h3">
                  {spaced(score.role)}
                </Title>
                <Band band={score.band} />
              </Group>
              <Text className={classes['value']!}>
                {score.value}
                <Text span size="sm" c="dimmed">
                  {' '}
                  of 100
                </Text>
              </Text>
              <Drivers drivers={driversOf(score.drivers)} />
              <Text size="xs" c="dimmed" component="div" mt="auto">
                <When at={score.at} />, weights <span className="mono">{score.weights_version}</span>
              </Text>
            </article>
          ))}
        </SimpleGrid>
      )}
      <Section title="Signals" flush>
        <Table
          label="Signals"
          items={signals}
          rowKey={({ id }) => id}
          empty={
            <Empty icon={IconWaveSine} title="No signals yet" call={call}>
              gtm_score with this account records its signals and score here.
            </Empty>
          }
          columns={[
            { name: 'Signal', cell: ({ key }) => <span className="words">{spaced(key)}</span> },
            { name: 'Value', align: 'end', cell: ({ value }) => value },
            runColumn,
            { name: 'Observed', align: 'end', cell: ({ at }) => <When at={at} /> },
          ]}
        />
      </Section>
      {scores !== undefined && scores.length > 0 && (
        <Section title="Scores over time" flush>
          <Table
            label="Scores"
            items={scores}
            rowKey={({ id }) => id}
            columns={[
              { name: 'Role', cell: ({ role }) => spaced(role) },
              { name: 'Value', align: 'end', cell: ({ value }) => value },
              { name: 'Band', cell: ({ band }) => <Band band={band} /> },
              {
                name: 'Drivers',
                cell: ({ drivers }) => (
                  <Text size="xs" c="dimmed" className="words">
                    {driversOf(drivers)
                      .slice(0, 3)
                      .map(({ key }) => spaced(key))
                      .join(', ')}
                  </Text>
                ),
              },
              { name: 'Recorded', align: 'end', cell: ({ recorded_at }) => <When at={recorded_at} /> },
            ]}
          />
        </Section>
      )}
      <More {...found} shown={(signals?.length ?? 0) + (scores?.length ?? 0)} />
    </Stack>
  );
}
