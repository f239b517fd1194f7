// The questions of bench/answers.ts, the facts they are asked about, and the statements its answers are measured beside.

export const QUESTIONS = [
  'Who signs the contract?',
  'Who else are they evaluating?',
  'What did the head of operations say about the rollout?',
  'When does the Temenos licence expire?',
  'What is the next step?',
  'How many dispatchers took part in the pilot?',
];

/** Call notes as agents log them: a line each, with a person, a product, a figure and a month chosen by number. */
export const LINES = [
  '{p} wants the rollout in {m}, before the audit.',
  'Spoke with {p}: the pilot cut handling time by {n} percent.',
  'They compare us with {v} and with an in-house build.',
  '{p} asked for a security review and two references.',
  'Procurement needs {n} days for a new supplier.',
  'The licence of {v} expires in {m}.',
  '{n} dispatchers took part in the trial at the second site.',
  '{p} is worried about the cost of training.',
  'Budget of {n} thousand is planned for {m}.',
  'The head of operations said the interface is too slow for the night shift.',
  'Next call with {p} in {m}, together with finance.',
  '{p} will sign once legal has seen the data processing agreement.',
];

export const FILL = `
  INSERT INTO facts (workspace_id, id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, key_id, user_id, at)
  SELECT $1, 'fact_' || lpad(($2::int + n)::text, 26, '0'), account, 'account', account, 'capture', line, line, false, 'log_capture',
         'key_bench', 'usr_bench', now() - ($3::int - n) * interval '1 minute'
  FROM generate_series(1, $3::int) n,
       LATERAL (SELECT ($5::text[])[1 + n % cardinality($5::text[])] AS account) a,
       LATERAL (SELECT replace(replace(replace(replace(($4::text[])[1 + (n * 7 + n / 13) % cardinality($4::text[])],
         '{p}', (ARRAY['Dana', 'Lee', 'Ola', 'Imke', 'Piers', 'Maud', 'Tomas', 'Ravi'])[1 + n % 8] || ' ' || initcap(substr(md5((n % 4000)::text), 1, 7))),
         '{m}', (ARRAY['January', 'March', 'May', 'June', 'September', 'November'])[1 + n % 6]),
         '{v}', (ARRAY['Temenos', 'Copperwell', 'Tesserae', 'Quillfire', 'Stillhouse'])[1 + (n / 3) % 5] || ' ' || substr(md5((n % 900)::text), 1, 4)),
         '{n}', (2 + n % 97)::text) AS line) l`;

/** Values of deals, a fifth of the facts across accounts, newer than all notes: as after an import. */
export const FILL_FIELDS = `
  INSERT INTO facts (workspace_id, id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, key_id, user_id, at)
  SELECT $1, 'fact_1' || lpad(n::text, 25, '0'), ($3::text[])[1 + n % cardinality($3::text[])], 'opportunity',
         'opp_' || lpad((n / 5)::text, 26, '0'), attribute, value, 'Deal ' || n / 5 || ': ' || replace(attribute, '_', ' ') || ' is ' || value || '.',
         true, 'gtm_crm_write', 'key_bench', 'usr_bench', now()
  FROM generate_series(1, $2::int) n,
       LATERAL (SELECT (ARRAY['champion', 'next_step', 'stage', 'amount', 'close_date'])[1 + n % 5] AS attribute,
                       'Value ' || substr(md5((n % 4000)::text), 1, 9) AS value) f`;

/** The candidates of a question, as the tool reads them: the bare query that does the same work. */
export const BARE_SAME = `
  SELECT id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, provider, key_id, user_id, run_ref, at, superseded_at
  FROM facts, to_tsquery('english', $3) words
  WHERE workspace_id = $1 AND account_id = $2 AND superseded_at IS NULL AND search @@ words
  ORDER BY ts_rank(search, words) DESC, id DESC LIMIT 140`;

/** The words of a question, any of which matches: the naive query. */
export const BARE_ACCOUNT = `
  SELECT id, sentence, tool, at FROM facts, to_tsquery('english', $3) words
  WHERE workspace_id = $1 AND account_id = $2 AND superseded_at IS NULL AND search @@ words
  ORDER BY ts_rank(search, words) DESC, id DESC LIMIT 10`;

/** The same for the baseline: its key looked up before, its audit row durable after. */
export const BARE_KEY = `
  SELECT k.id, k.scopes, ARRAY(SELECT slug FROM entitlements e WHERE e.user_id = k.user_id) AS slugs
  FROM api_keys k WHERE k.prefix = left($1, 12) AND k.revoked_at IS NULL`;
export const BARE_AUDIT = `INSERT INTO bare_audit (key_id, tool, bytes) VALUES ($1, $2, $3)`;

/** All words of a question, as full text takes them, over all accounts. */
export const BARE_ACROSS = `
  SELECT id, account_id, sentence, tool, at FROM searchable_facts, plainto_tsquery('english', $2) words
  WHERE workspace_id = $1 AND superseded_at IS NULL AND search @@ (words && $3::tsquery)
  ORDER BY ts_rank(search, words) DESC, id DESC LIMIT 20`;
