import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { envelopeProblems } from './harness/schemas.ts';

/** A handler that fails: here because the database refuses the service's roles what they need. */
let app: AppContext;
let tenant: Tenant;
let account: string;

const sql = (text: string) => app.service.app.services.db.orm.em.getConnection().execute(text);

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.newTenant({ rateLimit: 1_000 });
  const made = await tenant.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
  account = made.body.id;
  await sql('REVOKE ALL ON accounts, prospects FROM sat_service');
  await sql('REVOKE INSERT ON captures FROM sat_gate, sat_service');
});

afterAll(() => app.stop());

const failing = () => [
  { kind: 'a read', tool: 'read_account', input: { id: account } },
  { kind: 'a write', tool: 'update_prospect', input: { name: 'Dana' } },
  { kind: 'an append', tool: 'log_capture', input: { source: 'test', text: 'note' } },
];

test.each(TRANSPORTS)('over %s it is internal, says nothing of its cause, and is audited', async (transport) => {
  for (const { tool, input } of failing()) {
    const answer = await callTool(transport, tool, input, { baseUrl: app.baseUrl, key: tenant.key });
    expect(answer.error?.code, answer.text).toBe('internal');
    expect(answer.status).toBe(transport === 'mcp' ? 200 : 500);
    expect(envelopeProblems({ error: answer.error })).toEqual([]);
    expect(answer.text).not.toMatch(
      /permission|denied|accounts|captures|prospects|sat_|sql|select|insert|\.ts|at \w+ \(/i,
    );
    expect(answer.headers.get('ratelimit-limit')).toBe('1000');
    const rows = await app.auditOf(tenant);
    expect(rows.filter(({ request_id }) => request_id === answer.error!.request_id)).toMatchObject([
      { tool, transport: transport, outcome: 'error', error_code: 'internal' },
    ]);
  }
});

test('it is not remembered under an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'failing' };
  const input = { source: 'test', text: 'in the end' };
  expect((await tenant.rest('log_capture', input, headers)).status).toBe(500);
  await sql('GRANT INSERT ON captures TO sat_gate, sat_service');
  const done = await tenant.rest('log_capture', input, headers);
  expect(done.status, done.text).toBe(200);
  expect(done.headers.get('idempotent-replayed')).toBeNull();
  expect((await tenant.rest('log_capture', input, headers)).headers.get('idempotent-replayed')).toBe('true');
});

test('it leaves the process as it was: what can be done is done, and nothing is left in flight', async () => {
  await Promise.all(Array.from({ length: 50 }, () => tenant.rest('update_prospect', { name: 'Dana' })));
  expect((await tenant.rest('verify_session')).status).toBe(200);
  expect(app.service.app.gate.load).toEqual({ inFlight: 0, auditQueue: 0 });
  await sql('GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, prospects TO sat_service');
  expect((await tenant.rest('update_prospect', { name: 'Dana' })).status).toBe(200);
  expect((await tenant.rest('read_account', { id: account })).status).toBe(200);
});
