import type { DoneBy } from '../../db/entities/tenant.ts';
import { highestId, ID_PREFIXES, type IdType, idType, timeInIds, timeOfIds } from '../../db/ids.ts';
import { findAmended, restoreRow, withdrawRow } from '../../db/statements/amendments.ts';
import { forgetFingerprints } from '../../db/statements/repeats.ts';
import { findFactsFrom } from '../../db/statements/withdrawn-facts.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import { sentencesOf } from '../facts/text-facts.ts';
import { restoreFacts, withdrawFacts } from '../facts/withdraw-facts.ts';
import type { Call } from '../gate/call.ts';

/** What can be withdrawn (decisions 22). */
export const WITHDRAWABLE = ['capture', 'plan_entry', 'meeting', 'signal', 'draft'] as const satisfies IdType[];

export type Withdrawable = (typeof WITHDRAWABLE)[number];

/** What a withdrawal or a restoration did; `changed` is false where it stood so already. */
export type Amended = { id: string; kind: Withdrawable; changed: boolean; facts: number };

/** `lost_ref`: the external_ref it came back without, as another record of its kind has it by now. */
export type Restored = Amended & { lost_ref: string | null };

/** @throws Fault invalid_input when the id is of nothing that can be withdrawn */
export function withdrawableKind(id: string): Withdrawable {
  const kind = WITHDRAWABLE.find((each) => each === idType(id));
  if (kind !== undefined) return kind;
  const kinds = WITHDRAWABLE.map((each) => `${each.replace('_', ' ')} (${ID_PREFIXES[each]}_…)`).join(', ');
  throw invalidField('id', `expected the id of a ${kinds}; other records are corrected by writing them again`);
}

export const doneBy = ({ principal: { user, keyId }, runRef }: Call): DoneBy => ({
  user_id: user.id,
  user_name: user.name,
  key_id: keyId,
  run_ref: runRef,
});

/**
 * Takes a record out of everything that answers, with the facts it stated; nothing is deleted. Of drafts only those that
 * wait, and by a key only its own. @throws Fault not_found, invalid_transition
 */
export async function withdrawRecord(call: Call, id: string, reason: string): Promise<Amended> {
  const kind = withdrawableKind(id);
  const { workspaceId, now, principal } = call;
  const by = JSON.stringify(doneBy(call));
  const [row] = await call.query(withdrawRow, [workspaceId, id, now.toISOString(), by, reason, principal.keyId]);
  if (row === undefined) return refusedWithdrawal(call, id, kind);
  await call.query(forgetFingerprints, [workspaceId, [id]]);
  const facts = await factsFrom(call, { ...row, kind });
  return { id, kind, changed: true, facts: await withdrawFacts(call, id, facts) };
}

/** Brings a withdrawn record back with its facts. @throws Fault not_found, invalid_transition */
export async function restoreRecord(call: Call, id: string): Promise<Restored> {
  const kind = withdrawableKind(id);
  const [row] = await call.query(restoreRow, [call.workspaceId, id, call.principal.keyId === null]);
  if (row !== undefined) {
    return { id, kind, changed: true, facts: await restoreFacts(call, [id]), lost_ref: row.lost_ref };
  }
  const [standing] = await call.query(findAmended, [call.workspaceId, id]);
  if (standing === undefined) throw notFound(kind.replace('_', ' '));
  if (standing.withdrawn_at === null) return { id, kind, changed: false, facts: 0, lost_ref: null };
  throw new Fault('invalid_transition', {
    message: `${standing.withdrawn_by?.user_name ?? 'A person'} withdrew it in the panel (${standing.withdrawn_reason}); a key restores only what keys withdrew.`,
    hint: 'Leave it, or ask a person to restore it in the panel.',
  });
}

async function refusedWithdrawal(call: Call, id: string, kind: Withdrawable): Promise<Amended> {
  const [standing] = await call.query(findAmended, [call.workspaceId, id]);
  if (standing === undefined) throw notFound(kind.replace('_', ' '));
  if (standing.withdrawn_at !== null) return { id, kind, changed: false, facts: 0 };
  throw new Fault(
    'invalid_transition',
    standing.state === 'pending'
      ? {
          message: 'The draft was staged by another key; a key withdraws only drafts of its own.',
          hint: 'Hold it with studio_review_draft (action hold), or leave it to a person.',
        }
      : {
          message: `The draft is ${standing.state}; only a draft that waits (pending) can be withdrawn.`,
          hint: 'studio_list_drafts says which moves it has; a scheduled one can be held, an approved one rejected.',
        },
  );
}

/** Ids of facts are made in the call that writes the record; a call never takes as long. */
const BEFORE_MS = 5_000;
const AFTER_MS = 120_000;

const factIdAt = (ms: number) => `${ID_PREFIXES.fact}_${timeInIds(new Date(ms))}`;

/** The tools whose facts had no source before they named it. */
const WRITTEN_BY: Partial<Record<Withdrawable, string>> = {
  capture: 'log_capture',
  plan_entry: 'add_to_plan',
  meeting: 'mark_meeting_outcome',
};

type Written = { id: string; account_id: string | null; words: string; kind: Withdrawable };

/** The facts that state what a record says. */
async function factsFrom(call: Call, { id, account_id, words, kind }: Written): Promise<string[]> {
  const written = timeOfIds(id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11)).getTime();
  // A meeting is written again with each change of it.
  const end = kind === 'meeting' && account_id === null ? highestId('fact') : factIdAt(written + AFTER_MS);
  const said = kind === 'meeting' ? [words] : sentencesOf(words).map((sentence) => sentence.said);
  const rows = await call.query(findFactsFrom, [
    call.workspaceId,
    id,
    account_id,
    factIdAt(written - BEFORE_MS),
    end,
    said,
    WRITTEN_BY[kind] ?? '',
  ]);
  return rows.map((fact) => fact.id!);
}
