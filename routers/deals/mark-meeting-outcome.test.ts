import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { factsOf, newAccount, sentencesOf } from '../../e2e/harness/deals.ts';
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

describe('mark_meeting_outcome', () => {
  test('records a meeting now, then changes only what comes', async () => {
    const account_id = await newAccount(tenant, { name: 'Meeters' });
    const before = Date.now();
    const made = await call('mark_meeting_outcome', { outcome: 'advance', account_id, next_step: 'Send the pack' });
    expect(made).toMatchObject({ created: true, notes: null, next_step: 'Send the pack' });
    expect(Date.parse(made.occurred_at)).toBeGreaterThanOrEqual(before);
    const changed = await call('mark_meeting_outcome', {
      meeting_id: made.meeting_id,
      outcome: 'they went quiet',
      notes: 'Nobody answers. Try the CFO.',
    });
    expect(changed).toEqual({
      ...made,
      created: false,
      outcome: 'they went quiet',
      notes: 'Nobody answers. Try the CFO.',
    });
    const day = made.occurred_at.slice(0, 10);
    const sentences = await sentencesOf(app, tenant, account_id);
    expect(sentences).toContain(`Meeting outcome of Meeters on ${day}: they went quiet.`);
    expect(sentences).not.toContain(`Meeting outcome of Meeters on ${day}: advance.`);
    expect(sentences).toEqual(expect.arrayContaining(['Next step of Meeters: Send the pack.', 'Try the CFO.']));
  });

  test("the latest meeting's next step stands, whatever the order they are recorded in", async () => {
    const account_id = await newAccount(tenant, { name: 'Orderly' });
    const record = (occurred_at: string, next_step: string) =>
      call('mark_meeting_outcome', { outcome: 'stall', account_id, occurred_at, next_step });
    await record('2026-02-01T10:00:00Z', 'Call in March');
    await record('2026-01-01T10:00:00+02:00', 'Call in February');
    const sentences = await sentencesOf(app, tenant, account_id);
    expect(sentences).toContain('Next step of Orderly: Call in March.');
    expect(sentences).not.toContain('Next step of Orderly: Call in February.');
    const { meetings } = await call('read_account', { id: account_id, include: ['meetings'] });
    expect(meetings.items.map(({ occurred_at }: any) => occurred_at)).toEqual([
      '2026-02-01T10:00:00.000Z',
      '2026-01-01T08:00:00.000Z',
    ]);
  });

  test('meetings recorded at the same moment leave one next step that stands', async () => {
    const account_id = await newAccount(tenant, { name: 'Simultaneous' });
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        call('mark_meeting_outcome', {
          outcome: 'advance',
          account_id,
          occurred_at: '2026-03-01T10:00:00Z',
          next_step: `Step ${n}`,
        }),
      ),
    );
    const current = (await factsOf(app, tenant, account_id)).filter(({ attribute }) => attribute === 'next_step');
    expect(current).toHaveLength(1);
  });

  test.each([
    [{}, 'outcome'],
    [{ outcome: ' ' }, 'outcome'],
    [{ outcome: 'advance', occurred_at: 'yesterday' }, 'occurred_at'],
    [{ outcome: 'advance', occurred_at: '2026-03-01T10:00:00' }, 'occurred_at'],
    [{ outcome: 'advance', meeting_id: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'meeting_id'],
    [{ outcome: 'x'.repeat(2_001) }, 'outcome'],
  ])('refuses %j', async (input, path) => {
    const { code, issues } = await refused('mark_meeting_outcome', input);
    expect(code).toBe('invalid_input');
    expect(issues[0]!.path).toBe(path);
  });

  test('does not find meetings or accounts that are not there', async () => {
    const mine = await call('mark_meeting_outcome', { outcome: 'advance' });
    const taken = await refused('mark_meeting_outcome', { outcome: 'lost', meeting_id: mine.meeting_id }, otherTenant);
    expect(taken.message).toBe('No meeting with that id in this workspace.');
    const nowhere = await refused('mark_meeting_outcome', { outcome: 'lost', account_id: newId('account') });
    expect(nowhere.message).toBe('No account with that id in this workspace.');
  });
});
