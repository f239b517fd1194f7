import { beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../db/entities/index.ts';
import { type IdType, newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { ROLES, type Role } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { registry } from '../routers/index.ts';
import { callTool } from './harness/transports.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { idFields, idPaths, Records, replaced } from './harness/records.ts';

const TOOLS = [...registry.values()];

const ID_FIELDS = TOOLS.flatMap((tool) =>
  idFields(tool).map(({ path, type }) => ({ name: tool.name, tool, path, type, field: path.join('.') })),
);

/** In every record of the owner's, together with `SECRET`; a stranger may ask for the one, and must never see the other. */
const MARKER = 'marzipan';
const SECRET = 'quicksilver';

let app: AppContext;
/** Has records of every type and owns a team. */
let owner: Tenant;
/** Knows nobody. */
let stranger: Tenant;
/** A team key: it acts in the owner's workspace. */
let team: Tenant;
/** Every id of the owner's, by type. */
const owned = new Map<IdType, string>();

useApp(async (started) => {
  app = started;
  [owner, stranger] = [await app.newTenant(), await app.newTenant()];
  const records = new Records(app, owner, `${MARKER} ${SECRET}`);
  const types = new Set<IdType>([...ID_FIELDS.map(({ type }) => type), 'account', 'prospect', 'team']);
  for (const type of types) owned.set(type, await records.id(type));
  const teamId = owned.get('team')!;
  await app.operator.teams.add_seat_pack.mutate({ team_id: teamId, plugin: 'deal-desk', seats: 500 });
  team = await app.newKey(owner.userId, { teamId });
  // Whatever else the tools keep: each has been called with the owner's records.
  for (const tool of TOOLS) {
    const { error } = await call(owner, tool.name, await new Records(app, owner, SECRET).exampleOf(tool));
    expect(error).toBeUndefined();
  }
});

const call = (who: Tenant, tool: string, input: unknown) =>
  callTool('rest', tool, input, { baseUrl: app.baseUrl, key: who.key });

/** An answer with the request's own id and the id asked for taken out, and what any new record has of its own. */
const comparable = (text: string, asked: string) =>
  text
    .replaceAll(asked, 'asked')
    .replaceAll(/"request_id":"req_[0-9a-z]{26}"/g, '"request_id":""')
    .replaceAll(/[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'moment');

describe.each(ID_FIELDS)('$name with somebody else’s $type in $field', ({ tool, path, type }) => {
  test.each(['stranger', 'member'])('answers a %s as if it had never existed', async (which) => {
    const theirs = owned.get(type)!;
    const nobodys = newId(type);
    const answers = [];
    for (const id of [theirs, nobodys]) {
      // Each asks once, from a workspace of its own: nothing it asked before can show in the answer.
      const who = await app.newTenant();
      if (which === 'member') {
        await app.operator.teams.add_member.mutate({ team_id: owned.get('team')!, user_id: who.userId });
      }
      const own = await new Records(app, who).exampleOf(tool);
      answers.push(await call(who, tool.name, replaced(own, path, id)));
    }
    const [real, made] = answers as [(typeof answers)[0], (typeof answers)[0]];
    expect(real.status).toBe(made.status);
    expect(comparable(real.text, theirs)).toBe(comparable(made.text, nobodys));
    // Byte for byte where it is refused: nothing but the request's id tells the two apart.
    if (real.error !== undefined) {
      expect({ ...real.error, request_id: '' }).toEqual({ ...made.error, request_id: '' });
      expect(real.text.length).toBe(made.text.length);
    }
    expect(real.text).not.toContain(SECRET);
  });
});

describe('what one workspace holds', () => {
  test('is in no answer to another, whatever is asked', async () => {
    const records = new Records(app, stranger);
    for (const tool of TOOLS) {
      const example = await records.exampleOf(tool);
      const asked = [example];
      // Wherever a free text goes, ask for the owner's own words.
      for (const [field, value] of Object.entries(example)) {
        const input = { ...example, [field]: `What about ${MARKER}?` };
        const free = typeof value === 'string' && idPaths(value).length === 0 && tool.input.safeParse(input).success;
        if (free) asked.push(input);
      }
      for (const input of asked) {
        const { text } = await call(stranger, tool.name, input);
        expect(text, tool.name).not.toContain(SECRET);
        for (const [type, id] of owned) expect(text, `${tool.name} shows a ${type}`).not.toContain(id);
        expect(text).not.toContain(owner.userId);
        expect(text).not.toContain(owner.workspaceId);
      }
    }
  });

  test('is there for its owner and for the team’s key', async () => {
    for (const who of [owner, team]) {
      const { text } = await call(who, 'read_account', { id: owned.get('account') });
      expect(text).toContain(SECRET);
    }
  });

  test('takes what the team’s key writes', async () => {
    const { result } = await call(team, 'update_prospect', { name: `Written by the team ${SECRET}` });
    const rows = await app.service.app.services.db.read(
      owner.workspaceId,
      sql('SELECT 1 FROM prospects WHERE id = $1'),
      [result!['prospect_id'] ?? result!['id']],
    );
    expect(rows).toHaveLength(1);
  });

  test('shares no run ref, external ref or brain scope with another', async () => {
    const started = await Promise.all(
      [owner, stranger].map((who) =>
        call(who, 'start_run', { plugin: 'deal-desk', skill: who === owner ? SECRET : 'mine', run_ref: 'same-ref' }),
      ),
    );
    expect(started.map(({ status }) => status)).toEqual([200, 200]);
    const settled = await call(stranger, 'emit_telemetry', {
      plugin: 'deal-desk',
      skill: 'mine',
      run_id: 'same-ref',
      outcome: 'done',
    });
    expect(settled.text).not.toContain(SECRET);
    expect((await call(owner, 'run_heartbeat', { run_ref: 'same-ref' })).result).toMatchObject({ running: true });
    for (const who of [owner, stranger]) {
      const facts = { name: 'Same', external_ref: 'crm-1' };
      expect((await call(who, 'gtm_crm_write', { entity: 'account', facts })).error).toBeUndefined();
    }
  });
});

let statements = 0;
const sql = (text: string) => statement(`test_isolation_${(statements += 1)}`, text);

describe('the database itself', () => {
  const db = () => app.service.app.services.db;

  /** As provisioning's role, which may read the catalogue like anyone. */
  const catalogue = <Row>(text: string) => db().as<Row>(ROLES.operator, sql(text));

  const codeOf = async (attempt: Promise<unknown>): Promise<string> => {
    try {
      await attempt;
      return 'done';
    } catch (error) {
      let inner = error as { code?: string; cause?: unknown };
      while (inner.code === undefined && inner.cause !== undefined) inner = inner.cause as typeof inner;
      return inner.code ?? String(error);
    }
  };

  const inWorkspace = (workspaceId: string, text: string, values: unknown[] = []) =>
    db()
      .fork(workspaceId)
      .transactional((em) => execute(em, sql(text), values));

  /** Tables with rows of workspaces; the people's tables know workspaces too, and belong to the operator's role. */
  let tables: string[];

  /** Those a workspace's role sees at all: what applications ask is OAuth's alone (oauth.test.ts). */
  const shown = () => tables.filter((name) => name !== 'oauth_authorizations');

  beforeAll(async () => {
    const people = new Set(['api_keys']);
    const rows = await catalogue<{ name: string }>(
      `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE a.attname = 'workspace_id' AND c.relkind IN ('r', 'p') AND n.nspname = 'public' ORDER BY 1`,
    );
    tables = rows.map(({ name }) => name).filter((name) => !people.has(name));
    expect(tables).toEqual(expect.arrayContaining(['accounts', 'captures', 'facts', 'runs', 'api_key_calls']));
  });

  test('holds rows of the owner’s to be hidden', async () => {
    const filled = [];
    for (const table of shown()) {
      const rows = await db().read(owner.workspaceId, sql(`SELECT 1 FROM ${table} LIMIT 1`));
      if (rows.length > 0) filled.push(table);
    }
    expect(filled).toEqual(expect.arrayContaining(['accounts', 'opportunities', 'captures', 'facts', 'prospects']));
    expect(filled.length).toBeGreaterThan(10);
  });

  test('forces row level security on every one of them', async () => {
    const rows = await catalogue<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity`,
    );
    const secured = new Set(rows.map(({ relname }) => relname));
    expect(tables.filter((table) => !secured.has(table))).toEqual([]);
  });

  test('shows raw SQL nothing of another workspace, and nothing at all without one', async () => {
    const views = await catalogue<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'v' AND relname ~ '^(every|searchable)_'`,
    );
    expect(views.length).toBeGreaterThan(10);
    for (const table of [...shown(), ...views.map(({ name }) => name)]) {
      const count = sql(`SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1`);
      const seen = async (rows: Promise<{ count: number }[]>) => (await rows)[0]!.count;
      const what = `${table} shows nothing`;
      expect(await seen(db().read(stranger.workspaceId, count, [owner.workspaceId])), what).toBe(0);
      expect(await seen(db().read('', count, [owner.workspaceId])), what).toBe(0);
      expect(await seen(db().as(ROLES.service, count, [owner.workspaceId])), what).toBe(0);
      expect(await seen(db().as(ROLES.service, count, [''])), what).toBe(0);
    }
  });

  test('lets raw SQL change nothing of another workspace', async () => {
    const amended = inWorkspace(
      stranger.workspaceId,
      `UPDATE every_facts SET withdrawn_by = 'x' RETURNING workspace_id`,
    );
    expect(new Set((await amended).map((row: any) => row.workspace_id))).not.toContain(owner.workspaceId);
    for (const table of tables.filter((name) => name !== 'api_key_calls')) {
      const { workspaceId } = stranger;
      const moved = inWorkspace(
        workspaceId,
        `UPDATE ${table} SET workspace_id = $1 WHERE workspace_id = $2 RETURNING 1`,
        [workspaceId, owner.workspaceId],
      );
      expect([[], '42501'], table).toContainEqual(await moved.catch(() => '42501'));
      const deleted = inWorkspace(workspaceId, `DELETE FROM ${table} WHERE workspace_id = $1 RETURNING 1`, [
        owner.workspaceId,
      ]);
      expect([[], '42501'], table).toContainEqual(await deleted.catch(() => '42501'));
    }
  });

  test('refuses a row for another workspace', async () => {
    const insert = (workspaceId: string) =>
      codeOf(
        inWorkspace(workspaceId, `INSERT INTO accounts (workspace_id, id) VALUES ($1, $2)`, [
          owner.workspaceId,
          newId('account'),
        ]),
      );
    expect(await insert(stranger.workspaceId)).toBe('42501');
    expect(await insert('')).toBe('42501');
    const move = inWorkspace(owner.workspaceId, `UPDATE accounts SET workspace_id = $1`, [stranger.workspaceId]);
    expect(await codeOf(move)).toMatch(/^(42501|23503)$/);
  });

  test('keeps a setting for its transaction only', async () => {
    const seen = sql(`SELECT current_setting('app.workspace_id', true) AS setting`);
    await db().read(owner.workspaceId, sql('SELECT 1'));
    await inWorkspace(owner.workspaceId, 'SELECT 1');
    const [after] = await db().as<{ setting: string | null }>(ROLES.service, seen);
    expect(after!.setting ?? '').toBe('');
  });

  test('lets the gate add, and read no sales data', async () => {
    // Limits and counts, which every call is held to, and digests of what was appended; no content.
    const numbers = new Set(['workspace_quotas', 'workspace_usage', 'fingerprints']);
    for (const table of tables) {
      const read = await codeOf(db().as(ROLES.gate, sql(`SELECT * FROM ${table} LIMIT 1`)));
      if (!numbers.has(table)) expect(read, table).toBe('42501');
      expect(await codeOf(db().as(ROLES.gate, sql(`DELETE FROM ${table}`))), table).toBe('42501');
      expect(await codeOf(db().as(ROLES.gate, sql(`UPDATE ${table} SET workspace_id = ''`))), table).toBe('42501');
    }
  });

  test('lets nobody change or empty the audit log', async () => {
    for (const role of [ROLES.service, ROLES.gate, ROLES.operator] as Role[]) {
      for (const change of [
        `UPDATE api_key_calls SET outcome = 'ok'`,
        'DELETE FROM api_key_calls',
        'TRUNCATE api_key_calls',
        'DROP TABLE api_key_calls',
        'ALTER TABLE api_key_calls DISABLE ROW LEVEL SECURITY',
        `UPDATE acts SET act = 'nothing'`,
        'DELETE FROM acts',
        'TRUNCATE acts',
      ]) {
        expect(await codeOf(db().as(role, sql(change))), `${role}: ${change}`).toBe('42501');
        if (role !== ROLES.service) continue;
        expect(await codeOf(inWorkspace(owner.workspaceId, change)), change).toBe('42501');
      }
    }
  });

  test('lets the erasure role reach one workspace, and no keys, people or sealed roles beyond it', async () => {
    const { erasure } = ROLES;
    const erasing = (workspaceId: string, text: string, values: unknown[] = []) =>
      db()
        .fork(workspaceId, erasure)
        .transactional((em) => execute<Record<string, unknown>>(em, sql(text), values));
    for (const table of tables) {
      const count = `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1`;
      expect(await erasing(stranger.workspaceId, count, [owner.workspaceId]), table).toEqual([{ count: 0 }]);
      expect(await db().as(erasure, sql(count), [owner.workspaceId]), table).toEqual([{ count: 0 }]);
      const away = `DELETE FROM ${table} WHERE workspace_id = $1 RETURNING 1`;
      expect(await erasing(stranger.workspaceId, away, [owner.workspaceId]), table).toEqual([]);
    }
    for (const table of ['users', 'api_keys', 'api_key_secrets', 'sessions', 'logins', 'operator_acts']) {
      expect(await codeOf(erasing(owner.workspaceId, `SELECT * FROM ${table} LIMIT 1`)), table).toBe('42501');
    }
  });

  test('lets a workspace’s role read no keys, people or plans', async () => {
    for (const table of [
      'users',
      'api_keys',
      'api_key_secrets',
      'entitlements',
      'teams',
      'team_members',
      'seat_packs',
    ]) {
      expect(await codeOf(db().read(owner.workspaceId, sql(`SELECT * FROM ${table}`))), table).toBe('42501');
    }
  });

  test('gives no role of the service more than a role', async () => {
    const rows = await catalogue<Record<string, unknown>>(
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'sat\\_%' AND (rolsuper OR rolbypassrls OR rolcanlogin OR rolcreaterole OR rolcreatedb)`,
    );
    expect(rows).toEqual([]);
    const owning = await catalogue(
      `SELECT r.rolname, c.relkind::text FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname LIKE 'sat\\_%'`,
    );
    // The views for full text are owned by a role that nobody logs in as, or takes on.
    const view = { rolname: ROLES.search, relkind: 'v' };
    expect(new Set(owning.map((owned) => JSON.stringify(owned)))).toEqual(new Set([JSON.stringify(view)]));
  });

  test('carries the workspace in every reference and every unique constraint', async () => {
    type Constraint = {
      relation: string;
      name: string;
      columns: string[];
      target: string | null;
      target_columns: string[];
    };
    const rows = await catalogue<Constraint>(
      `SELECT c.conrelid::regclass::text AS relation, c.conname AS name, f.relname AS target,
              ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k(n, i)
                    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY k.i) AS columns,
              ARRAY(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY k(n, i)
                    JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n ORDER BY k.i) AS target_columns
       FROM pg_constraint c LEFT JOIN pg_class f ON f.oid = c.confrelid
       WHERE c.contype IN ('f', 'u', 'p') AND c.conparentid = 0`,
    );
    const ours = rows.filter(({ relation }) => tables.includes(relation));
    expect(ours.length).toBeGreaterThan(tables.length);
    for (const { name, columns, target, target_columns } of ours) {
      expect(columns, name).toContain('workspace_id');
      if (target === null || !tables.includes(target)) continue;
      expect(target_columns[columns.indexOf('workspace_id')], name).toBe('workspace_id');
    }
    const indexes = await catalogue<{ name: string; definition: string; relation: string }>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition, i.indrelid::regclass::text AS relation
       FROM pg_index i WHERE i.indisunique`,
    );
    for (const { name, definition, relation } of indexes) {
      if (tables.includes(relation)) expect(definition, name).toContain('workspace_id');
    }
  });

  test('refuses a reference into another workspace, even by the role that may write for all', async () => {
    const insert = (workspaceId: string, accountId: string) =>
      codeOf(
        db().as(
          ROLES.gate,
          sql(`INSERT INTO captures (workspace_id, id, source, text, account_id) VALUES ($1, $2, 'x', 'y', $3)`),
          [workspaceId, newId('capture'), accountId],
        ),
      );
    expect(await insert(stranger.workspaceId, owned.get('account')!)).toBe('23503');
    expect(await insert(stranger.workspaceId, newId('account'))).toBe('23503');
    expect(await insert(owner.workspaceId, owned.get('account')!)).toBe('done');
  });

  test('answers the ORM for one workspace only, filters or no filters', async () => {
    db().orm.discoverEntity(Account);
    const id = owned.get('account')!;
    const find = (workspaceId: string, options = {}) =>
      db()
        .fork(workspaceId)
        .transactional((em) => em.findOne(Account, { id } as never, options));
    expect(await find(owner.workspaceId)).toMatchObject({ id });
    expect(await find(stranger.workspaceId)).toBeNull();
    expect(await find(stranger.workspaceId, { filters: false })).toBeNull();
    expect(await find('', { filters: false })).toBeNull();
    // Without a workspace there is nothing to ask in: the filter refuses before any SQL.
    await expect(db().orm.em.fork().find(Account, {})).rejects.toThrow(/tenant/);
    await expect(db().forkAs(ROLES.service).find(Account, {})).rejects.toThrow(/tenant/);
  });
});
