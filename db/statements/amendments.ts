import type { DoneBy } from '../entities/tenant.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/** The tables of what can be withdrawn, each with its account and the text its facts were read from. */
const TABLES = {
  captures: { account: 't.account_id', words: 't.text' },
  plan_entries: {
    account: '(SELECT p.account_id FROM plans p WHERE p.workspace_id = t.workspace_id AND p.id = t.plan_id)',
    words: 't.content',
  },
  meetings: { account: 't.account_id', words: `COALESCE(t.next_step, '')` },
  signals: { account: 't.account_id', words: `''` },
  drafts: { account: 't.account_id', words: `''` },
} as const;

type Table = keyof typeof TABLES;

const names = Object.keys(TABLES) as Table[];

/** One statement over all tables, of which one has the id. */
const inEach = (part: (table: Table) => string) => {
  const parts = names.map((table) => `${table}_row AS (${part(table)})`);
  const rows = names.map((table) => `SELECT * FROM ${table}_row`);
  return `WITH ${parts.join(',\n')} ${rows.join(' UNION ALL ')}`;
};

const CHANGED = (table: Table) =>
  `RETURNING t.id, ${TABLES[table].account} AS account_id, ${TABLES[table].words} AS words`;

type ChangedRow = { id: string; words: string };

/** Of drafts only those that wait, staged by the same key, or whichever where a person withdraws. */
const OWN_DRAFT = `AND t.state = 'pending' AND ($6::text IS NULL OR t.staged_by_key_id = $6)`;

/** `$1`: workspace, `$2`: record, `$3`: when, `$4`: by whom, `$5`: why, `$6`: the key; null for a person. */
export const withdrawRow = statement(
  'withdraw_record',
  inEach(
    (
      table,
    ) => `UPDATE every_${table} t SET withdrawn_at = $3::timestamptz, withdrawn_by = $4::jsonb, withdrawn_reason = $5
      WHERE t.workspace_id = $1 AND t.id = $2 AND t.withdrawn_at IS NULL ${table === 'drafts' ? OWN_DRAFT : ''} ${CHANGED(table)}`,
  ),
  { row: narrowed<ChangedRow>() },
);

/** A draft stays its play's unless another of that play waits by now. */
const PLAY = `, play_key = CASE WHEN EXISTS (SELECT FROM drafts o WHERE o.workspace_id = $1 AND o.play_key = t.play_key AND o.state = 'pending')
       THEN NULL ELSE t.play_key END`;

const isReferred = (table: Table) => table !== 'signals' && table !== 'drafts';

/** Where a row (`t`) comes back, a reference of another system stays its own unless another row has it by now. */
export const keepExternalRef = (table: Table) =>
  isReferred(table)
    ? `, external_ref = CASE WHEN EXISTS (SELECT FROM ${table} o WHERE o.workspace_id = $1 AND o.external_ref = t.external_ref)
       THEN NULL ELSE t.external_ref END`
    : '';

/** The reference that a restored row (`t`), which was `was`, has no more. */
const lostRef = (table: Table) =>
  isReferred(table) ? 'CASE WHEN t.external_ref IS NULL THEN was.external_ref END' : 'NULL::text';

/**
 * What a person withdrew, only a person restores. Answers the reference another record has by now, if one has. `$1`:
 * workspace, `$2`: record, `$3`: whether a person does.
 */
export const restoreRow = statement(
  'restore_record',
  inEach(
    (
      table,
    ) => `UPDATE every_${table} t SET withdrawn_at = NULL, withdrawn_by = NULL, withdrawn_reason = NULL${table === 'drafts' ? PLAY : keepExternalRef(table)}
      FROM every_${table} was WHERE was.workspace_id = $1 AND was.id = t.id AND t.workspace_id = $1 AND t.id = $2 AND t.withdrawn_at IS NOT NULL
        AND ($3::boolean OR t.withdrawn_by ->> 'key_id' IS NOT NULL) ${CHANGED(table)}, ${lostRef(table)} AS lost_ref`,
  ),
  { row: narrowed<ChangedRow>() },
);

/** The same over several records at once, drafts apart. */
const inEachButDrafts = (part: (table: Table) => string) => {
  const tables = names.filter((table) => table !== 'drafts');
  return `WITH ${tables.map((table) => `${table}_rows AS (${part(table)})`).join(',\n')}
    ${tables.map((table) => `SELECT * FROM ${table}_rows`).join(' UNION ALL ')}`;
};

