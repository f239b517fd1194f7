import { expect, test } from 'vitest';
import { appendTable, type Insert } from '../db/append.ts';
import { newId } from '../db/ids.ts';
import type { CallRow } from '../db/statements/calls.ts';
import { statement } from '../db/statement.ts';
import { AuditWriter } from '../server/gate/audit.ts';
import { isAudited } from '../server/gate/database-fault.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

/** What keeps a call from being written twice, or after it was refused: its audit row's id, on either database. */
let app: AppContext;
let who: Tenant;
let audit: AuditWriter;

const captureTable = appendTable(
  'captures',
  'workspace_id, id, source, text, account_id, prospect_id, tags, created_at',
);
const captures = statement('test_settlement_captures', 'SELECT id FROM captures WHERE text = $1');
const outcomes = statement('test_settlement_outcomes', 'SELECT outcome, error_code FROM api_key_calls WHERE id = $1');

useApp(async (started) => {
  app = started;
  who = await app.newTenant();
  audit = new AuditWriter(app.service.app.services.db);
});

const callOf = (id: string, row: Partial<CallRow> = {}): CallRow => ({
  workspace_id: who.workspaceId,
  id,
  key_id: who.keyId,
  user_id: who.userId,
  tool: 'log_capture',
  transport: 'rest',
  outcome: 'ok',
  error_code: null,
  duration_ms: 1,
  request_bytes: 1,
  response_bytes: 1,
  run_ref: null,
  request_id: newId('request'),
  at: new Date().toISOString(),
  count: 1,
  ...row,
});

const refusal = (id: string) => callOf(id, { outcome: 'error', error_code: 'unavailable' });

/** A capture with an id of its own each time, as a careless retry would make it. */
const captureOf = (text: string): Insert => ({
  into: captureTable,
  rows: [
    {
      workspace_id: who.workspaceId,
      id: newId('capture'),
      source: 'test',
      text,
      account_id: null,
      prospect_id: null,
      tags: [],
      created_at: new Date().toISOString(),
    },
  ],
});

const read = <Row>(query: typeof captures, value: string) =>
  app.service.app.services.db.read<Row>(who.workspaceId, query, [value]);

const add = (id: string) =>
  audit.write(callOf(id), [captureOf(id)]).then(
    () => 'written',
    (error: unknown) => (isAudited(error) ? 'there already' : error),
  );

test('rows added again after a lost answer are there once, in whatever company they come', async () => {
  const [first, second] = [newId('call'), newId('call')];
  expect(await add(first)).toBe('written');
  expect(await Promise.all([add(first), add(second), add(first)])).toEqual([
    'there already',
    'written',
    'there already',
  ]);
  for (const id of [first, second]) {
    expect(await read(captures, id)).toHaveLength(1);
    expect(await read(outcomes, id)).toEqual([{ outcome: 'ok', error_code: null }]);
  }
});

test('a call that was written is found to be, and its row stays as it is', async () => {
  const id = newId('call');
  expect(await add(id)).toBe('written');
  expect(await Promise.all([audit.settle(refusal(id)), audit.settle(refusal(id))])).toEqual(['written', 'written']);
  expect(await read(outcomes, id)).toEqual([{ outcome: 'ok', error_code: null }]);
});

test('a call that was not is refused for good: what comes late is not written', async () => {
  const id = newId('call');
  expect(await audit.settle(refusal(id))).toBe('refused');
  expect(await add(id)).toBe('there already');
  expect(await read(captures, id)).toEqual([]);
  // Settled again, as after an answer that was lost: the row found there is the refusal's own.
  expect(await audit.settle(refusal(id))).toBe('refused');
  expect(await read(outcomes, id)).toEqual([{ outcome: 'error', error_code: 'unavailable' }]);
  expect(audit.depth).toBe(0);
});

test('written and refused at once, it is one of the two', async () => {
  const ids = Array.from({ length: 100 }, () => newId('call'));
  const ends = await Promise.all(ids.map((id) => Promise.all([add(id), audit.settle(refusal(id))])));
  for (const [index, end] of ends.entries()) {
    expect([
      ['written', 'written'],
      ['there already', 'refused'],
    ]).toContainEqual(end);
    expect(await read(captures, ids[index]!)).toHaveLength(end[0] === 'written' ? 1 : 0);
    expect(await read(outcomes, ids[index]!)).toMatchObject([{ outcome: end[0] === 'written' ? 'ok' : 'error' }]);
  }
});
