import { iso, type RowOf, statement } from '../statement.ts';

/** Facts of an account that may be looked at: the newest of each attribute asked for, and the best matches by words. */
const MOST_ON_TOPIC = 40;
const MOST_BY_WORDS = 40;

/** Facts across accounts that one part of the search may find. */
const MOST_ACROSS = 60;

/** The newest facts of a workspace are read through before the index by words is asked: common words end there. */
const NEWEST = 8_000;

const COLUMNS = `id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, provider, key_id, user_id, run_ref,
  at, superseded_at`;

const rendered = (source: string, accountName: string) =>
  `SELECT json_agg(json_build_object('id', f.id, 'account_id', f.account_id, 'account_name', ${accountName}, 'subject_type', f.subject_type,
     'subject_id', f.subject_id, 'attribute', f.attribute, 'value', f.value, 'sentence', f.sentence, 'single', f.single, 'tool', f.tool,
     'provider', f.provider, 'key_id', f.key_id, 'user_id', f.user_id, 'run_ref', f.run_ref, 'at', ${iso('f.at')},
     'superseded_at', ${iso('f.superseded_at')}) ORDER BY f.id DESC)
   FROM ${source} f`;

const named = (words: string) =>
  `SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND name_word = ANY (${words}::text[])
   UNION SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND domain_word = ANY (${words}::text[])
   ORDER BY id LIMIT 50`;

const HAS_ANY_WORD = 'search @@ (SELECT any_word FROM asked)';
const HAS_EVERY_WORD = 'search @@ (SELECT every_word FROM asked)';
const IS_ON_TOPIC = `attribute <> 'capture' AND (attribute = ANY ($3::text[]) OR subject_type = ANY ($4::text[]))`;
const NEWEST_FIRST = 'id DESC';
const FIELDS_FIRST = 'single DESC, id DESC';

const ofAccount = (condition: string, order: string, limit: string) =>
  `SELECT ${COLUMNS} FROM facts
   WHERE workspace_id = $1 AND account_id = $2 AND ($6 OR superseded_at IS NULL) AND ${condition}
   ORDER BY ${order} LIMIT ${limit}`;

/** Facts of the account's prospects from before they were tied to an account: few, and read once. */
const ofItsProspects = (condition: string, order: string, limit: string) =>
  `SELECT ${COLUMNS} FROM facts
   WHERE workspace_id = $1 AND account_id IS NULL AND subject_type = 'prospect'
     AND subject_id IN (SELECT id FROM prospects WHERE workspace_id = $1 AND account_id = $2)
     AND ($6 OR superseded_at IS NULL) AND ${condition}
   ORDER BY ${order} LIMIT ${limit}`;

/** The parts of the search for what a question asks: by its words, all of them first, and by attribute. */
const PARTS_ASKED_FOR = {
  whole: ofAccount(`${HAS_ANY_WORD} AND ${HAS_EVERY_WORD}`, NEWEST_FIRST, `${MOST_BY_WORDS} + $8::int`),
  partly: ofAccount(
    `(SELECT count(*) FROM whole) < ${MOST_BY_WORDS} + $8::int AND ${HAS_ANY_WORD} AND NOT ${HAS_EVERY_WORD}`,
    NEWEST_FIRST,
    `${MOST_BY_WORDS} + $8::int - (SELECT count(*) FROM whole)`,
  ),
  on_topic: ofAccount(IS_ON_TOPIC, FIELDS_FIRST, `${MOST_ON_TOPIC}`),
  unattached: ofItsProspects(
    `(${HAS_ANY_WORD} OR ${IS_ON_TOPIC})`,
    `${HAS_EVERY_WORD} DESC, ${FIELDS_FIRST}`,
    `${MOST_BY_WORDS} + $8::int`,
  ),
};

/** Beside them, for a question that asks for everything. */
const PARTS_FOR_EVERYTHING = {
  ...PARTS_ASKED_FOR,
  anything: ofAccount('true', FIELDS_FIRST, `${MOST_ON_TOPIC}`),
  anything_unattached: ofItsProspects('true', FIELDS_FIRST, `${MOST_ON_TOPIC}`),
};

const recallOf = <const Name extends string>(name: Name, parts: Record<string, string>, namedAccounts: string) =>
  statement(
    name,
    `WITH asked AS MATERIALIZED (
          SELECT to_tsquery('english', $5) AS every_word,
                 (SELECT string_agg(quote_literal(lexeme), ' | ') FROM unnest(to_tsvector('english', $7)))::tsquery AS any_word
        ),
        ${Object.entries(parts)
          .map(([part, sql]) => `${part} AS MATERIALIZED (${sql})`)
          .join(',\n        ')},
        chosen AS (
          SELECT DISTINCT ON (id) * FROM (
            ${Object.keys(parts)
              .map((part) => `SELECT * FROM ${part}`)
              .join(' UNION ALL ')}
          ) found
        )
   SELECT own.id AS own_id, own.name AS own_name, own.domain AS own_domain, ${namedAccounts} AS named,
     f.id, f.account_id, CASE WHEN f.account_id = own.id THEN own.name END AS account_name, f.subject_type, f.subject_id, f.attribute,
     f.value, f.sentence, f.single, f.tool, f.provider, f.key_id, f.user_id, f.run_ref, ${iso('f.at')} AS at,
     ${iso('f.superseded_at')} AS superseded_at
   FROM (SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND id = $2) own LEFT JOIN chosen f ON true
   ORDER BY f.id DESC`,
    { generic: true },
  );

