import { scoreStatements } from '../../db/statements/scoring.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { subjectOf } from './keep-score.ts';
import type { Score } from './score-schema.ts';

type StoredRow = { id: string; run_ref: string | null; recorded_at: string };
type KeptSignal = StoredRow & { key: string; value: number; at: string };
type KeptScore = StoredRow & Pick<Score, 'role' | 'value' | 'band' | 'drivers' | 'weights_version'>;

/** `gtm_signal_query`: the newest `limit` of an account's or a target account's signals and scores together. @throws Fault not_found */
export async function gtmSignalQuery(
  call: Call,
  { account_id, limit, cursor }: { account_id: string; limit: number; cursor?: string | undefined },
) {
  const subject = subjectOf(account_id);
  const [row] = await call.query(scoreStatements[subject].find, [call.workspaceId, account_id, limit, cursor ?? null]);
  if (row === undefined) throw notFound(subject.replaceAll('_', ' '));
  const page = row.history.slice(0, limit);
  const items = page.map(({ item }) => item);
  return {
    account_id,
    signals: items.filter((item): item is KeptSignal => 'key' in item),
    scores: items.filter((item): item is KeptScore => 'role' in item),
    next_cursor: row.history.length > limit ? page.at(-1)!.position : null,
  };
}
