import { firstIdAt } from '../../db/ids.ts';
import { type Brief, readBrief } from '../../db/statements/brief.ts';
import { DAY_MS } from '../day.ts';
import type { Call } from '../gate/call.ts';
import { excerptsIn, fitLists, MOST_TOKENS, tokensOf } from './budget.ts';
import { type Dimension, evidenceOf } from './meddpicc.ts';

export type BriefInput = { scope: 'today' | 'week'; since?: string | undefined };

/** What a brief lists, and for lists that go on elsewhere what `find_records` is asked for the rest. */
type Asking = (since: string, today: string) => Record<string, unknown>;

const ASKING = {
  active_accounts: (since) => ({ kind: 'account', updated_since: since, sort: 'updated' }),
  captures: (since) => ({ kind: 'capture', created_since: since }),
  meetings: () => ({ kind: 'meeting' }),
  open_plan_sections: () => ({ kind: 'plan_entry' }),
  deals_with_gaps: () => ({ kind: 'opp', stage_kind: 'open', sort: 'close_date' }),
  overdue_closes: (_since, today) => ({ kind: 'opp', stage_kind: 'open', close_to: dayBefore(today) }),
  stage_changes: (since) => ({ kind: 'opp', updated_since: since, sort: 'updated' }),
  new_prospects: (since) => ({ kind: 'prospect', created_since: since }),
  drafts_waiting: () => ({ kind: 'draft', status: 'pending' }),
} satisfies Record<string, Asking>;

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** The start of a brief's period: midnight UTC, or 7 days ago to the minute. */
function beginningOf(scope: 'today' | 'week', now: Date): Date {
  return new Date(scope === 'today' ? Math.floor(now.getTime() / DAY_MS) * DAY_MS : now.getTime() - 7 * DAY_MS);
}

async function read(call: Call, since: Date, today: string): Promise<Brief> {
  const first = (type: Parameters<typeof firstIdAt>[0]) => firstIdAt(type, since);
  const [row] = await call.query(readBrief, [
    call.workspaceId,
    since.toISOString(),
    first('capture'),
    first('plan_entry'),
    today,
    first('fact'),
    first('prospect'),
    first('score'),
    first('meeting'),
    first('account'),
    first('opp'),
    first('contact'),
    first('draft'),
  ]);
  return row!.brief;
}

type Gap = Omit<Brief['deals_with_gaps'][number], 'meddpicc'> & { gaps: Dimension[]; completeness: number };

const cut = <Item>(item: Item, most: number): Item => excerptsIn(item, Math.min(most, 500));

/** `pull_brief`: what happened and was recorded since a time and what waits, within `MOST_TOKENS` tokens. */
export async function pullBrief(call: Call, { scope, since: asked }: BriefInput) {
  const since = asked === undefined ? beginningOf(scope, call.now) : new Date(asked);
  const today = call.now.toISOString().slice(0, 10);
  const { counts, recorded, ...brief } = await read(call, since, today);
  const gaps = brief.deals_with_gaps.map(({ meddpicc, ...deal }): Gap => {
    const { gaps, completeness } = evidenceOf(meddpicc);
    return { ...deal, gaps, completeness };
  });
  const head = {
    scope: asked === undefined ? scope : 'since',
    since: since.toISOString(),
    until: call.now.toISOString(),
    counts,
    recorded,
  };
  const asking = Object.fromEntries(Object.entries(ASKING).map(([list, ask]) => [list, ask(head.since, today)]));
  const left = MOST_TOKENS - tokensOf([head, asking]) - 100;
  const lists = fitLists(
    {
      active_accounts: { items: brief.active_accounts, cut },
      captures: { items: brief.captures, cut },
      meetings: { items: brief.meetings, cut },
      open_plan_sections: { items: brief.open_plan_sections, cut },
      deals_with_gaps: { items: gaps, cut },
      overdue_closes: { items: brief.overdue_closes, cut },
      stage_changes: { items: brief.stage_changes, cut },
      new_prospects: { items: brief.new_prospects, cut },
      scores: { items: brief.scores, cut },
      top_risks: { items: brief.top_risks, cut },
      drafts_waiting: { items: brief.drafts_waiting, cut },
    },
    left,
  );
  const total = { ...counts, open_plan_sections: counts.plan_sections } as Record<string, number>;
  const shown = lists as Record<string, unknown[]>;
  const cursors = Object.fromEntries(
    Object.entries(asking).filter(([list]) => shown[list]!.length < (total[list] ?? 0)),
  );
  return { ...head, ...lists, cursors };
}
