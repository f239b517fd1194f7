import { iso, statement } from '../statement.ts';
import type { KnownFact } from './audit.ts';

/** A fact as it is read, with the name of its account. */
export type FoundFact = KnownFact & { account_name: string | null };

export type NamedAccount = { id: string; name: string | null; domain: string | null };

export type Recalled = { account: NamedAccount | null; named: NamedAccount[]; facts: FoundFact[] };

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

/** Facts of the account and of its prospects that `condition` lets through; the newest end the search when it has enough. */
const ofAccount = (condition: string, order: string, limit: string) =>
  `(SELECT ${COLUMNS} FROM facts
      WHERE workspace_id = $1 AND account_id = $2 AND ($6 OR superseded_at IS NULL) AND ${condition}
      ORDER BY ${order} LIMIT ${limit})
   UNION ALL
   (SELECT ${COLUMNS} FROM facts
      WHERE workspace_id = $1 AND account_id IS NULL AND subject_type = 'prospect'
        AND subject_id IN (SELECT id FROM prospects WHERE workspace_id = $1 AND account_id = $2)
        AND ($6 OR superseded_at IS NULL) AND ${condition}
      ORDER BY ${order} LIMIT ${limit})
   ORDER BY ${order} LIMIT ${limit}`;

const HAS_ANY_WORD = 'search @@ (SELECT any_word FROM asked)';
const HAS_EVERY_WORD = 'search @@ (SELECT every_word FROM asked)';
// Read from a row: a plan made for the value `false` forgets the account, and starts workers to read no facts.
const EVERYTHING = '(SELECT everything FROM asked)';

/**
 * What may answer a question about one account, and the names the question needs. `$1`: workspace, `$2`: account, `$3`:
 * attributes, `$4`: subject types, `$5`: words as a tsquery, all of which a fact holds that comes first, `$6`: past values
 * too, `$7`: first words of names, `$8`: everything is asked for, `$9`: words, any of which will do, `$10`: facts wanted.
 */
export const recallOfAccount = statement(
  'recall_of_account',
  `WITH asked AS MATERIALIZED (
          SELECT to_tsquery('english', $5) AS every_word,
                 (SELECT string_agg(quote_literal(lexeme), ' | ') FROM unnest(to_tsvector('english', $9)))::tsquery AS any_word,
                 $8::boolean AS everything
        ),
        whole AS MATERIALIZED (
          ${ofAccount(`${HAS_ANY_WORD} AND ${HAS_EVERY_WORD}`, 'id DESC', `${MOST_BY_WORDS} + $10::int`)}
        ),
        partly AS MATERIALIZED (
          ${ofAccount(`(SELECT count(*) FROM whole) < ${MOST_BY_WORDS} + $10::int AND ${HAS_ANY_WORD} AND NOT ${HAS_EVERY_WORD}`, 'id DESC', `${MOST_BY_WORDS} + $10::int - (SELECT count(*) FROM whole)`)}
        ),
        on_topic AS MATERIALIZED (
          ${ofAccount(`attribute <> 'capture' AND (attribute = ANY ($3::text[]) OR subject_type = ANY ($4::text[]))`, 'single DESC, id DESC', `${MOST_ON_TOPIC}`)}
        ),
        anything AS MATERIALIZED (
          ${ofAccount(EVERYTHING, 'single DESC, id DESC', `${MOST_ON_TOPIC}`)}
        ),
        own AS MATERIALIZED (SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND id = $2),
        chosen AS (
          SELECT DISTINCT ON (id) * FROM (
            SELECT * FROM whole UNION ALL SELECT * FROM partly UNION ALL SELECT * FROM on_topic UNION ALL SELECT * FROM anything
          ) found
        )
   SELECT json_build_object(
     'account', (SELECT json_build_object('id', id, 'name', name, 'domain', domain) FROM own),
     'named', (SELECT COALESCE(json_agg(n), '[]') FROM (${named('$7')}) n WHERE n.id <> $2),
     'facts', COALESCE((${rendered('chosen', 'CASE WHEN f.account_id = $2 THEN (SELECT name FROM own) END')}), '[]')) AS recalled`,
  { generic: true },
);

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
     'account', NULL,
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
