import type { FactEvidence } from '../../db/entities/facts.ts';
import { newId } from '../../db/ids.ts';
import type { Entity } from '../../db/statements/records.ts';
import { proposeValues } from '../../db/statements/value-proposals.ts';
import type { Evidence } from '../facts/evidence.ts';
import type { Call } from '../gate/call.ts';
import { excerptOf } from './budget.ts';
import { fieldOf, type Touched } from './peoples-values.ts';
import { doneBy } from './withdraw.ts';

/** Kinds of records that people set values of. */
export type ValueKind = Entity | 'meeting';

/** A record some values of which are proposed. */
export type Proposing = { kind: ValueKind; id: string; accountId: string | null; touched: readonly Touched[] };

/** Characters of a value that an answer repeats. */
const MOST_SHOWN = 300;

/** A value that an answer can afford: a long one as the beginning of its text. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') return excerptOf(value, MOST_SHOWN);
  const json = JSON.stringify(value);
  return json.length > MOST_SHOWN ? excerptOf(json, MOST_SHOWN) : value;
}

const evidenceFor = (field: string, evidence: Evidence | undefined): FactEvidence | undefined =>
  evidence?.get(field) ?? evidence?.get(field.split('.')[0]!);

/**
 * Keeps values that would change a person's for a person to decide, and says so in the answer: one round trip, where there
 * are any. The records are locked by the call.
 */
export async function proposeInstead(call: Call, records: readonly Proposing[], evidence?: Evidence): Promise<void> {
  const sent = records.flatMap(({ kind, id, accountId, touched }) =>
    touched.map(({ path, current, proposed }) => {
      const field = fieldOf(path);
      return {
        id: newId('value_proposal'),
        kind,
        record_id: id,
        account_id: accountId,
        field,
        path: JSON.stringify(path),
        current,
        proposed,
        evidence: evidenceFor(field, evidence) ?? null,
      };
    }),
  );
  if (sent.length === 0) return;
  const kept = await call.query(proposeValues, [
    call.workspaceId,
    JSON.stringify(sent),
    JSON.stringify(doneBy(call)),
    call.tool,
    call.requestId,
    call.now.toISOString(),
  ]);
  const byId = new Map(kept.map((row) => [row.sent_id, row]));
  for (const { id, record_id, field, current, proposed } of sent) {
    const { proposal_id, state, note } = byId.get(id)!;
    const isDeclined = state === 'declined';
    call.propose({
      proposal_id,
      record_id,
      field,
      current: shown(current),
      proposed: shown(proposed),
      status: isDeclined ? 'declined' : 'waiting',
      ...(isDeclined && note !== null ? { reason: note } : {}),
    });
    call.warn(
      field,
      isDeclined
        ? 'not written: a person set what is there and declined this value before; do not send it again'
        : 'not written: a person set what is there, so your value waits for a person to accept it',
    );
  }
}
