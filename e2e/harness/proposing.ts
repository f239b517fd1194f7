import { NOTED_TABLES } from '../../db/noted-changes.ts';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from './app.ts';
import { newPerson, type Person } from './person.ts';
import { read } from './tool-test.ts';

/** What proposals leave as it is: every table of a workspace that a tool may write, or that makes something leave. */
const UNTOUCHED = [
  ...NOTED_TABLES,
  'plan_entries',
  'enrichments',
  'fingerprints',
  'draft_versions',
  'draft_reviews',
  'sends',
  'replies',
  'merged_records',
  'webhook_events',
  'webhook_deliveries',
  'noted_changes',
];

const fingerprint = statement(
  'test_untouched',
  UNTOUCHED.map(
    (table) =>
      `SELECT '${table}' AS name, count(*)::int AS rows, md5(COALESCE(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${table} t`,
  ).join(' UNION ALL '),
);

/** Every row of a workspace but for audit rows, runs and changesets, as digests by table. */
export const rowsOf = (app: AppContext, who: Tenant) =>
  read<{ name: string; rows: number; digest: string }>(app, who, fingerprint, []);

/** A person, and a key of theirs on probation. */
export async function newProbation(app: AppContext): Promise<{ person: Person; agent: Tenant }> {
  const person = await newPerson(app);
  const key = await app.newKey(person.userId, { mode: 'propose' });
  return { person, agent: { ...key, workspaceId: person.workspaceId } };
}

/** What waits of a key's run, as the panel shows it. */
export async function previewOf(person: Person, run_ref: string | null = null) {
  const { changesets } = person.browser.panel;
  const { items } = await changesets.list.query({});
  const found = items.find((each) => each.run_ref === run_ref);
  if (found === undefined) throw new Error(`Nothing waits of ${run_ref}`);
  return changesets.preview.query({ changeset_id: found.changeset_id });
}

type Preview = Awaited<ReturnType<typeof previewOf>>;

/** The calls that can be taken, with what was seen of them. */
export const seenOf = ({ calls }: Preview) =>
  calls.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));

/** Takes everything that waits of a run and can be taken. */
export async function takeAll(person: Person, run_ref: string | null = null) {
  const preview = await previewOf(person, run_ref);
  return person.browser.panel.changesets.take.mutate({
    changeset_id: preview.changeset_id,
    calls: seenOf(preview),
  });
}
