import { references } from '../../db/entities/references.ts';
import { type Table, tenantTables } from './tables.ts';

/** Why rows of an export are not brought back. */
export type WhyLeftOut = 'log' | 'rights' | 'passing' | 'derived';

/**
 * Tables that are not brought back from an export; every other one is. Beside these, none that keeps a secret, and none that
 * belongs to one that is left out, such as the deliveries of webhooks.
 */
const LEFT_OUT: Readonly<Record<string, WhyLeftOut>> = {
  // Logs belong to the installation that wrote them. Team reports count runs by user, so restored ones could be forged.
  acts: 'log',
  api_key_calls: 'log',
  audit_chains: 'log',
  audit_erasures: 'log',
  runs: 'log',
  webhook_events: 'log',
  // What the operator allows.
  workspace_flags: 'rights',
  workspace_quotas: 'rights',
  // Work under way, and what is kept for some days.
  changesets: 'passing',
  noted_changes: 'passing',
  fingerprints: 'passing',
  imports: 'passing',
  enrichments: 'passing',
  // Made again from the rest.
  duplicate_searches: 'derived',
  duplicate_sets: 'derived',
  fact_vectors: 'derived',
  fact_vector_progress: 'derived',
  plan_sections: 'derived',
  workspace_usage: 'derived',
};

/** Why a table's rows are left out; undefined where they are brought back. */
function whyLeftOut({ name, keepsSecrets }: Table): WhyLeftOut | undefined {
  if (Object.hasOwn(LEFT_OUT, name)) return LEFT_OUT[name];
  if (keepsSecrets) return 'rights';
  for (const { table, to } of references) {
    const above = table === name && to !== name ? tenantTables().find((each) => each.name === to) : undefined;
    const why = above === undefined ? undefined : whyLeftOut(above);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Columns that name people, keys and what they did: names only, of nothing that is there. */
const OF_OTHERS = /^(.+_)?(user|key|session|request|call|team|external|proposal)_(id|ref)$/;

/** Whether rows may name records without a foreign key: facts their subject, merges both records. */
function namesFreely({ name, columns }: Table): boolean {
  const bound = new Set(references.flatMap((each) => (each.table === name ? each.columns : [])));
  return columns.some(
    (column) => /_(id|into)$/.test(column.name) && !bound.has(column.name) && !OF_OTHERS.test(column.name),
  );
}

/** Tables after those they refer to; of the others, those whose rows may name any record come last. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const left = new Set(tables);
  const sorted: Table[] = [];
  while (left.size > 0) {
    const free = [...left].filter(
      ({ name }) =>
        !references.some(
          ({ table, to }) => table === name && to !== name && [...left].some((each) => each.name === to),
        ),
    );
    const next = free.find((table) => !namesFreely(table)) ?? free[0]!;
    left.delete(next);
    sorted.push(next);
  }
  return sorted;
}

type Classes = { restored: readonly Table[]; leftOut: ReadonlyMap<string, WhyLeftOut> };

function classify(): Classes {
  const why = tenantTables().map((table) => [table, whyLeftOut(table)] as const);
  return {
    restored: parentsFirst(why.flatMap(([table, reason]) => (reason === undefined ? [table] : []))),
    leftOut: new Map(why.flatMap(([{ name }, reason]) => (reason === undefined ? [] : [[name, reason]]))),
  };
}

let classes: Classes | undefined;

/**
 * Which tables of an export are brought back into an empty workspace, in the order in which they can be, and why the others
 * are not. From the entities: a new table is brought back without being named anywhere.
 */
export const restoredTables = (): Classes => (classes ??= classify());

/** Of a draft that was sent, or that could not be. */
const PUBLISHED = `r.state IN ('published', 'failed')`;

/**
 * Columns that come back as something else, as SQL; `$3` is the person who restores. No draft is let through: what had been, and was not sent yet, is held, so
 * that a person decides anew. A view is the person's who restores. An undo that was under way is not.
 */
export const RESTORED_AS: Readonly<Record<string, string>> = {
  'drafts.state': `CASE WHEN r.state IN ('approved', 'scheduled', 'publishing') THEN 'held' ELSE r.state END`,
  'drafts.approval': `CASE WHEN ${PUBLISHED} THEN r.approval END`,
  'drafts.scheduled_for': `CASE WHEN ${PUBLISHED} THEN r.scheduled_for END`,
  'drafts.claimed_at': `CASE WHEN ${PUBLISHED} THEN r.claimed_at END`,
  'saved_views.user_id': '$3',
  'undo_jobs.state': `CASE WHEN r.state = 'running' THEN 'failed' ELSE r.state END`,
  'undo_jobs.session_id': 'NULL',
  'undo_jobs.leased_until': 'now()',
};

/** Tables of which only the publisher writes some states, such as of a draft that was sent. */
export const AS_PUBLISHER: ReadonlySet<string> = new Set(['drafts']);

/** Tables that keep whole rows of others, which name their workspace. */
export const KEEP_ROWS: ReadonlySet<string> = new Set(['undos', 'merged_records', 'mergers']);
