import { iso, type RowOf, statement } from '../statement.ts';

/** Accounts up to so many current facts are read whole; of larger ones their fields and the best matches by words. */
const WHOLE = 160;
const MOST_FIELDS = 200;
const MOST_BY_WORDS = 120;
const MOST_UNATTACHED = 60;

/** Facts across accounts that one part of the search may find. */
const MOST_ACROSS = 120;

/** The newest facts of a workspace are read through before the index by words is asked: common words end there. */
const NEWEST = 8_000;

/** A word in fewer of the newest facts than this is looked up by the index: it finds few in the rest, too. */
const SAMPLE = 2_000;
const RARE = 12;

const COLUMNS = `id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, provider, key_id, user_id, run_ref,
  at, superseded_at`;

const rendered = (source: string) =>
  `SELECT json_agg(json_build_object('id', f.id, 'account_id', f.account_id,
     'account_name', (SELECT name FROM accounts WHERE workspace_id = $1 AND id = f.account_id), 'subject_type', f.subject_type,
     'subject_id', f.subject_id, 'attribute', f.attribute, 'value', f.value, 'sentence', f.sentence, 'single', f.single, 'tool', f.tool,
     'provider', f.provider, 'key_id', f.key_id, 'key_name', (SELECT name FROM key_names WHERE id = f.key_id), 'user_id', f.user_id,
     'run_ref', f.run_ref, 'at', ${iso('f.at')}, 'superseded_at', ${iso('f.superseded_at')}) ORDER BY f.id DESC)
   FROM ${source} f`;

const named = (words: string) =>
  `SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND name_word = ANY (${words}::text[])
   UNION SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND domain_word = ANY (${words}::text[])
   ORDER BY id LIMIT 50`;

const OF_ACCOUNT = 'workspace_id = $1 AND account_id = $2 AND ($4 OR superseded_at IS NULL)';

/** Facts of the account's prospects from before they were tied to an account: few, and read once. */
const UNATTACHED = `workspace_id = $1 AND account_id IS NULL AND subject_type = 'prospect'
  AND subject_id IN (SELECT id FROM prospects WHERE workspace_id = $1 AND account_id = $2) AND ($4 OR superseded_at IS NULL)`;

/**
 * What may bear on a question about one account, and the accounts that the question may name. Every fact of a small
 * account; of a larger one its fields, and the texts that match best by words. `$1`: workspace, `$2`: account, `$3`: words
 * as a tsquery, any of which will do, `$4`: past values too, `$5`: names asked for, each told whether any fact has it,
 * `$6`: first words of names, `$7`: facts to read besides, found by their meaning, `$8`: of the words as a tsquery those the question itself has.
 */
export const recallOfAccount = statement(
  'recall_of_account',
  `WITH asked AS MATERIALIZED (SELECT to_tsquery('english', $3) AS words, to_tsquery('english', $8) AS own),
        size AS MATERIALIZED (SELECT count(*) <= ${WHOLE} AS small FROM (SELECT 1 FROM facts WHERE ${OF_ACCOUNT} LIMIT ${WHOLE + 1}) first),
        whole AS MATERIALIZED (SELECT ${COLUMNS} FROM facts WHERE ${OF_ACCOUNT} AND (SELECT small FROM size)),
        fields AS MATERIALIZED (
          SELECT ${COLUMNS} FROM facts WHERE ${OF_ACCOUNT} AND attribute <> 'capture' AND single AND NOT (SELECT small FROM size)
          ORDER BY id DESC LIMIT ${MOST_FIELDS}
        ),
        texts AS MATERIALIZED (
          SELECT ${COLUMNS} FROM facts WHERE ${OF_ACCOUNT} AND search @@ (SELECT words FROM asked) AND NOT (SELECT small FROM size)
          ORDER BY ts_rank(search, (SELECT own FROM asked)) + 0.3 * ts_rank(search, (SELECT words FROM asked)) DESC, id DESC
          LIMIT ${MOST_BY_WORDS}
        ),
        near AS MATERIALIZED (SELECT ${COLUMNS} FROM facts WHERE ${OF_ACCOUNT} AND id = ANY ($7::text[])),
        unattached AS MATERIALIZED (SELECT ${COLUMNS} FROM facts WHERE ${UNATTACHED} ORDER BY id DESC LIMIT ${MOST_UNATTACHED}),
        chosen AS (
          SELECT DISTINCT ON (id) * FROM (
            SELECT * FROM whole UNION ALL SELECT * FROM fields UNION ALL SELECT * FROM texts UNION ALL SELECT * FROM near
            UNION ALL SELECT * FROM unattached
          ) found
        )
   SELECT own.id AS own_id, own.name AS own_name, own.domain AS own_domain, (SELECT small FROM size) AS is_whole,
     (SELECT COALESCE(json_agg(n), '[]') FROM (${named('$6')}) n WHERE n.id <> $2) AS named,
     ARRAY(SELECT word FROM unnest($5::text[]) word WHERE EXISTS (
       SELECT 1 FROM facts WHERE workspace_id = $1 AND account_id = $2 AND search @@ plainto_tsquery('english', word))) AS known_names,
     f.id, f.account_id, CASE WHEN f.account_id = own.id THEN own.name END AS account_name, f.subject_type, f.subject_id, f.attribute,
     f.value, f.sentence, f.single, f.tool, f.provider, f.key_id, k.name AS key_name, f.user_id, f.run_ref, ${iso('f.at')} AS at,
     ${iso('f.superseded_at')} AS superseded_at
   FROM (SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND id = $2) own
     LEFT JOIN chosen f ON true LEFT JOIN key_names k ON k.id = f.key_id
   ORDER BY f.id DESC`,
  { generic: true },
);

