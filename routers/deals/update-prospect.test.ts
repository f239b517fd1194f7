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

describe('update_prospect', () => {
  test('a value in fields by the name of a field is kept there, said so, and answers nothing of that field', async () => {
    const account_id = await newAccount(tenant);
    const { id } = await call('update_prospect', { name: 'Conf Lict', email: 'real@acme.example', account_id });
    const changed = await call('update_prospect', { id, fields: { email: 'other@acme.example', region: 'EMEA' } });
    expect(changed).toMatchObject({
      email: 'real@acme.example',
      fields: { email: 'other@acme.example', region: 'EMEA' },
      warnings: [{ path: 'fields.email', message: expect.stringContaining('send email itself') }],
    });
    const sentences = (await sentencesOf(app, tenant, account_id)).join(' ');
    expect(sentences).toContain('real@acme.example');
    expect(sentences).toContain('EMEA');
    expect(sentences).not.toContain('other@acme.example');
  });

  test('creates, then changes only what comes, merging fields', async () => {
    const account_id = await newAccount(tenant);
    const made = await call('update_prospect', {
      name: 'Lee Park',
      email: 'lee@acme.example',
      account_id,
      notes: 'Met at the fair.',
      fields: { social: { x: '@lee', y: 'lee' }, seen: [1, 2] },
    });
    expect(made).toMatchObject({ created: true, name: 'Lee Park', title: null, account_id });
    expect(made.id).toMatch(/^pro_/);
    const changed = await call('update_prospect', {
      id: made.id,
      title: 'CFO',
      notes: 'Moved to finance.',
      fields: { social: { x: null }, seen: [3] },
    });
    expect(changed).toMatchObject({
      id: made.id,
      created: false,
      name: 'Lee Park',
      title: 'CFO',
      email: 'lee@acme.example',
      account_id,
      notes: 'Moved to finance.',
      fields: { social: { y: 'lee' }, seen: [3] },
    });
    const sentences = await sentencesOf(app, tenant, made.id);
    expect(sentences).toContain('Title of Lee Park: CFO.');
    expect(sentences).toContain('Notes of Lee Park: Moved to finance.');
    expect(sentences.join(' ')).not.toContain('Met at the fair');
  });

  test('changes at the same moment lose no field', async () => {
    const { id } = await call('update_prospect', { name: 'Busy' });
    await Promise.all(Array.from({ length: 12 }, (_, n) => call('update_prospect', { id, fields: { [`f${n}`]: n } })));
    const { fields } = await call('update_prospect', { id, fields: { last: true } });
    expect(Object.keys(fields)).toHaveLength(13);
  });

  test.each([
    [{}, 'name'],
    [{ title: 'CFO' }, 'name'],
    [{ id: 'nobody', name: 'x' }, 'id'],
    [{ name: 5 }, 'name'],
    [{ email: 'no address' }, 'email'],
    [{ name: 'x', notes: 'N/A' }, 'notes'],
    [{ fields: ['a'] }, 'fields'],
    [{ name: 'x', account_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'account_id'],
  ])('refuses %j', async (input, path) => {
    const { code, issues } = await refused('update_prospect', input);
    expect(code).toBe('invalid_input');
    expect(issues.map((issue) => issue.path)).toContain(path);
  });

  test('does not find what is not there', async () => {
    const { id } = await call('update_prospect', { name: 'Mine' });
    const theirs = await refused('update_prospect', { id, name: 'Taken' }, otherTenant);
    const unknown = await refused('update_prospect', { id: newId('prospect'), name: 'Taken' });
    expect(theirs.message).toBe('No prospect with that id in this workspace.');
    expect(unknown.message).toBe(theirs.message);
  });
});
