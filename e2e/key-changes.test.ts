import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratch } from '../db/describe/scratch.ts';
import { checkKeys, findKeys, type KeyRow } from '../db/statements/keys.ts';
import { keepUsage } from '../db/statements/quotas.ts';
import { checkQuota } from '../server/gate/quota.ts';

/**
 * What decides over keys is changed at random, by every kind of write that is possible, and time goes by: whenever a
 * look-up finds another key than before, the comparison that calls make in its place says so.
 */
let scratch: Awaited<ReturnType<typeof openScratch>>;

beforeAll(async () => {
  scratch = await openScratch();
});

afterAll(() => scratch.close());

const ask = async <Row>(text: string, values: unknown[] = []) => (await scratch.pglite.query<Row>(text, values)).rows;

const PEOPLE = ['a', 'b', 'c'] as const;
const TEAMS = ['t1', 't2'] as const;
/** Each of a person, or of one of the teams. */
const KEYS = PEOPLE.flatMap((person) => [
  { id: `key_${person}`, person, team: null },
  { id: `key_${person}_1`, person, team: 't1' },
]);

const WORLD = [
  ...PEOPLE.flatMap((person) => [
    `INSERT INTO users (id, email, name) VALUES ('usr_${person}', '${person}@example.com', '${person}')`,
    `INSERT INTO workspaces (id, owner_user_id, name) VALUES ('ws_${person}', 'usr_${person}', '${person}')`,
  ]),
  ...TEAMS.map((team) => `INSERT INTO teams (id, owner_user_id, name) VALUES ('${team}', 'usr_a', '${team}')`),
  `INSERT INTO team_members (team_id, user_id) VALUES ('t1', 'usr_b'), ('t2', 'usr_b'), ('t2', 'usr_c')`,
  ...KEYS.flatMap(({ id, person, team }) => [
    `INSERT INTO api_keys (id, workspace_id, user_id, team_id, name, prefix, scopes)
       VALUES ('${id}', 'ws_${person}', 'usr_${person}', ${team === null ? 'NULL' : `'${team}'`}, 'key', 'sat_', '{}')`,
    `INSERT INTO api_key_secrets (hash, key_id) VALUES ('${id}', '${id}')`,
  ]),
];

/** What a workspace may hold where nothing else is set. */
const QUOTAS = { rows: 2, bytes: 100, keys: 10 };

/** Writes the count of a workspace. */
const counted = (workspace: string, rows: number) =>
  [`'${workspace}'`, rows, 1, `''`, true, QUOTAS.rows, QUOTAS.bytes].reduce<string>(
    (text, value, index) => text.replaceAll(`$${index + 1}`, String(value)),
    keepUsage.text,
  );

const person = fc.constantFrom(...PEOPLE);
const team = fc.constantFrom(...TEAMS);
const key = fc.constantFrom(...KEYS);
const n = fc.integer({ min: 0, max: 3 });
const plugin = fc.constantFrom('deal-desk', 'gtm-engine');
/** A time within two hours of now, or none. */
const time = fc.integer({ min: -120, max: 120 }).map((minutes) => `now() + interval '${minutes} minutes'`);
const perhaps = fc.option(time, { nil: 'NULL', freq: 2 });

