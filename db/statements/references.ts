import { statement } from '../statement.ts';

const LIMIT = 11;

/** Records of a type by the words of a reference, exact ones first, or by external_ref. */
const referred = (type: string, table: string, name: string, detail: string, forms: Record<string, string> = {}) => {
  const exact = `COALESCE(lower(CASE r.form ${Object.entries(forms)
    .map(([form, column]) => `WHEN '${form}' THEN ${column}`)
    .join(' ')} WHEN 'name' THEN ${name} WHEN 'plain' THEN ${name} END) = lower(r.value), false)`;
  const columns = `t.id, ${name} AS name, ${detail} AS detail`;
  const ref =
    type === 'draft'
      ? ''
      : ` UNION ALL (SELECT ${columns}, true FROM ${table} t WHERE r.type = '${type}' AND r.form = 'ref'
     AND t.workspace_id = $1 AND t.external_ref = r.value)`;
  return `(SELECT ${columns}, ${exact} AS exact FROM ${table} t
     WHERE r.type = '${type}' AND r.form <> 'ref' AND t.workspace_id = $1 AND t.id = ANY (ARRAY(
       SELECT s.id FROM searchable_${table} s WHERE s.workspace_id = $1
       AND numnode(to_tsquery('simple', r.words)) > 0 AND s.search @@ (to_tsquery('simple', r.words) && $1::tsquery)))
     ORDER BY 4 DESC, t.id LIMIT ${LIMIT})${ref}`;
};

const accountName = '(SELECT a.name FROM accounts a WHERE a.workspace_id = $1 AND a.id = t.account_id)';

/**
 * What references may mean, at most 11 records each: `n` is the reference's number from 1. `$1`: workspace, `$2`: types,
 * `$3`: forms (`name`, `domain`, `email`, `ref`, `plain`), `$4`: values, `$5`: their words as tsquery, or null.
 */
export const findReferred = statement(
  'find_referred',
  `SELECT r.n::int AS n, f.id, f.name, f.detail, f.exact
   FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS r (type, form, value, words, n)
   CROSS JOIN LATERAL (
     ${[
       referred('account', 'accounts', 't.name', 't.domain', { domain: 't.domain' }),
       referred('opp', 'opportunities', 't.name', accountName),
       referred('contact', 'contacts', 't.name', `COALESCE(t.email, ${accountName})`, { email: 't.email' }),
       referred('prospect', 'prospects', 't.name', `COALESCE(t.email, ${accountName})`, { email: 't.email' }),
       referred('target_account', 'target_accounts', 't.name', 't.list_name', { domain: 't.domain' }),
       referred('draft', 'drafts', 't.title', 't.state'),
     ].join(' UNION ALL ')}) f
   ORDER BY r.n, f.exact DESC, f.id`,
);
