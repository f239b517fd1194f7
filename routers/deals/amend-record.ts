import { z } from 'zod';
import { ID_PREFIXES, idType } from '../../db/ids.ts';
import { MERGEABLE } from '../../db/statements/merging.ts';
import { invalidField } from '../../server/errors.ts';
import type { AppScope, Scope } from '../../server/gate/scopes.ts';
import { proposeToMerge } from '../../server/records/merge.ts';
import { mergeableKind } from '../../server/records/mergeable-kind.ts';
import {
  type Amended,
  type Restored,
  restoreRecord,
  WITHDRAWABLE,
  withdrawableKind,
  withdrawRecord,
} from '../../server/records/withdraw.ts';
import { AS_NAMED, meaningfulLine } from '../fields.ts';
import { tool } from '../tool.ts';

const KINDS = [...WITHDRAWABLE, ...(Object.keys(MERGEABLE) as (keyof typeof MERGEABLE)[])];

/** Who may write a kind of record may amend it; drafts are scoped for applications only. */
const SCOPED: Partial<Record<string, Scope | AppScope>> = {
  capture: 'capture.write',
  plan_entry: 'plan.write',
  meeting: 'meeting.write',
  signal: 'account.read',
  draft: 'drafts.write',
};

export default tool({
  title: 'Amend a record',
  description:
    'Corrects what was wrongly written. withdraw hides a capture, plan entry, meeting, signal or own waiting draft with its facts; restore brings it back; ' +
    'propose_merge asks a person to make two records one. Nothing is deleted.',
  entitled: true,
  effect: 'write',
  grows: false,
  scopedByInput: true,
  synonyms: {
    record_id: 'id',
    keep_id: 'id',
    kept_id: 'id',
    winner_id: 'id',
    merge_id: 'duplicate_id',
    merged_id: 'duplicate_id',
    loser_id: 'duplicate_id',
    other_id: 'duplicate_id',
    merge_into: 'duplicate_id',
    note: 'reason',
    comment: 'reason',
    why: 'reason',
  },
  ids: { duplicate_id: ({ id }) => (typeof id === 'string' ? idType(id) : undefined) },
  alsoNeeds: ({ id }) => [SCOPED[idType(id) ?? ''] ?? 'prospect.write'],
  input: z.object({
    action: z.enum(['withdraw', 'restore', 'propose_merge']).describe(AS_NAMED),
    id: z
      .string()
      .max(64)
      .refine((id) => KINDS.some((kind) => kind === idType(id)), {
        error: `expected the id of a ${KINDS.map((kind) => `${kind.replace('_', ' ')} (${ID_PREFIXES[kind]}_…)`).join(', ')}`,
      })
      .meta({
        description: 'Of two to merge: the one to keep.',
        pattern: `^(${KINDS.map((kind) => ID_PREFIXES[kind]).join('|')})_`,
      }),
    duplicate_id: z.string().max(64).optional().describe('The other of two to merge.'),
    reason: meaningfulLine('Needed but to restore.').optional(),
  }),
  output: z.object({
    id: z.string().describe('The record.'),
    kind: z.string().describe('Its kind.'),
    status: z.enum(['withdrawn', 'restored', 'proposed']).describe('How it stands now.'),
    changed: z.boolean().describe('False when it stood so already.'),
    facts: z.int().optional().describe('Facts withdrawn or restored with it.'),
    proposal_id: z.string().optional().describe('What a person decides about.'),
  }),
  example: {
    input: {
      action: 'withdraw',
      id: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t',
      reason: 'Logged on the wrong account.',
    },
    output: { id: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t', kind: 'capture', status: 'withdrawn', changed: true, facts: 3 },
  },
  async handler(call, { action, id, duplicate_id, reason }) {
    if (action === 'propose_merge') mergeableKind(id);
    else {
      withdrawableKind(id);
      if (duplicate_id !== undefined) throw invalidField('duplicate_id', 'goes with propose_merge only');
    }
    if (action === 'restore') return restored(await restoreRecord(call, id), call.warn);
    if (reason === undefined) throw invalidField('reason', 'is missing: say why, for the people who look at it');
    if (action === 'withdraw') return withdrawn(await withdrawRecord(call, id, reason), call.warn);
    if (duplicate_id === undefined)
      throw invalidField('duplicate_id', `is missing: the record that is the same as ${id}`);
    return { id, status: 'proposed' as const, ...(await proposeToMerge(call, id, duplicate_id, reason)) };
  },
});

function restored({ lost_ref, ...done }: Restored, warn: (path: string, message: string) => void) {
  if (lost_ref !== null) {
    const kind = done.kind.replace('_', ' ');
    warn(
      'id',
      `restored without its external_ref ${lost_ref}: another ${kind} has it by now, and is what writing with it changes`,
    );
  }
  return { ...done, status: 'restored' as const };
}

function withdrawn(done: Amended, warn: (path: string, message: string) => void) {
  if (done.kind === 'signal' && done.changed) {
    warn('id', 'scores made with the signal stay as they were; call gtm_score again for a new one');
  }
  return { ...done, status: 'withdrawn' as const };
}