/** Withdraws records of any kind but drafts. `$1`: workspace, `$2`: records, `$3`: when, `$4`: by whom, `$5`: why. */
export const withdrawRows = statement(
  'withdraw_records',
  inEachButDrafts(
    (
      table,
    ) => `UPDATE every_${table} t SET withdrawn_at = $3::timestamptz, withdrawn_by = $4::jsonb, withdrawn_reason = $5
      WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[]) AND t.withdrawn_at IS NULL RETURNING t.id`,
  ),
);

/** Brings such records back, whoever withdrew them. `$1`: workspace, `$2`: records. */
export const restoreRows = statement(
  'restore_records',
  inEachButDrafts(
    (
      table,
    ) => `UPDATE every_${table} t SET withdrawn_at = NULL, withdrawn_by = NULL, withdrawn_reason = NULL${keepExternalRef(table)}
      WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[]) AND t.withdrawn_at IS NOT NULL RETURNING t.id`,
  ),
);

const WITHDRAWN = `${iso('t.withdrawn_at')} AS withdrawn_at, t.withdrawn_by, t.withdrawn_reason`;

/** Where a record stands, for saying why it was not changed. `$1`: workspace, `$2`: record. */
export const findAmended = statement(
  'find_amended',
  names
    .map(
      (table) => `SELECT t.id, ${WITHDRAWN}, ${table === 'drafts' ? 't.state' : 'NULL::text'} AS state,
      ${table === 'drafts' ? 't.staged_by_key_id' : 'NULL::text'} AS staged_by_key_id
    FROM every_${table} t WHERE t.workspace_id = $1 AND t.id = $2`,
    )
    .join(' UNION ALL '),
  { row: narrowed<{ id: string; withdrawn_by: DoneBy | null }>() },
);

/** What a withdrawn item is shown by. */
const SHOWN: Record<Table, { kind: string; name: string; text: string }> = {
  captures: { kind: 'capture', name: 't.source', text: 't.text' },
  plan_entries: { kind: 'plan_entry', name: 't.section', text: 't.content' },
  meetings: { kind: 'meeting', name: 't.outcome', text: `concat_ws(' ', t.notes, t.next_step)` },
  signals: { kind: 'signal', name: 't.key', text: 't.value::text' },
  drafts: { kind: 'draft', name: `COALESCE(t.title, t.channel)`, text: 't.body' },
};

/**
 * Withdrawn items, the last first. `$1`: workspace, `$2`: of which account, or null, `$3`: how many, `$4`, `$5`: when the one
 * before was withdrawn, and its id, or null.
 */
export const listWithdrawn = statement(
  'list_withdrawn',
  `SELECT w.kind, w.id, w.name, left(w.text, 240) AS excerpt, w.account_id,
     (SELECT a.name FROM accounts a WHERE a.workspace_id = $1 AND a.id = w.account_id) AS account_name,
     ${iso('w.created_at')} AS created_at, ${iso('w.withdrawn_at')} AS withdrawn_at, w.withdrawn_by, w.withdrawn_reason
   FROM (${names
     .map(
       (
         table,
       ) => `SELECT '${SHOWN[table].kind}' AS kind, t.id, ${SHOWN[table].name} AS name, ${SHOWN[table].text} AS text,
         ${TABLES[table].account} AS account_id, t.created_at, t.withdrawn_at, t.withdrawn_by, t.withdrawn_reason
       FROM every_${table} t WHERE t.workspace_id = $1 AND t.withdrawn_at IS NOT NULL`,
     )
     .join('\n UNION ALL ')}) w
   WHERE ($2::text IS NULL OR w.account_id = $2) AND ($4::timestamptz IS NULL OR (w.withdrawn_at, w.id) < ($4, $5))
   ORDER BY w.withdrawn_at DESC, w.id DESC LIMIT $3`,
  {
    row: narrowed<{
      id: string;
      created_at: string;
      withdrawn_at: string;
      withdrawn_by: DoneBy;
      withdrawn_reason: string;
    }>(),
  },
);

export type WithdrawnItem = RowOf<typeof listWithdrawn>;
