// The bare minimum to measure against: node:http and pg, nothing else. Each call looks its key and entitlements up,
// counts against its limit (in memory), does its work and writes its audit row, one round trip after another, with
// prepared statements on one connection.
//
//   DATABASE_URL=... [PORT=0] [POOL=16] [WORKSPACES=100] [ACCOUNTS=2] node bench/baseline.ts
//
// Makes its own small tables (drops those it finds) and prints one JSON line: { url, places: [{ key, accountIds }] }.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { captureTexts } from './texts.ts';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL ?? 16) });
const workspaces = Number(process.env.WORKSPACES ?? 100);
const accounts = Number(process.env.ACCOUNTS ?? 2);
const texts = captureTexts(3);

const LIMIT = 1_000_000;
const WINDOW_MS = 60_000;
const windows = new Map<string, { calls: number; endsAt: number }>();

const SCHEMA = `
DROP TABLE IF EXISTS bare_audit, bare_captures, bare_meetings, bare_plan, bare_contacts, bare_opps, bare_accounts, bare_entitlements, bare_keys;
CREATE TABLE bare_keys (
  id text PRIMARY KEY, hash bytea NOT NULL UNIQUE, workspace_id text NOT NULL, user_id text NOT NULL,
  scopes text[] NOT NULL, expires_at timestamptz, revoked_at timestamptz);
CREATE TABLE bare_entitlements (
  user_id text NOT NULL, slug text NOT NULL, starts_at timestamptz NOT NULL DEFAULT now(), ends_at timestamptz,
  PRIMARY KEY (user_id, slug));
CREATE TABLE bare_accounts (
  workspace_id text, id text, name text NOT NULL, domain text, payload jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id));
CREATE TABLE bare_opps (
  workspace_id text, id text, account_id text NOT NULL, name text NOT NULL, stage text, amount numeric,
  meddpicc jsonb NOT NULL DEFAULT '{}', PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, account_id) REFERENCES bare_accounts);
CREATE INDEX ON bare_opps (workspace_id, account_id);
CREATE TABLE bare_contacts (
  workspace_id text, id text, account_id text NOT NULL, name text NOT NULL, title text, email text,
  PRIMARY KEY (workspace_id, id), FOREIGN KEY (workspace_id, account_id) REFERENCES bare_accounts);
CREATE INDEX ON bare_contacts (workspace_id, account_id);
CREATE TABLE bare_plan (
  workspace_id text, id text, account_id text NOT NULL, section text NOT NULL, content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, account_id) REFERENCES bare_accounts);
CREATE INDEX ON bare_plan (workspace_id, account_id);
CREATE TABLE bare_meetings (
  workspace_id text, id text, account_id text NOT NULL, outcome text NOT NULL, notes text, next_step text,
  occurred_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, account_id) REFERENCES bare_accounts);
CREATE INDEX ON bare_meetings (workspace_id, account_id, occurred_at DESC);
CREATE TABLE bare_captures (
  workspace_id text, id text, source text NOT NULL, text text NOT NULL, account_id text, tags text[] NOT NULL,
  created_by text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, account_id) REFERENCES bare_accounts);
CREATE INDEX ON bare_captures (workspace_id, account_id, created_at DESC);
CREATE TABLE bare_audit (
  workspace_id text, id text, key_id text NOT NULL, tool text NOT NULL, outcome text NOT NULL,
  duration_ms real NOT NULL, request_bytes int NOT NULL, response_bytes int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id));
CREATE INDEX ON bare_audit (workspace_id, at DESC);
`;

const LOOK_UP = `
SELECT k.id, k.workspace_id, k.user_id, k.scopes,
  ARRAY(SELECT slug FROM bare_entitlements e
    WHERE e.user_id = k.user_id AND e.starts_at <= now() AND (e.ends_at IS NULL OR e.ends_at > now())) AS slugs
FROM bare_keys k
WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

const READ_ACCOUNT = `
SELECT json_build_object('id', a.id, 'name', a.name, 'domain', a.domain, 'payload', a.payload, 'created_at', a.created_at,
  'opps', COALESCE((SELECT json_agg(json_build_object('id', o.id, 'name', o.name, 'stage', o.stage, 'amount', o.amount,
      'meddpicc', o.meddpicc) ORDER BY o.id)
    FROM bare_opps o WHERE o.workspace_id = a.workspace_id AND o.account_id = a.id), '[]'),
  'contacts', COALESCE((SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'title', c.title, 'email', c.email)
      ORDER BY c.id)
    FROM bare_contacts c WHERE c.workspace_id = a.workspace_id AND c.account_id = a.id), '[]'),
  'plan', COALESCE((SELECT json_agg(json_build_object('id', p.id, 'section', p.section, 'content', p.content,
      'created_at', p.created_at) ORDER BY p.id)
    FROM bare_plan p WHERE p.workspace_id = a.workspace_id AND p.account_id = a.id), '[]'),
  'meetings', COALESCE((SELECT json_agg(m) FROM (SELECT id, outcome, notes, next_step, occurred_at FROM bare_meetings
      WHERE workspace_id = a.workspace_id AND account_id = a.id ORDER BY occurred_at DESC LIMIT 51) m), '[]'),
  'captures', COALESCE((SELECT json_agg(t) FROM (SELECT id, source, text, tags, created_at FROM bare_captures
      WHERE workspace_id = a.workspace_id AND account_id = a.id ORDER BY created_at DESC LIMIT 51) t), '[]'))::text AS json