const write = fc.oneof(
  fc.tuple(key, perhaps).map(([{ id }, at]) => `UPDATE api_keys SET expires_at = ${at} WHERE id = '${id}'`),
  fc.tuple(key, perhaps).map(([{ id }, at]) => `UPDATE api_keys SET revoked_at = ${at} WHERE id = '${id}'`),
  fc.tuple(key, n).map(([{ id }, limit]) => `UPDATE api_keys SET rate_limit = ${limit + 1} WHERE id = '${id}'`),
  fc.tuple(key, n).map(([{ id }, scopes]) => `UPDATE api_keys SET scopes = '{${scopes}}' WHERE id = '${id}'`),
  fc.tuple(key, perhaps).map(([{ id }, at]) => `UPDATE api_key_secrets SET expires_at = ${at} WHERE key_id = '${id}'`),
  key.map(({ id }) => `DELETE FROM api_key_secrets WHERE key_id = '${id}'`),
  key.map(
    ({ id }) =>
      `INSERT INTO api_key_secrets (hash, key_id) SELECT id, id FROM api_keys WHERE id = '${id}' ON CONFLICT DO NOTHING`,
  ),
  key.map(
    ({ id }) =>
      `WITH secrets AS (DELETE FROM api_key_secrets WHERE key_id = '${id}') DELETE FROM api_keys WHERE id = '${id}'`,
  ),
  fc.tuple(person, n).map(([who, name]) => `UPDATE users SET name = '${name}' WHERE id = 'usr_${who}'`),
  fc.tuple(person, perhaps).map(([who, at]) => `UPDATE users SET disabled_at = ${at} WHERE id = 'usr_${who}'`),
  person.map((who) => `UPDATE workspaces SET protect_human_values = NOT protect_human_values WHERE id = 'ws_${who}'`),
  fc.tuple(team, n).map(([which, name]) => `UPDATE teams SET name = '${name}' WHERE id = '${which}'`),
  fc
    .tuple(team, person, time)
    .map(
      ([which, who, at]) =>
        `INSERT INTO team_members (team_id, user_id, joined_at) VALUES ('${which}', 'usr_${who}', ${at}) ON CONFLICT DO NOTHING`,
    ),
  fc
    .tuple(team, person)
    .map(([which, who]) => `DELETE FROM team_members WHERE team_id = '${which}' AND user_id = 'usr_${who}'`),
  fc
    .tuple(team, person, time)
    .map(
      ([which, who, at]) =>
        `UPDATE team_members SET joined_at = ${at} WHERE team_id = '${which}' AND user_id = 'usr_${who}'`,
    ),
  fc.tuple(n, team, plugin, n, time, perhaps).map(
    ([id, which, what, seats, from, to]) =>
      `INSERT INTO seat_packs (id, team_id, plugin, seats, starts_at, ends_at)
           VALUES ('${id}', '${which}', '${what}', ${seats + 1}, ${from}, ${to}) ON CONFLICT (id) DO UPDATE SET
           team_id = excluded.team_id, plugin = excluded.plugin, seats = excluded.seats, starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
  ),
  n.map((id) => `DELETE FROM seat_packs WHERE id = '${id}'`),
  fc.tuple(n, person, plugin, time, perhaps, perhaps).map(
    ([id, who, what, from, to, revoked]) =>
      `INSERT INTO entitlements (id, user_id, kind, slug, starts_at, ends_at, revoked_at)
           VALUES ('${id}', 'usr_${who}', 'plugin', '${what}', ${from}, ${to}, ${revoked}) ON CONFLICT (id) DO UPDATE SET
           user_id = excluded.user_id, slug = excluded.slug, starts_at = excluded.starts_at, ends_at = excluded.ends_at, revoked_at = excluded.revoked_at`,
  ),
  n.map((id) => `DELETE FROM entitlements WHERE id = '${id}'`),
  fc
    .tuple(plugin, n)
    .map(([slug, what]) => `UPDATE catalogue SET plugins = '{${slug},${what}}' WHERE slug = '${slug}'`),
  fc
    .tuple(person, n)
    .map(
      ([who, rows]) =>
        `INSERT INTO workspace_quotas (workspace_id, max_rows) VALUES ('ws_${who}', ${rows}) ON CONFLICT (workspace_id) DO UPDATE SET max_rows = ${rows}`,
    ),
  person.map((who) => `DELETE FROM workspace_quotas WHERE workspace_id = 'ws_${who}'`),
  fc.tuple(person, n).map(([who, rows]) => counted(`ws_${who}`, rows)),
  fc.tuple(person, fc.constantFrom('signal-weights', 'other'), n).map(
    ([who, scope, version]) =>
      `INSERT INTO brain_states (workspace_id, id, scope, version, payload, bytes, user_id)
           VALUES ('ws_${who}', '${scope}${version}', '${scope}', ${version}, '{}', 2, 'usr_${who}') ON CONFLICT DO NOTHING`,
  ),
  fc
    .tuple(person, n)
    .map(([who, version]) => `DELETE FROM brain_states WHERE workspace_id = 'ws_${who}' AND version = ${version}`),
  fc.tuple(key, n, fc.constantFrom('running', 'running', 'ok'), fc.integer({ min: -50, max: 0 })).map(
    ([{ id, person: who }, run, state, minutes]) =>
      `INSERT INTO runs (workspace_id, id, run_ref, state, declared, last_sign_at, key_id, user_id)
           VALUES ('ws_${who}', '${id}${run}', '${id}${run}', '${state}', true, now() + interval '${minutes} minutes', '${id}', 'usr_${who}')
         ON CONFLICT (workspace_id, id) DO UPDATE SET state = excluded.state, last_sign_at = excluded.last_sign_at`,
  ),
  fc.tuple(key, n).map(([{ id }, run]) => `UPDATE runs SET last_sign_at = now() WHERE id = '${id}${run}'`),
  fc.tuple(key, n).map(([{ id }, run]) => `DELETE FROM runs WHERE id = '${id}${run}'`),
);

/** Time that goes by: every time that is kept becomes that much earlier, which nobody notices. */
const wait = fc.integer({ min: 1, max: 90 }).map((minutes) => ({ minutes }));

const TIMES = [
  'api_keys expires_at',
  'api_keys revoked_at',
  'api_key_secrets expires_at',
  'users disabled_at',
  'team_members joined_at',
  'seat_packs starts_at',
  'seat_packs ends_at',
  'entitlements starts_at',
  'entitlements ends_at',
  'entitlements revoked_at',
  'runs last_sign_at',
];

async function goBy(minutes: number): Promise<void> {
  await ask(`SET session_replication_role = 'replica'`);
  for (const each of TIMES) {
    const [table, column] = each.split(' ');
    await ask(`UPDATE ${table} SET ${column} = ${column} - interval '${minutes} minutes'`);
  }
  await ask(`SET session_replication_role = 'origin'`);
}

const lookUp = () => ask<KeyRow>(findKeys.text, [KEYS.map(({ id }) => id)]);

/** All that a look-up found of a key, but for how its changes are found out, and of its workspace's use only what follows. */
const foundOf = (rows: readonly KeyRow[], hash: string) => {
  const row = rows.find((each) => each.hash === hash);
  if (row === undefined) return undefined;
  const { changes: _, changes_at: __, decided_by: ___, used_rows, used_bytes, max_rows, max_bytes, ...found } = row;
  const storage = { used_rows, used_bytes, max_rows, max_bytes };
  const full = checkQuota({ workspaceId: row.workspace_id, storage }, { grows: true }, QUOTAS);
  return JSON.stringify({ ...found, max_rows, max_bytes, isFull: full !== undefined });
};

/** Whether calls are told that what is known of a key is not so any more. @param minutes that have gone by since */
async function isRefused({ hash, changes, changes_at, decided_by }: KeyRow, minutes: number): Promise<boolean> {
  const [shifted] = await ask<{ at: string | null }>(
    `SELECT ($1::timestamptz - make_interval(mins => $2::int))::text AS at`,
    [changes_at, minutes],
  );
  try {
    await ask(checkKeys.text, [[hash], [changes], [shifted!.at], [decided_by]]);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'SK001', detail: hash });
    return true;
  }
}

test('a key that a look-up would find otherwise is never taken for what it was', async () => {
  let [changed, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: write, weight: 6 }, { arbitrary: wait, weight: 1 }), {
        minLength: 15,
        maxLength: 40,
      }),
      async (steps) => {
        await ask('BEGIN');
        try {
          for (const statement of WORLD) await ask(statement);
          let known = await lookUp();
          for (const step of steps) {
            const minutes = typeof step === 'string' ? 0 : step.minutes;
            if (typeof step === 'string') await ask(step);
            else await goBy(step.minutes);
            const now = await lookUp();
            for (const row of known) {
              await ask('SAVEPOINT one');
              const isChanged = foundOf(now, row.hash) !== foundOf(known, row.hash);
              const isTold = await isRefused(row, minutes);
              await ask('ROLLBACK TO one');
              if (isChanged) expect(isTold, `${row.hash} after ${JSON.stringify(step)}`).toBe(true);
              changed += Number(isChanged);
              refused += Number(isTold);
            }
            known = now;
          }
        } finally {
          await ask('ROLLBACK');
        }
      },
    ),
    { numRuns: Number(process.env['KEY_CHANGES_RUNS'] ?? 15) },
  );
  // It has seen changes, and not everything is one.
  expect(changed).toBeGreaterThan(20);
  expect(refused).toBeLessThan(changed * 8);
}, 120_000);

test('signs of life, captures, counts within the quota and changes of other workspaces are no changes of a key', async () => {
  await ask('BEGIN');
  for (const statement of WORLD) await ask(statement);
  await ask(
    `INSERT INTO runs (workspace_id, id, run_ref, state, declared, last_sign_at, key_id, user_id)
       VALUES ('ws_a', 'run', 'run', 'running', true, now(), 'key_a', 'usr_a')`,
  );
  const known = await lookUp();
  await ask(`UPDATE runs SET last_sign_at = now() + interval '1 minute'`);
  await ask(`INSERT INTO captures (workspace_id, id, text, source) VALUES ('ws_a', 'cap', 'text', 'test')`);
  await ask(`UPDATE users SET name = 'other' WHERE id = 'usr_b'`);
  await ask(counted('ws_a', 1));
  await ask(counted('ws_b', 3));
  await ask(`INSERT INTO entitlements (id, user_id, kind, slug) VALUES ('e', 'usr_b', 'plugin', 'deal-desk')`);
  const ofA = known.filter(({ user_id }) => user_id === 'usr_a');
  expect(ofA).toHaveLength(2);
  for (const row of ofA) expect(await isRefused(row, 0)).toBe(false);
  await ask('ROLLBACK');
});

test('every table that a look-up of a key reads says when it changed', async () => {
  const [plan] = await ask<{ 'QUERY PLAN': unknown }>(
    `EXPLAIN (FORMAT JSON) ${findKeys.text.replaceAll('$1', `'{}'`)}`,
  );
  const read = new Set(JSON.stringify(plan).match(/(?<="Relation Name":")[^"]+/g));
  const noting = await ask<{ name: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgfoid = 'note_key_change'::regproc`,
  );
  expect([...read].toSorted()).toEqual([...noting.map(({ name }) => name), 'key_changes'].toSorted());
});
