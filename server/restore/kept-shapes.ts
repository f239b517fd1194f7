import { z } from 'zod';
import { ARCHIVABLE } from '../../db/statements/undo-writes.ts';
import type { Column } from '../privacy/tables.ts';
import { MERGEABLE_KINDS } from '../records/mergeable-kind.ts';

const object = z.record(z.string(), z.unknown());
/** A row as it was, to be written again. */
const row = z.looseObject({ workspace_id: z.string(), id: z.string() });
const ids = z.array(z.string());
const words = z.string().nullable();

const doneBy = z.object({ user_id: z.string(), user_name: z.string(), key_id: words, run_ref: words });

const kind = z.enum(MERGEABLE_KINDS);

/** What an undo needs to be taken back: its tables and values are written again then. */
const steps = z.object({
  held: z.array(z.object({ draft_id: z.string(), version: z.int(), at: z.string() })),
  withdrawn: ids,
  fields: z.array(z.looseObject({ record_id: z.string(), attribute: z.string(), path: z.array(z.string()).min(1) })),
  detached: z.array(z.object({ table: z.string(), column: z.string(), parent: z.string(), ids })),
  archived: z.array(z.object({ table: z.enum(Object.keys(ARCHIVABLE)), rows: z.array(row) })),
  brain: z.array(z.object({ scope: z.string(), undone: z.int(), in_force: z.int() })),
  synced: z.array(z.object({ scope: z.string(), versions: z.array(z.int()) })).optional(),
  reopened: ids,
  closed: z.object({ values: ids, merges: ids }).optional(),
  hidden: z.array(z.object({ id: z.string(), at: z.string(), by: doneBy, reason: words })).optional(),
});

const closed = z.object({
  plan: row.nullable(),
  planMade: words,
  tierProposals: ids,
  valueProposals: ids,
  mergeProposals: ids,
  followed: ids,
});

const evidence = z.object({
  capture_id: z.string(),
  quote: z.string(),
  verified: z.boolean(),
  stated_by: z.enum(['customer', 'seller']).nullable(),
});

const approval = z.looseObject({
  version: z.int(),
  user_id: z.string(),
  user_name: z.string(),
  key_id: words,
  at: z.string(),
});

/** What JSON and words must be that the service reads without a look, by column. */
const BY_COLUMN: Readonly<Record<string, z.ZodType>> = {
  'undos.steps': steps,
  'merge_proposals.kind': kind,
  'mergers.kind': kind,
  'mergers.before': row,
  'mergers.after': row,
  'mergers.facts_moved': z.array(z.object({ from: words, to: words, ids })),
  'merged_records.kind': kind,
  'merged_records.record': row,
  'merged_records.kept_before': row,
  'merged_records.moved': z.record(z.string(), ids),
  'merged_records.closed': closed,
  'drafts.destination': object,
  'drafts.approval': approval,
  'draft_versions.destination': object,
  'facts.evidence': evidence,
  'value_proposals.evidence': evidence,
  'opportunities.meddpicc': z.record(z.string(), z.string()),
  'saved_views.search': z.record(z.string(), z.string()),
  'scores.drivers': z.array(object),
};

const setByPeople = z.record(z.string(), z.record(z.string(), z.object({ user_id: z.string(), at: z.string() })));

/** What a column holds, if more is known than its type. */
export function keptShape(table: string, { name: column, type, byDefault }: Column): z.ZodType | undefined {
  const own = BY_COLUMN[`${table}.${column}`];
  if (own !== undefined || type !== 'jsonb') return own;
  if (column === 'set_by_people') return setByPeople;
  if (column.endsWith('_by')) return doneBy;
  if (byDefault === `'{}'`) return object;
  return byDefault === `'[]'` ? z.array(z.unknown()) : undefined;
}
