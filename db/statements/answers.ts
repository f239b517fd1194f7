import type { FactEvidence } from '../entities/facts.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';
import type { Statements } from '../statements.generated.ts';
import { EVIDENCE } from './evidence.ts';

/** Accounts up to so many current facts are read whole; of larger ones their fields and the best matches by words. */
const WHOLE = 160;
const MOST_FIELDS = 200;
const MOST_BY_WORDS = 120;
const MOST_UNATTACHED = 60;

/** Facts across accounts that one part of the search may find, and values of one attribute. */
const MOST_ACROSS = 120;
const MOST_OF_ATTRIBUTE = 60;

/** The newest facts of a workspace are read through before the index by words is asked: common words end there. */
const NEWEST = 8_000;

/** Older facts that are read through as well, of the accounts last worked on: an import fills the newest ones with fields. */
const SAMPLED_ACCOUNTS = 50;
const SAMPLED_FACTS = 40;

/** A word in fewer of those, and of as many newest ones, than this is looked up by the index: it finds few in the rest, too. */
const RARE = 12;
const NEWEST_SAMPLED = 2_000;

/** What the index finds is read up to here: one that is common after all must not hold up the answer. */
const MOST_MATCHING = 3_000;

/** Facts that tell that a name is known: for a single one PostgreSQL would rather read the table than ask the index. */
const MOST_LOOKED_AT = 100;

/** Accounts meant by name whose facts are read, and how many facts of them together. */
const MOST_MEANT = 8;
const MOST_OF_MEANT = 10_000;

type Recalled = Statements['recall_across']['row']['recalled'];

/** A fact as it is read, with the names of its account and of the key that wrote it. */
export type FoundFact = Omit<Recalled['facts'][number], 'evidence'> & { evidence: FactEvidence | null };

const COLUMNS = `id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, provider, key_id, user_id, run_ref,
  at, superseded_at, source_id, evidence`;

const rendered = (source: string) =>
  `SELECT json_agg(json_build_object('id', f.id, 'account_id', f.account_id,
     'account_name', (SELECT name FROM accounts WHERE workspace_id = $1 AND id = f.account_id), 'subject_type', f.subject_type,
     'subject_id', f.subject_id, 'attribute', f.attribute, 'value', f.value, 'sentence', f.sentence, 'single', f.single, 'tool', f.tool,
     'provider', f.provider, 'key_id', f.key_id, 'key_name', (SELECT name FROM key_names WHERE id = f.key_id), 'user_id', f.user_id,
     'run_ref', f.run_ref, 'at', ${iso('f.at')}, 'superseded_at', ${iso('f.superseded_at')},
     'source_id', f.source_id, 'evidence', ${EVIDENCE}) ORDER BY f.id DESC)
   FROM ${source} f`;

/** Accounts that begin with one of `words`, those whose whole name `text` (in small letters) has first, longer names before shorter. */
const named = (words: string, text: string) =>
  `SELECT id, name, domain FROM (
     SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND name_word = ANY (${words}::text[])
     UNION SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND domain_word = ANY (${words}::text[])
   ) alike
   ORDER BY strpos(${text}, lower(name)) > 0 DESC NULLS LAST, length(name) DESC, id LIMIT 50`;

const OF_ACCOUNT = 'workspace_id = $1 AND account_id = $2 AND ($4 OR superseded_at IS NULL)';

/** Facts of the account's prospects from before they were tied to an account: few, and read once. */
const UNATTACHED = `workspace_id = $1 AND account_id IS NULL AND subject_type = 'prospect'
  AND subject_id IN (SELECT id FROM prospects WHERE workspace_id = $1 AND account_id = $2) AND ($4 OR superseded_at IS NULL)`;

