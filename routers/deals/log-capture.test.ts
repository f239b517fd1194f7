import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { newAccount, sentencesOf } from '../../e2e/harness/deals.ts';
import { refusal, succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;
let otherTenant: Tenant;

test.beforeEach(async ({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
  otherTenant = await app.newTenant();
});

const call = (tool: string, input: Record<string, unknown>, who = tenant) => succeed(who, tool, input);
const refused = (tool: string, input: Record<string, unknown>, who = tenant) => refusal(who, tool, input);

describe('log_capture', () => {
  test('keeps the text under account and prospect, and establishes its sentences', async () => {
    const account_id = await newAccount(tenant);
    const { id: prospect_id } = await call('update_prospect', { name: 'Lee' });
    const kept = await call('log_capture', {
      source: 'call',
      text: 'Budget is approved. Dana signs in June.',
      account_id,
      prospect_id,
      tags: ['budget'],
    });
    const read = await call('read_account', { id: account_id, include: ['captures'] });
    expect(read.captures.items).toEqual([
      {
        id: kept.capture_id,
        source: 'call',
        text: 'Budget is approved. Dana signs in June.',
        text_chars: 39,
        prospect_id,
        tags: ['budget'],
        created_at: kept.created_at,
      },
    ]);
    expect(await sentencesOf(app, tenant, account_id)).toEqual(
      expect.arrayContaining(['Budget is approved.', 'Dana signs in June.']),
    );
  });

  test.each(['', '  ', 'N/A'])('says once that %j says nothing', async (text) => {
    const { error } = (await tenant.rest('log_capture', { source: 'call', text })).body;
    expect(error.issues).toEqual([{ path: 'text', message: expect.stringMatching(/^says nothing/) }]);
  });

  test("refuses another workspace's account as one that never existed", async () => {
    const theirs = await newAccount(otherTenant, { name: 'Theirs' });
    const text = { source: 'call', text: 'x' };
    const first = await refused('log_capture', { ...text, account_id: theirs });
    const second = await refused('log_capture', { ...text, account_id: newId('account') });
    expect({ ...first, request_id: '' }).toEqual({ ...second, request_id: '' });
    expect(first.code).toBe('not_found');
  });
});
