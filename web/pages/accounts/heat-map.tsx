import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useNow, When } from '../../parts/when.tsx';
import { RunLink } from '../../parts/run-link.tsx';
import { useWho } from '../../parts/who.tsx';
import { ago, money, spaced } from '../../parts/words.ts';
import { DIMENSIONS } from '../../../server/records/meddpicc.ts';
import type { Account } from './account-data.ts';
import legend from '../../parts/legend.module.css';
import classes from './heat-map.module.css';

type Opp = Account['opps']['items'][number];

const DAY_MS = 86_400_000;

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
  const age = evidence === undefined ? undefined : ago(evidence.at, now);
  return (
    <Popover width={300} position="bottom" withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes['known']!}
          data-warmth={warmthOf(evidence?.at, now)}
          aria-label={`${name}: ${value}${age === undefined ? '' : `, ${age}`}`}
        >
          {evidence === undefined ? 'known' : shortAge(evidence.at, now)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text size="sm" className="words">
            {value}
          </Text>
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

/** The MEDDPICC evidence of each deal: how old it is and where it comes from. */
export function HeatMap({ opps }: { opps: readonly Opp[] }) {
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
      </ul>
    </div>
  );
}
