import { expect, test } from 'vitest';
import { registry } from '../../routers/index.ts';
import type { AppContext, Tenant } from '../harness/app.ts';
import { useQuietApp } from '../harness/shared-app.ts';
import { Records } from '../harness/records.ts';
import { type Answer, callTool, TRANSPORTS } from '../harness/transports.ts';
import type { Given, Mistake } from './mistake.ts';
import { MISTAKES } from './mistakes.ts';

let app: AppContext;
let tenant: Tenant;
let given: Given;

useQuietApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
  const records = new Records(app, tenant);
  given = {
    id: (type) => records.id(type),
    newDraft: async () =>
      (await tenant.rest('studio_stage_draft', { channel: 'manual', body: 'Hello.' })).body.draft_id,
    newRun: async () => (await tenant.rest('start_run', { plugin: 'deal-desk', skill: 'mistakes' })).body.run_ref,
  };
});

type Said = { path: string; message: string };

/** What an answer says of a mistake: the issues of a refusal, or the warnings of a result. */
function wordsOf({ error, result }: Answer): string {
  const said = (error?.issues ?? result?.['warnings'] ?? []) as Said[];
  return said.map(({ path, message }) => `${path}: ${message}`).join('\n');
}

async function make(mistake: Mistake, transport: (typeof TRANSPORTS)[number]): Promise<void> {
  const input = await mistake.input(given);
  const answer = await callTool(transport, mistake.tool, input, { baseUrl: app.baseUrl, key: tenant.key });
  expect(answer.error === undefined ? 'taken' : 'refused', answer.text).toBe(mistake.ends);
  if (mistake.ends === 'refused') expect(answer.error?.code).toBe('invalid_input');
  for (const name of mistake.names) expect(wordsOf(answer), answer.text).toContain(name);
}

test('the table has mistakes of every tool, 200 and more', () => {
  expect(new Set(MISTAKES.map(({ tool }) => tool))).toEqual(new Set(registry.keys()));
  expect(MISTAKES.length).toBeGreaterThanOrEqual(200);
});

test.each(MISTAKES.map((mistake, index) => ({ ...mistake, transport: TRANSPORTS[index % TRANSPORTS.length]! })))(
  '$tool over $transport: $what is $ends',
  ({ transport, ...mistake }) => make(mistake, transport),
);

test('every transport says the same of one mistake of each tool', async () => {
  for (const tool of registry.keys()) {
    const mistake = MISTAKES.find((each) => each.tool === tool && each.ends === 'refused')!;
    const input = await mistake.input(given);
    const [first, ...others] = await Promise.all(
      TRANSPORTS.map((transport) => callTool(transport, tool, input, { baseUrl: app.baseUrl, key: tenant.key })),
    );
    for (const other of others) expect(other.error?.issues).toEqual(first!.error?.issues);
  }
});

test.each([
  ['log_captures', 'log_capture'],
  ['logCapture', 'log_capture'],
  ['crm_write', 'gtm_crm_write'],
  ['update_prospects', 'update_prospect'],
  ['list_drafts', 'studio_list_drafts'],
  ['get_account', 'read_account'],
])('a tool named %s is refused with %s on every transport', async (wrong, right) => {
  for (const transport of TRANSPORTS) {
    const answer = await callTool(transport, wrong, {}, { baseUrl: app.baseUrl, key: tenant.key });
    expect(answer.error?.code).toBe('not_found');
    expect(answer.error?.message).toContain(right);
  }
});

test('what was taken is kept where it belongs', async () => {
  const account = await given.id('account');
  const { body } = await tenant.rest('log_capture', {
    source: 'call',
    content: 'The budget stands.',
    accountId: account,
  });
  expect(body).toMatchObject({ account_id: account, warnings: [{ path: 'content' }, { path: 'accountId' }] });
  const { result } = await callTool(
    'mcp',
    'mark_meeting_outcome',
    { outcome: 'advance', date: '2026-01-05T10:00:00Z', summary: 'They agreed.' },
    { baseUrl: app.baseUrl, key: tenant.key },
  );
  expect(result).toMatchObject({ occurred_at: '2026-01-05T10:00:00.000Z', notes: 'They agreed.' });
});

test('a key over its limit is told how long to wait, on every transport', async () => {
  for (const transport of TRANSPORTS) {
    const { key } = await app.newKey(tenant.userId, { rateLimit: 1 });
    await callTool(transport, 'verify_session', {}, { baseUrl: app.baseUrl, key });
    const { status, error, headers } = await callTool(transport, 'verify_session', {}, { baseUrl: app.baseUrl, key });
    expect([status, error?.retry_after_s]).toEqual([429, 60]);
    expect(headers.get('retry-after')).toBe('60');
  }
});