/**
 * What may bear on a question about all accounts of a workspace. `$1`: workspace, `$2`: attributes asked for, `$3`: words as
 * a tsquery, any of which will do, `$4`: past values too, `$5`: names asked for, each told whether any fact has it, `$6`:
 * first words of names, `$7`: facts of accounts only, `$8`: the question's own words one by one, `$9`: facts to read
 * besides, found by their meaning.
 */
export const recallAcross = statement(
  'recall_across',
  `WITH asked AS MATERIALIZED (SELECT to_tsquery('english', $3) AS words),
        meant AS MATERIALIZED (${named('$6')}),
        newest AS MATERIALIZED (
          SELECT ${COLUMNS}, search, row_number() OVER () AS place
          FROM (SELECT ${COLUMNS}, search FROM facts WHERE workspace_id = $1 ORDER BY id DESC LIMIT ${NEWEST}) latest
        ),
        recent AS MATERIALIZED (
          SELECT ${COLUMNS} FROM newest, asked
          WHERE search @@ asked.words AND ($4 OR superseded_at IS NULL) AND (NOT $7 OR account_id IS NOT NULL)
          ORDER BY ts_rank_cd(search, asked.words) DESC, id DESC LIMIT ${MOST_ACROSS}
        ),
        rare AS MATERIALIZED (
          SELECT string_agg('(' || word::text || ')', ' | ')::tsquery AS words FROM (
            SELECT plainto_tsquery('english', each) AS word FROM unnest($8::text[]) each
          ) single
          WHERE numnode(word) > 0 AND (SELECT count(*) >= ${NEWEST} FROM newest)
            AND (SELECT count(*) FROM newest WHERE place <= ${SAMPLE} AND search @@ word) < ${RARE}
        ),
        matching AS MATERIALIZED (
          SELECT ${COLUMNS}, search FROM searchable_facts
          WHERE workspace_id = $1 AND search @@ ((SELECT words FROM rare) && $1::tsquery)
            AND ($4 OR superseded_at IS NULL) AND (NOT $7 OR account_id IS NOT NULL) AND (SELECT words FROM rare) IS NOT NULL
        ),
        chosen AS (
          SELECT * FROM recent
          UNION
          (SELECT ${COLUMNS} FROM matching, asked ORDER BY ts_rank_cd(search, asked.words) DESC, id DESC LIMIT ${MOST_ACROSS})
          UNION
          SELECT current.* FROM unnest($2::text[]) asked_for CROSS JOIN LATERAL (
            SELECT ${COLUMNS} FROM facts
            WHERE workspace_id = $1 AND attribute = asked_for AND single AND superseded_at IS NULL AND (NOT $7 OR account_id IS NOT NULL)
            ORDER BY id DESC LIMIT ${MOST_ACROSS}
          ) current
          UNION
          SELECT theirs.* FROM meant CROSS JOIN LATERAL (
            SELECT ${COLUMNS} FROM facts, asked
            WHERE workspace_id = $1 AND account_id = meant.id AND ($4 OR superseded_at IS NULL) AND (single OR search @@ asked.words)
            ORDER BY ts_rank_cd(search, asked.words) DESC, id DESC LIMIT ${MOST_ACROSS}
          ) theirs
          UNION
          SELECT ${COLUMNS} FROM facts
          WHERE workspace_id = $1 AND id = ANY ($9::text[]) AND ($4 OR superseded_at IS NULL) AND (NOT $7 OR account_id IS NOT NULL)
        )
   SELECT json_build_object(
     'named', (SELECT COALESCE(json_agg(meant), '[]') FROM meant),
     'known_names', ARRAY(SELECT word FROM unnest($5::text[]) word WHERE EXISTS (
       SELECT 1 FROM searchable_facts WHERE workspace_id = $1 AND search @@ (plainto_tsquery('english', word) && $1::tsquery))),
     'facts', COALESCE((${rendered('chosen')}), '[]')) AS recalled`,
);

/** The workspaces a user may see the accounts of as a member of teams: their owners'. `$1`: user. */
export const findTeamWorkspaces = statement(
  'find_team_workspaces',
  `SELECT DISTINCT w.id AS workspace_id, w.owner_user_id AS user_id, u.name AS user_name
   FROM team_members m JOIN teams t ON t.id = m.team_id JOIN workspaces w ON w.owner_user_id = t.owner_user_id
   JOIN users u ON u.id = w.owner_user_id
   WHERE m.user_id = $1 ORDER BY w.id`,
);

/** A fact as it is read, with the names of its account and of the key that wrote it. */
export type FoundFact = RowOf<typeof recallAcross>['recalled']['facts'][number];

/** A fact recalled of one account, or none, beside the account itself and the accounts that the question may name. */
export type RecalledRow = RowOf<typeof recallOfAccount>;
