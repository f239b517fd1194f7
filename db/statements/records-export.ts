import { statement } from '../statement.ts';

/** What says which account a record belongs to, as imports read it. */
const TIE = `a.external_ref AS account_ref, a.domain AS account_domain, a.name AS account_name`;
const ACCOUNT = 'LEFT JOIN accounts a ON a.workspace_id = t.workspace_id AND a.id = t.account_id';

/** A page of a kind's records by id. `$1` workspace, `$2` id to start above, `$3` most. */
const page = (table: string, columns: string, tied: boolean) =>
  `SELECT t.id, ${columns}${tied ? `, ${TIE}` : ''}, t.external_ref, t.payload FROM ${table} t ${tied ? ACCOUNT : ''}
   WHERE t.workspace_id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3::int`;

/** Characters that an import takes off the ends of a cell. */
const SPACE = String.raw`\u0001-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const PLAIN = `jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^[^${SPACE}]' AND value #>> '{}' ~ '[^${SPACE}]$'`;

/**
 * How many records of the next `$3` hold each name beside the typed ones, how many of those as text that a cell says as it
 * is, and the last id of them.
 */
const names = (table: string) =>
  `WITH next AS MATERIALIZED (SELECT id, payload FROM ${table} WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3::int)
   SELECT (SELECT max(id) FROM next) AS last_id, (SELECT count(*)::int FROM next) AS rows,
     COALESCE((SELECT json_object_agg(name, json_build_object('held', held, 'plain', plain)) FROM (
       SELECT name, count(*)::int AS held, (count(*) FILTER (WHERE ${PLAIN}))::int AS plain
       FROM next, jsonb_each(payload) AS field (name, value) GROUP BY name) each), '{}') AS names`;

const COMPANY = 't.name, t.domain, t.industry, t.employee_count';

export const exportPages = {
  account: statement('export_accounts', page('accounts', `${COMPANY}, t.tier`, false)),
  opp: statement(
    'export_opps',
    page(
      'opportunities',
      't.name, t.stage, t.amount::text AS amount, t.currency, t.close_date::text AS close_date, t.owner, t.meddpicc',
      true,
    ),
  ),
  contact: statement('export_contacts', page('contacts', 't.name, t.title, t.email, t.phone, t.linkedin', true)),
  prospect: statement('export_prospects', page('prospects', 't.name, t.title, t.email, t.notes', true)),
  target_account: statement('export_targets', page('target_accounts', `${COMPANY}, t.list_name`, false)),
};

export const exportNames = {
  account: statement('export_account_names', names('accounts')),
  opp: statement('export_opp_names', names('opportunities')),
  contact: statement('export_contact_names', names('contacts')),
  prospect: statement('export_prospect_names', names('prospects')),
  target_account: statement('export_target_names', names('target_accounts')),
};
