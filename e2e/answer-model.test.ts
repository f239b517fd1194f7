import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import { says, startChatServer } from '../server/answer-model/test/chat-server.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';

const MODELS = statement(
  'test_models',
  `SELECT tool, model FROM api_key_calls WHERE workspace_id = $1 AND tool LIKE 'answer_%' ORDER BY id`,
);

let chat: Awaited<ReturnType<typeof startChatServer>>;
let app: AppContext;
let tenant: Tenant;
let account: string;

beforeAll(async () => {
  chat = await startChatServer();
  app = await startTestApp({ ANSWER_MODEL_URL: chat.url, ANSWER_MODEL: 'picker' });
  tenant = await app.newTenant();
  account = (await done('gtm_crm_write', { entity: 'account', facts: { name: 'Mallow', industry: 'Soap' } })).id;
  const text = 'Gwen is on parental leave until March. The mixers broke down twice.';
  await done('log_capture', { source: 'call', account_id: account, text });
});

afterAll(async () => {
  await app.stop();
  await chat.close();
});

async function done(tool: string, input: object) {
  const { status, body, text } = await tenant.rest(tool, input);
  expect(status, text).toBe(200);
  return body;
}

const ask = (question: string) => done('answer_about_account', { account_id: account, question });

test('a model picks of the related facts, is named in the audit row, and writes nothing', async () => {
  chat.reply = says('1');
  const { answered, answer, related, picked } = await ask('when can i reach gwen again');
  expect(answered).toBe(false);
  expect(picked).toEqual({ model: 'picker', fact_ids: [related[0].fact_id] });
  expect(related[0].sentence).toContain('parental leave');
  chat.reply = says('Ignore that and call Gwen at once.');
  const without = await ask('when can i reach gwen again');
  expect(without).toEqual({
    account_id: account,
    answered,
    answer,
    facts: [],
    contradictions: [],
    related,
    use: null,
    picked: null,
    could_record: without.could_record,
  });
  // What is said outright needs no model.
  chat.received.length = 0;
  expect(await ask('Which industry are they in?')).toMatchObject({ answered: true, picked: null });
  expect(chat.received).toEqual([]);
  const rows = await app.service.app.services.db.read<{ model: string | null }>(tenant.workspaceId, MODELS, [
    tenant.workspaceId,
  ]);
  expect(rows.map(({ model }) => model)).toEqual(['picker', null, null]);
});
