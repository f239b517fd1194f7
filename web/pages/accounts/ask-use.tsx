import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { calendarDate, spaced } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';

type Use = NonNullable<Answers['accounts']['ask']['use']>;

/** Where the account's page shows records of a kind. */
const PLACES: Record<string, { tab?: string; name: string }> = {
  opp: { name: 'Deals' },
  contact: { tab: 'people', name: 'People' },
  prospect: { tab: 'people', name: 'People' },
  person: { tab: 'people', name: 'People' },
  capture: { tab: 'activity', name: 'Meetings & notes' },
  meeting: { tab: 'activity', name: 'Meetings & notes' },
};

/** A filter as people read it: `Close from 1 Jul 2026`. */
function filterOf([name, value]: [string, unknown]): string {
  const written = Array.isArray(value) ? value.map((each) => spaced(String(each)).toLowerCase()).join(', ') : value;
  const isDay = typeof written === 'string' && /^\d{4}-\d\d-\d\d$/.test(written);
  return `${spaced(name).toLowerCase()} ${isDay ? calendarDate(written) : String(written)}`;
}

/** Where sums, lists, what is missing and time ranges are looked up: the page's own list, and the agents' call. */
export function AskUse({ accountId, use }: { accountId: string; use: Use }) {
  const { kind, account_id: _, ...filters } = use.arguments;
  const place = PLACES[String(kind)];
  const asked = Object.entries(filters).map(filterOf).join(', ');
  return (
    <Text size="sm" className="words">
      {place === undefined ? (
        'Records answer this'
      ) : (
        <>
          Look in{' '}
          <Link
            to="/accounts/$accountId"
            params={{ accountId }}
            search={place.tab === undefined ? {} : { tab: place.tab }}
            replace
          >
            {place.name}
          </Link>
        </>
      )}
      {asked === '' ? '' : `: ${asked}`}. Agents call <span className="mono">{use.tool}</span>.
    </Text>
  );
}