/**
 * What may bear on a question about one account, and the accounts that the question may name. Every fact of a small
 * account; of a larger one its fields, and the texts that match best by words. `$1`: workspace, `$2`: account, `$3`: words
 * as a tsquery, any of which will do, `$4`: past values too, `$5`: names asked for, each told whether any fact has it,
 * `$6`: first words of names, `$7`: facts to read besides, found by their meaning, `$8`: of the words as a tsquery those the question itself has,
 * `$9`: the question in small letters.
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
     (SELECT COALESCE(json_agg(n), '[]') FROM (${named('$6', '$9')}) n WHERE n.id <> $2) AS named,
     ARRAY(SELECT word FROM unnest($5::text[]) word WHERE EXISTS (
       SELECT 1 FROM facts WHERE workspace_id = $1 AND account_id = $2 AND search @@ plainto_tsquery('english', word))) AS known_names,
     f.id, f.account_id, CASE WHEN f.account_id = own.id THEN own.name END AS account_name, f.subject_type, f.subject_id, f.attribute,
     f.value, f.sentence, f.single, f.tool, f.provider, f.key_id, k.name AS key_name, f.user_id, f.run_ref, ${iso('f.at')} AS at,
     ${iso('f.superseded_at')} AS superseded_at, f.source_id, ${EVIDENCE} AS evidence
   FROM (SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND id = $2) own
     LEFT JOIN chosen f ON true LEFT JOIN key_names k ON k.id = f.key_id
   ORDER BY f.id DESC`,
  { generic: true, row: narrowed<{ evidence: FactEvidence | null }>() },
);

/**
 * What may bear on a question about all accounts of a workspace: the same work however many facts it has. `$1`: workspace,
 * `$2`: attributes asked for, `$3`: words as a tsquery, any of which will do, `$4`: past values too, `$5`: names asked for,
 * each told whether any fact has it, `$6`: first words of names, `$7`: facts of accounts only, `$8`: the question's own
 * words one by one, `$9`: facts to read besides, found by their meaning, `$10`: the question in small letters.
 */
