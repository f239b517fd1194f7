import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratch } from './scratch.ts';
import { allStatements } from './statements.ts';

/**
 * Statements that may read a whole table: those of jobs over all workspaces, and of tables that stay small. What a call or
 * a page of the panel reads does not grow with other workspaces.
 */
const WHOLE_TABLES: Record<string, string[]> = {
  // Jobs: a row of each workspace, and of endpoints.
  find_uncounted: ['workspaces'],
  find_unembedded: ['workspaces'],
  find_unsealed: ['workspaces'],
  find_webhooks_to_rewrap: ['webhooks'],
  note_audit_pruning: ['audit_chains'],
  end_webhook_leases: ['webhooks'],
  // Jobs: once an hour, tables that grow as people and runs do, not as calls do.
  detach_sends: ['drafts'],
  prune_brain_states: ['brain_states'],
  prune_changesets: ['changesets'],
  prune_draft_reviews: ['drafts'],
  prune_draft_versions: ['drafts'],
  prune_drafts: ['drafts'],
  prune_imports: ['imports'],
  prune_operator_acts: ['operator_acts'],
  prune_replies: ['replies'],
  prune_runs: ['runs'],
  prune_sends: ['sends'],
  prune_sessions: ['sessions', 'verifications', 'sign_in_attempts'],
  prune_webhook_events: ['webhook_events'],
  // What there is to buy.
  panel_find_plan: ['catalogue'],
};

/** Ends and begins a transaction in part: nothing that has a plan. */
const WITHOUT_PLAN = new Set(['trial_begin', 'trial_end']);

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
};

type Index = { name: string; table: string; leading: string; is_partial: boolean; method: string };

let database: PGlite;
let close: () => Promise<void>;
const indexes = new Map<string, Index>();

beforeAll(async () => {
  const scratch = await openScratch();
  database = scratch.pglite;
  close = scratch.close;
  const { rows } = await database.query<Index>(
    `SELECT c.relname AS name, i.indrelid::regclass::text AS table, pg_get_indexdef(i.indexrelid, 1, true) AS leading,
            i.indpred IS NOT NULL AS is_partial, a.amname AS method
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam`,
  );
  for (const each of rows) indexes.set(each.name, each);
  // Of the plans there are, one that looks things up, however few rows the tables have: an index that fits is used.
  await database.exec('SET enable_seqscan = off; SET enable_mergejoin = off; SET enable_hashjoin = off');
}, 120_000);

afterAll(() => close());

/** The tables that a plan reads by no index, or by one whose first column it has no condition on. */
function wholeTables(node: Node): string[] {
  const below = (node.Plans ?? []).flatMap(wholeTables);
  if (node['Node Type'] === 'Seq Scan') return [node['Relation Name']!, ...below];
  const index = indexes.get(node['Index Name'] ?? '');
  // A partial index holds what is due, or waits; those of words have every column as their first.
  if (index === undefined || index.is_partial || index.method !== 'btree') return below;
  return node['Index Cond']?.includes(index.leading) === true ? below : [index.table, ...below];
}

test('a statement finds its rows by an index, but for the work of jobs and small tables', async () => {
  const found: Record<string, string[]> = {};
  for (const { name, text } of await allStatements()) {
    if (WITHOUT_PLAN.has(name)) continue;
    const [result] = await database.exec(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    const [{ Plan }] = (result!.rows[0] as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'];
    const whole = [...new Set(wholeTables(Plan))];
    if (whole.length > 0) found[name] = whole;
  }
  expect(found).toEqual(WHOLE_TABLES);
}, 120_000);

test('every foreign key has an index, so that to delete what it refers to reads few rows', async () => {
  const { rows } = await database.query(
    `SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS "to" FROM pg_constraint f
     WHERE contype = 'f' AND NOT EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = f.conrelid
         AND (SELECT array_agg(k) FROM unnest(f.conkey) k) <@ (i.indkey::int2[])[0:cardinality(f.conkey) - 1])`,
  );
  // Nothing is taken from the catalogue.
  expect(rows).toEqual([{ table: 'entitlements', to: 'catalogue' }]);
});