FROM bare_accounts a WHERE a.workspace_id = $1 AND a.id = $2`;

const INSERT_CAPTURE = `
INSERT INTO bare_captures (workspace_id, id, source, text, account_id, tags, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING created_at`;

const INSERT_AUDIT = `
INSERT INTO bare_audit (workspace_id, id, key_id, tool, outcome, duration_ms, request_bytes, response_bytes)
VALUES ($1, $2, $3, $4, 'ok', $5, $6, $7)`;

type Key = { id: string; workspace_id: string; user_id: string; scopes: string[]; slugs: string[] };
type Reply = { status: number; json: string };

let sequence = 0;
const newId = (prefix: string) => `${prefix}_${Date.now().toString(36)}${(sequence++).toString(36)}${process.pid}`;

const refuse = (status: number, code: string): Reply => ({ status, json: JSON.stringify({ error: { code } }) });

async function lookUp(client: PoolClient, authorization: string | undefined): Promise<Key | undefined> {
  const hash = createHash('sha256')
    .update((authorization ?? '').slice('Bearer '.length))
    .digest();
  const { rows } = await client.query<Key>({ name: 'look_up', text: LOOK_UP, values: [hash] });
  return rows[0];
}

/** Whether a call is beyond its key's limit. */
function isOver(keyId: string): boolean {
  const now = performance.now();
  let window = windows.get(keyId);
  if (window === undefined || window.endsAt <= now) {
    windows.set(keyId, (window = { calls: 0, endsAt: now + WINDOW_MS }));
  }
  window.calls += 1;
  return window.calls > LIMIT;
}

function audit(client: PoolClient, key: Key, tool: string, started: number, body: Buffer, json: string) {
  const values = [key.workspace_id, newId('cal'), key.id, tool, performance.now() - started, body.length, json.length];
  return client.query({ name: 'insert_audit', text: INSERT_AUDIT, values });
}

async function logCapture(client: PoolClient, key: Key, started: number, body: Buffer): Promise<Reply> {
  const input = JSON.parse(body.toString()) as { source: string; text: string; account_id?: string; tags?: string[] };
  if (typeof input.source !== 'string' || typeof input.text !== 'string') return refuse(400, 'invalid_input');
  if (!key.scopes.includes('capture.write')) return refuse(403, 'insufficient_scope');
  if (key.slugs.length === 0) return refuse(403, 'not_entitled');
  const { source, text, account_id = null, tags = [] } = input;
  const id = newId('cap');
  await client.query('BEGIN');
  try {
    const values = [key.workspace_id, id, source, text, account_id, tags, key.user_id];
    const { rows } = await client.query({ name: 'insert_capture', text: INSERT_CAPTURE, values });
    const json = JSON.stringify({ id, source, text, account_id, tags, created_at: rows[0].created_at });
    await audit(client, key, 'log_capture', started, body, json);
    await client.query('COMMIT');
    return { status: 200, json };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function readAccount(client: PoolClient, key: Key, started: number, body: Buffer): Promise<Reply> {
  const input = JSON.parse(body.toString()) as { id: string };
  if (typeof input.id !== 'string') return refuse(400, 'invalid_input');
  if (!key.scopes.includes('account.read')) return refuse(403, 'insufficient_scope');
  if (key.slugs.length === 0) return refuse(403, 'not_entitled');
  const values = [key.workspace_id, input.id];
  const { rows } = await client.query<{ json: string }>({ name: 'read_account', text: READ_ACCOUNT, values });
  if (!rows[0]) return refuse(404, 'not_found');
  await audit(client, key, 'read_account', started, body, rows[0].json);
  return { status: 200, json: rows[0].json };
}

async function verifySession(client: PoolClient, key: Key, started: number, body: Buffer): Promise<Reply> {
  JSON.parse(body.toString());
  const plan = key.slugs.length > 0 ? 'pro' : 'free';
  const json = JSON.stringify({ account: { id: key.user_id }, plan, plugins: key.slugs, scope: 'user' });
  await audit(client, key, 'verify_session', started, body, json);
  return { status: 200, json };
}

const TOOLS: Record<string, typeof logCapture> = {
  '/api/v1/tools/log_capture': logCapture,
  '/api/v1/tools/read_account': readAccount,
  '/api/v1/tools/verify_session': verifySession,
};

async function answer(request: IncomingMessage, body: Buffer): Promise<Reply> {
  const started = performance.now();
  const tool = TOOLS[request.url ?? ''];
  if (!tool) return refuse(404, 'not_found');
  const client = await pool.connect();
  try {
    const key = await lookUp(client, request.headers.authorization);
    if (key === undefined) return refuse(401, 'invalid_key');
    return isOver(key.id) ? refuse(429, 'rate_limited') : await tool(client, key, started, body);
  } finally {
    client.release();
  }
}

const SCOPES = [
  'capture.write',
  'meddpicc.write',
  'prospect.write',
  'plan.write',
  'meeting.write',
  'account.read',
  'brief.read',
];

/** Fills the tables as bench/environment.ts does through the service; `$1`: workspaces, `$2`: accounts, of equal length. */
const FILL: readonly string[] = [
  `INSERT INTO bare_accounts (workspace_id, id, name, domain, payload)
   SELECT w, a, 'Account ' || a, a || '.example', '{"industry": "software", "employees": 250}' FROM unnest($1::text[], $2::text[]) AS x (w, a)`,
  `INSERT INTO bare_opps SELECT w, 'opp_' || a || m, a, 'Deal ' || m, 'discovery', 1000 * m,
     '{"metrics": "30 % less handling time", "champion": "Head of operations"}' FROM unnest($1::text[], $2::text[]) AS x (w, a), generate_series(1, 3) AS m`,
  `INSERT INTO bare_contacts SELECT w, 'con_' || a || m, a, 'Person ' || m, 'Buyer', 'p' || m || '@account.example'
   FROM unnest($1::text[], $2::text[]) AS x (w, a), generate_series(1, 3) AS m`,
];

/** The same, `$3` being texts. */
const FILL_TEXTS: readonly string[] = [
  `INSERT INTO bare_plan SELECT w, 'pla_' || a || m, a, 'next_steps', t FROM unnest($1::text[], $2::text[]) AS x (w, a), unnest($3::text[]) WITH ORDINALITY AS y (t, m)`,
  `INSERT INTO bare_meetings SELECT w, 'mtg_' || a || m, a, 'advance', t, 'Call on Thursday' FROM unnest($1::text[], $2::text[]) AS x (w, a), unnest($3::text[]) WITH ORDINALITY AS y (t, m)`,
  `INSERT INTO bare_captures SELECT w, 'cap_' || a || m, 'bench', t, a, '{bench}', 'usr_bare' FROM unnest($1::text[], $2::text[]) AS x (w, a), unnest($3::text[]) WITH ORDINALITY AS y (t, m)`,
];

async function prepare(): Promise<{ places: { key: string; accountIds: string[] }[] }> {
  await pool.query(SCHEMA);
  const places = Array.from({ length: workspaces }, (_, n) => ({
    workspace: `ws_${n}`,
    key: `sat_${randomBytes(20).toString('hex')}`,
    accountIds: Array.from({ length: accounts }, () => newId('acc')),
  }));
  const hashes = places.map(({ key }) => createHash('sha256').update(key).digest('hex'));
  await pool.query(
    `INSERT INTO bare_keys SELECT 'key_' || w, decode(hash, 'hex'), w, 'usr_' || w, $3 FROM unnest($1::text[], $2::text[]) AS k (hash, w)`,
    [hashes, places.map(({ workspace }) => workspace), SCOPES],
  );
  await pool.query(`INSERT INTO bare_entitlements SELECT user_id, 'pro' FROM bare_keys`);
  const owned = places.flatMap(({ workspace, accountIds }) => accountIds.map((id) => [workspace, id] as const));
  const columns = [owned.map(([workspace]) => workspace), owned.map(([, id]) => id)];
  for (const text of FILL) await pool.query(text, columns);
  for (const text of FILL_TEXTS) await pool.query(text, [...columns, texts]);
  await pool.query('ANALYZE');
  return { places };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
      .catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        return refuse(500, 'internal');
      })
      .then(({ status, json }) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
        response.end(json);
      });
  });
});

const prepared = await prepare();
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.stdout.write(`${JSON.stringify({ url, ...prepared })}\n`);
});