export const recallAcross = statement(
  'recall_across',
  `WITH asked AS MATERIALIZED (SELECT to_tsquery('english', $3) AS words),
        meant AS MATERIALIZED (${named('$6', '$10')}),
        newest AS MATERIALIZED (
          SELECT id, search, ($4 OR superseded_at IS NULL) AND (NOT $7 OR account_id IS NOT NULL) AS shown
          FROM facts WHERE workspace_id = $1 ORDER BY id DESC LIMIT ${NEWEST}
        ),
        older AS MATERIALIZED (
          SELECT f.id, f.search, $4 OR f.superseded_at IS NULL AS shown
          FROM (SELECT id FROM accounts WHERE workspace_id = $1 ORDER BY updated_at DESC, id DESC LIMIT ${SAMPLED_ACCOUNTS}) a
            CROSS JOIN LATERAL (
              SELECT id, search, superseded_at FROM facts
              WHERE workspace_id = $1 AND account_id = a.id AND id < (SELECT min(id) FROM newest)
              ORDER BY id DESC LIMIT ${SAMPLED_FACTS}
            ) f
          WHERE (SELECT count(*) >= ${NEWEST} FROM newest)
        ),
        common AS MATERIALIZED (
          SELECT id FROM (SELECT * FROM newest UNION ALL SELECT * FROM older) found, asked
          WHERE shown AND search @@ asked.words
          ORDER BY ts_rank(search, asked.words) DESC, id DESC LIMIT ${MOST_ACROSS}
        ),
        sampled AS MATERIALIZED ((SELECT search FROM newest LIMIT ${NEWEST_SAMPLED}) UNION ALL SELECT search FROM older),
        rare AS MATERIALIZED (
          SELECT string_agg('(' || word::text || ')', ' | ')::tsquery AS words FROM (
            SELECT plainto_tsquery('english', each) AS word FROM unnest($8::text[]) each
          ) single
          WHERE numnode(word) > 0 AND (SELECT count(*) >= ${NEWEST} FROM newest)
            AND (SELECT count(*) FROM (SELECT FROM sampled WHERE search @@ word LIMIT ${RARE}) few) < ${RARE}
        ),
        matching AS MATERIALIZED (
          SELECT id, search FROM searchable_facts
          WHERE workspace_id = $1 AND search @@ ((SELECT words FROM rare) && $1::tsquery)
            AND ($4 OR superseded_at IS NULL) AND (NOT $7 OR account_id IS NOT NULL) AND (SELECT words FROM rare) IS NOT NULL
          LIMIT ${MOST_MATCHING}
        ),
        chosen AS MATERIALIZED (
          SELECT id FROM common
          UNION
          (SELECT id FROM matching, asked ORDER BY ts_rank(search, asked.words) DESC, id DESC LIMIT ${MOST_ACROSS})
          UNION
          SELECT current.id FROM unnest($2::text[]) asked_for CROSS JOIN LATERAL (
            SELECT id FROM facts
            WHERE workspace_id = $1 AND attribute = asked_for AND attribute <> '' AND single AND superseded_at IS NULL AND (NOT $7 OR account_id IS NOT NULL)
            ORDER BY id DESC LIMIT ${MOST_OF_ATTRIBUTE}
          ) current
          UNION
          SELECT theirs.id FROM (SELECT id FROM meant LIMIT ${MOST_MEANT}) account CROSS JOIN LATERAL (
            SELECT id FROM (
              SELECT id, single, search FROM facts
              WHERE workspace_id = $1 AND account_id = account.id AND ($4 OR superseded_at IS NULL)
              ORDER BY id DESC LIMIT ${MOST_OF_MEANT} / (SELECT greatest(1, least(${MOST_MEANT}, count(*))) FROM meant)
            ) latest, asked
            WHERE single OR search @@ asked.words
            ORDER BY ts_rank(search, asked.words) DESC, id DESC
            LIMIT ${MOST_ACROSS} / (SELECT least(3, greatest(1, count(*))) FROM meant)
          ) theirs
          UNION
          SELECT unnest($9::text[])
        )
   SELECT json_build_object(
     'named', (SELECT COALESCE(json_agg(meant), '[]') FROM meant),
     'known_names', ARRAY(SELECT word FROM unnest($5::text[]) word WHERE CASE
       WHEN EXISTS (SELECT 1 FROM newest WHERE search @@ plainto_tsquery('english', word)) THEN true
       ELSE (SELECT count(*) > 0 FROM (
         SELECT FROM searchable_facts WHERE workspace_id = $1 AND search @@ (plainto_tsquery('english', word) && $1::tsquery)
         LIMIT ${MOST_LOOKED_AT}) few) END),
     'facts', COALESCE((${rendered(`(
       SELECT ${COLUMNS} FROM facts
       WHERE workspace_id = $1 AND id = ANY (ARRAY(SELECT id FROM chosen)) AND ($4 OR superseded_at IS NULL)
         AND (NOT $7 OR account_id IS NOT NULL))`)}), '[]')) AS recalled`,
  { row: narrowed<{ recalled: Omit<Recalled, 'facts'> & { facts: FoundFact[] } }>() },
);

/** The workspaces a user may see the accounts of as a member of teams: their owners'. `$1`: user. */
export const findTeamWorkspaces = statement(
  'find_team_workspaces',
  `SELECT DISTINCT w.id AS workspace_id, w.owner_user_id AS user_id, u.name AS user_name
   FROM team_members m JOIN teams t ON t.id = m.team_id JOIN workspaces w ON w.owner_user_id = t.owner_user_id
   JOIN users u ON u.id = w.owner_user_id
   WHERE m.user_id = $1 ORDER BY w.id`,
);

/** A fact recalled of one account, or none, beside the account itself and the accounts that the question may name. */
export type RecalledRow = RowOf<typeof recallOfAccount>;
