import { firstIdAt } from '../../db/ids.ts';
import { pullBrief as briefStatement } from '../../db/statements/account-reads.ts';
import type { Call } from '../gate/call.ts';
import { evidenceOf } from './meddpicc.ts';

const DAY_MS = 86_400_000;

type OfAccount = { account_id: string | null; account_name: string | null };

type Brief = {
  counts: {
    active_accounts: number;
    captures: number;
    meetings: number;
    plan_sections: number;
    deals_with_gaps: number;
    drafts_waiting: number;
  };
  active_accounts: {
    account_id: string;
    name: string | null;
    tier: string | null;
    captures: number;
    meetings: number;
    deals: number;
    plan_entries: number;
    last_active_at: string;
  }[];
  captures: (OfAccount & {
    capture_id: string;
    prospect_id: string | null;
    source: string;
    excerpt: string;
    created_at: string;
  })[];
  meetings: (OfAccount & { meeting_id: string; outcome: string; next_step: string | null; occurred_at: string })[];
  open_plan_sections: (OfAccount & { section: string; entries: number; latest: string; updated_at: string })[];
  deals_with_gaps: (OfAccount & {
    opp_id: string;
    name: string | null;
    stage: string | null;
    amount: number | null;
    currency: string | null;
    close_date: string | null;
    meddpicc: Record<string, string>;
  })[];
  drafts_waiting: {
    draft_id: string;
    channel: string;
    title: string | null;
    product: string | null;
    skill: string | null;
    account_id: string | null;
    account_ref: string | null;
    created_at: string;
  }[];
};

/** When a brief's time begins: midnight UTC, or 7 days ago to the minute. */
function beginningOf(scope: 'today' | 'week', now: Date): Date {
  return new Date(scope === 'today' ? Math.floor(now.getTime() / DAY_MS) * DAY_MS : now.getTime() - 7 * DAY_MS);
}

/** `pull_brief`: what happened and what waits, in one statement (decisions 6). */
export async function pullBrief(call: Call, { scope }: { scope: 'today' | 'week' }) {
  const since = beginningOf(scope, call.now);
  const [row] = await call.query<{ brief: Brief }>(briefStatement, [
    call.workspaceId,
    since.toISOString(),
    firstIdAt('capture', since),
    firstIdAt('plan_entry', since),
  ]);
  const { brief } = row!;
  return {
    scope,
    since: since.toISOString(),
    until: call.now.toISOString(),
    ...brief,
    deals_with_gaps: brief.deals_with_gaps.map(({ meddpicc, ...deal }) => {
      const { gaps, completeness } = evidenceOf(meddpicc);
      return { ...deal, gaps, completeness };
    }),
  };
}
