import { Popover, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Problem } from '../../parts/problem.tsx';
import { useNow, When } from '../../parts/when.tsx';
import { More } from '../../parts/table.tsx';
import { RunLink } from '../../parts/run-link.tsx';
import { Standing, verifiedWord } from '../../parts/standing.tsx';
import { useWho } from '../../parts/who.tsx';
import { DAY_MS, money, spaced, withLocalTimes } from '../../parts/words.ts';
import { DIMENSIONS } from '../../../server/records/meddpicc.ts';
import { type Answers, panel } from '../../trpc.ts';
import legend from '../../parts/legend.module.css';
import classes from './heat-map.module.css';

type Opp = Answers['accounts']['open_deals']['items'][number];

/** Age bands of evidence, each with its colour: the older, the paler. */
const AGES = [
  { within: 14, name: 'fresh', says: 'up to 2 weeks old' },
  { within: 45, name: 'warm', says: 'up to 6 weeks' },
  { within: 90, name: 'cool', says: 'up to 3 months' },
  { within: Number.POSITIVE_INFINITY, name: 'cold', says: 'older' },
] as const;

const warmthOf = (at: string | undefined, now: number) => {
  if (at === undefined) return 'cold';
  const days = (now - new Date(at).getTime()) / DAY_MS;
  return AGES.find(({ within }) => days <= within)!.name;
};

const shortAge = (at: string, now: number) => {
  const days = Math.floor((now - new Date(at).getTime()) / DAY_MS);
  if (days < 1) return 'today';
  return days < 60 ? `${days} d` : `${Math.round(days / 30)} mo`;
};

function Cell({ opp, dimension }: { opp: Opp; dimension: (typeof DIMENSIONS)[number] }) {
  const now = useNow();
  const whoOf = useWho();
  const value = opp.meddpicc[dimension];
  const evidence = opp.evidence[dimension];
  const name = spaced(dimension);
  if (value === null) {
    return (
      <span className={classes['gap']} role="img" aria-label={`${name}: not known`}>
        gap
      </span>
    );
  }
  const age = evidence === undefined ? 'known' : shortAge(evidence.at, now);
  const word = evidence && verifiedWord(evidence);
  return (
    <Popover width={300} position="bottom" withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes['known']!}
          data-warmth={warmthOf(evidence?.at, now)}
          aria-label={[`${name}: ${value}`, age, word?.toLowerCase()].filter((part) => part !== undefined).join(', ')}
        >
          <span>
            {age}
            {word !== undefined && <i aria-hidden>{word === 'Verified' ? ' ✓' : ' ?'}</i>}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text size="sm" className="words">
            {withLocalTimes(value)}
          </Text>
          {evidence !== undefined && <Standing fact={evidence} />}
          {evidence?.evidence != null && (
            <Text size="sm" className="words">
              “{evidence.evidence.quote}”
            </Text>
          )}
          {evidence !== undefined && (
            <Text size="xs" c="dimmed" component="div" className="words">
              By {whoOf(evidence)} with {evidence.tool}, <When at={evidence.at} />
              {evidence.run_ref !== null && (
                <>
                  {' '}
                  in run <RunLink runRef={evidence.run_ref} />
                </>
              )}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The MEDDPICC evidence of an account's open deals, those worth most first. */
export function OpenDeals({ accountId }: { accountId: string }) {
  const deals = useInfiniteQuery(panel.accounts.open_deals.infiniteQueryOptions({ account_id: accountId }, nextPage));
  const items = itemsOf(deals.data);
  if (deals.error !== null && items === undefined) {
    return <Problem error={deals.error} retry={() => void deals.refetch()} />;
  }
  if (items === undefined) return <Skeleton height={220} />;
  return (
    <>
      <HeatMap opps={items} />
      <More {...deals} shown={items.length} />
    </>
  );
}

/** The evidence of each deal: how old it is and where it comes from. */
function HeatMap({ opps }: { opps: readonly Opp[] }) {
  return (
    <div>
      <div className={classes['scroll']}>
        <table className={classes['map']} aria-label="MEDDPICC of each deal">
          <thead>
            <tr>
              <th scope="col">Deal</th>
              {DIMENSIONS.map((dimension) => (
                <th key={dimension} scope="col">
                  {spaced(dimension)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {opps.map((opp) => (
              <tr key={opp.id}>
                <th scope="row">
                  <Text size="sm" fw={500} className="words">
                    {opp.name ?? opp.id}
                  </Text>
                  <Text size="xs" c="dimmed" className="num">
                    {opp.stage ?? 'no stage'} · {money(opp.amount, opp.currency)} · {opp.completeness}/8
                  </Text>
                </th>
                {DIMENSIONS.map((dimension) => (
                  <td key={dimension} data-label={spaced(dimension)}>
                    <Cell opp={opp} dimension={dimension} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={`${legend['legend']} ${classes['legend']}`} aria-label="Colours">
        {AGES.map(({ name, says }) => (
          <li key={name}>
            <i data-warmth={name} aria-hidden /> {says}
          </li>
        ))}
        <li>
          <i className={classes['gap']} aria-hidden /> not known
        </li>
        <li>✓ its quote was found, ? it was not</li>
      </ul>
    </div>
  );
}
