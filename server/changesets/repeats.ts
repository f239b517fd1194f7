import { findKeptAnswers, replaceKeptAnswers } from '../../db/statements/changesets.ts';
import type { Call, Warning } from '../gate/call.ts';
import { withWarnings } from '../gate/tool-answer.ts';

/**
 * Has the repeats of declined calls say so: they answer as the first did, of records that were never written.
 * @param keyId whose calls they are
 * @param note why, for the agent to read
 */
export async function tellRepeats(
  call: Call,
  keyId: string,
  ids: readonly string[],
  note: string | undefined,
): Promise<void> {
  const { workspaceId, now } = call;
  const kept = await call.query(findKeptAnswers, [workspaceId, keyId, ids]);
  if (kept.length === 0) return;
  const warning: Warning = {
    path: 'idempotency_key',
    message:
      `a person declined this call on ${now.toISOString().slice(0, 10)}: nothing of it was written, and new ids in this answer ` +
      `name no record. Leave it, or propose it otherwise under another key.${note === undefined ? '' : ` Reason: ${note}`}`,
  };
  const answers = kept.map(({ result }) => {
    const { warnings = [], ...answer } = JSON.parse(result) as { warnings?: Warning[] };
    return JSON.stringify(withWarnings(answer, { warnings: [warning, ...warnings], proposed: [] }));
  });
  const keys = kept.map(({ idempotency_key }) => idempotency_key);
  await call.query(replaceKeptAnswers, [workspaceId, keyId, keys, answers]);
}