const NAMED = `(SELECT COALESCE(json_agg(n), '[]') FROM (${named('$9')}) n WHERE n.id <> $2)`;
const NOBODY_NAMED = `'[]'::json`;

/**
 * What may answer a question about one account, and the accounts that the question may name; one statement for each way
 * to ask, because each part of a plan costs time where it finds nothing, too. `$1`: workspace, `$2`: account, `$3`:
 * attributes, `$4`: subject types, `$5`: words as a tsquery, all of which a fact holds that comes first, `$6`: past values
 * too, `$7`: words, any of which will do, `$8`: facts wanted, `$9`: first words of names.
 */
export const recallOfAccount = {
  asked: recallOf('recall_asked', PARTS_ASKED_FOR, NOBODY_NAMED),
  askedNaming: recallOf('recall_asked_naming', PARTS_ASKED_FOR, NAMED),
  everything: recallOf('recall_everything', PARTS_FOR_EVERYTHING, NAMED),
};

/**
 * What may answer a question about all accounts of a workspace. `$1`: workspace, `$2`: attributes, `$3`: subject types,
 * `$4`: words as a tsquery, all of which a fact holds, `$5`: words, any of which a fact of a named account holds, `$6`:
 * past values too, `$7`: first words of names, `$8`: facts of accounts only, `$9`: everything is asked for.
 */
export const recallAcross = statement(
  'recall_across',
  `WITH asked AS MATERIALIZED (SELECT to_tsquery('english', $4) AS words, to_tsquery('english', $5) AS any_word),
        meant AS MATERIALIZED (${named('$7')}),
        recent AS MATERIALIZED (
          SELECT ${COLUMNS}
          FROM (SELECT ${COLUMNS}, search FROM facts WHERE workspace_id = $1 ORDER BY id DESC LIMIT ${NEWEST}) newest, asked
          WHERE (search @@ asked.words OR $9) AND ($6 OR superseded_at IS NULL) AND (NOT $8 OR account_id IS NOT NULL)
          ORDER BY id DESC LIMIT ${MOST_ACROSS}
        ),
        matching AS MATERIALIZED (
          SELECT ${COLUMNS} FROM searchable_facts
          WHERE workspace_id = $1 AND search @@ ((SELECT words FROM asked) && $1::tsquery)
            AND ($6 OR superseded_at IS NULL) AND (NOT $8 OR account_id IS NOT NULL)
            AND (SELECT count(*) FROM recent) < ${MOST_ACROSS} AND (SELECT numnode(words) > 0 FROM asked) AND NOT $9
        ),
        chosen AS (
          SELECT * FROM recent
          UNION
          (SELECT * FROM matching ORDER BY id DESC LIMIT ${MOST_ACROSS})
          UNION
          SELECT newest.* FROM unnest($2::text[]) asked_for CROSS JOIN LATERAL (
            SELECT ${COLUMNS} FROM facts
            WHERE workspace_id = $1 AND attribute = asked_for AND single AND superseded_at IS NULL AND (NOT $8 OR account_id IS NOT NULL)
            ORDER BY id DESC LIMIT ${MOST_ACROSS}
          ) newest
          UNION
          SELECT theirs.* FROM meant CROSS JOIN LATERAL (
            SELECT ${COLUMNS} FROM facts, asked
            WHERE workspace_id = $1 AND account_id = meant.id AND ($6 OR superseded_at IS NULL)
              AND ($9 OR attribute = ANY ($2::text[]) OR subject_type = ANY ($3::text[]) OR search @@ asked.any_word)
            ORDER BY attribute = ANY ($2::text[]) DESC, ts_rank(search, asked.any_word) DESC, id DESC LIMIT ${MOST_ACROSS}
          ) theirs
        )
   SELECT json_build_object(
     'named', (SELECT COALESCE(json_agg(meant), '[]') FROM meant),
     'facts', COALESCE((${rendered('chosen', '(SELECT name FROM accounts WHERE workspace_id = $1 AND id = f.account_id)')}), '[]')) AS recalled`,
);

/** The workspaces a user may see the accounts of as a member of teams: their owners'. `$1`: user. */
export const findTeamWorkspaces = statement(
  'find_team_workspaces',
  `SELECT DISTINCT w.id AS workspace_id, w.owner_user_id AS user_id, u.name AS user_name
   FROM team_members m JOIN teams t ON t.id = m.team_id JOIN workspaces w ON w.owner_user_id = t.owner_user_id
   JOIN users u ON u.id = w.owner_user_id
   WHERE m.user_id = $1 ORDER BY w.id`,
);

/** A fact as it is read, with the name of its account. */
export type FoundFact = RowOf<typeof recallAcross>['recalled']['facts'][number];

/** A fact recalled of one account, or none, beside the account itself and the accounts that the question may name. */
export type RecalledRow = RowOf<(typeof recallOfAccount)['everything']>;
