import { idType, newId } from '../../db/ids.ts';
import { isKept } from '../../db/moment.ts';
import { readSignalWeights, type ScoreSubject, scoreStatements } from '../../db/statements/scoring.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { factSentence } from '../facts/attributes.ts';
import { remember } from '../remember.ts';
import type { Score, ScoreInput } from './score-schema.ts';
import { score } from './score.ts';
import { parseSignalWeights, type SignalWeights } from './weights.ts';

/** What an id names that scores are kept on. */
export const subjectOf = (id: string): ScoreSubject => (idType(id) === 'target_account' ? 'target_account' : 'account');

/** Where a score was kept; `account_id` may be a target account's. */
export type Recorded = { account_id: string; score_id: string; signals: number };

/** Most versions of weights that are cached parsed. */
const MAX_HELD = 1_000;

const held = new Map<string, SignalWeights>();

/** The weights in force, if the workspace synced any. The key's look-up names the version; a version never changes. */
async function weightsOf({ principal, workspaceId, query }: Call): Promise<SignalWeights | undefined> {
  const id = principal.signalWeightsId;
  if (id === null) return undefined;
  const known = held.get(id);
  if (known !== undefined) return known;
  const [row] = await query(readSignalWeights, [workspaceId, id]);
  const weights = parseSignalWeights(row!.payload);
  remember(held, id, weights, MAX_HELD);
  return weights;
}

/** Scores with the workspace's weights in force (decisions 9). */
export async function scoreSignals(call: Call, { role, signals }: ScoreInput): Promise<Score> {
  return score({ role, signals }, await weightsOf(call));
}

/** The keys of readings that are older than the stored ones; a reading of just now is not. */
async function outdatedOf(call: Call, accountId: string, readings: { key: string; at: Date }[]): Promise<Set<string>> {
  const earlier = readings.filter(({ at }) => at < call.now);
  if (earlier.length === 0) return new Set();
  const rows = await call.query(scoreStatements[subjectOf(accountId)].outdated, [
    call.workspaceId,
    accountId,
    earlier.map(({ key }) => key),
    earlier.map(({ at }) => at.toISOString()),
  ]);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Stores a score and its signals on an account or a target account, in the call's transaction; a signal without a time counts as of now.
 * @throws Fault not_found, invalid_input
 */
export async function keepScore(
  call: Call,
  accountId: string,
  signals: ScoreInput['signals'],
  made: Score,
): Promise<Recorded> {
  const subject = subjectOf(accountId);
  const beyond = signals.findIndex(({ at }) => at !== undefined && !isKept(at));
  if (beyond !== -1) throw invalidField(`signals.${beyond}.at`, 'expected a time of the years 1 to 9999');
  const seen = signals
    .map(({ key, value, at }) => ({ key, value, at: at === undefined ? call.now : new Date(at), run_ref: call.runRef }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  // Ids are made oldest first, and the score's last, so that sorting by id sorts by time.
  const rows = seen.map((signal) => ({ id: newId('signal'), ...signal }));
  const { role, value, band, drivers, weights_version } = made;
  const scoreId = newId('score');
  const [account] = await call.query(scoreStatements[subject].record, [
    call.workspaceId,
    accountId,
    JSON.stringify(rows),
    JSON.stringify({ id: scoreId, role, value, band, drivers, weights_version, run_ref: call.runRef }),
  ]);
  const name = account!.name ?? `the ${subject.replaceAll('_', ' ')} ${accountId}`;
  const about = {
    accountId: subject === 'account' ? accountId : null,
    subjectType: subject,
    subjectId: accountId,
    single: true,
  };
  const recordFact = (attribute: string, words: string, sourceId: string) =>
    call.recordFact({ ...about, attribute, value: words, sentence: factSentence(attribute, name, words), sourceId });
  // Of several readings of a signal the newest counts, whatever the order they were sent in.
  const newest = new Map(rows.map((signal) => [signal.key, signal]));
  const outdated = await outdatedOf(call, accountId, [...newest.values()]);
  for (const { id, key, value } of newest.values()) {
    if (!outdated.has(key)) recordFact(`signal_${key}`, String(value), id);
  }
  recordFact(`${role}_score`, `${value} (${band})`, scoreId);
  return { account_id: accountId, score_id: scoreId, signals: rows.length };
}
