import { describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { statement } from '../db/statement.ts';
import { registry } from '../routers/index.ts';
import { callTool } from './harness/transports.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { Records } from './harness/records.ts';
import { outputProblems } from './harness/schemas.ts';

/** Agents do not take turns: the same call, many at once, on the same records. */
const AT_ONCE = 16;

/** Attributes that hold one value at a time, and hold more. */
const torn = statement(
  'test_torn_facts',
  `SELECT subject_id, attribute, count(*)::int AS count FROM facts WHERE single AND superseded_at IS NULL
   GROUP BY subject_id, attribute HAVING count(*) > 1`,
);

const notes = statement('test_notes', `SELECT text FROM captures`);

let app: AppContext;

useApp((started) => {
  app = started;
});

const call = (who: Tenant, tool: string, input: unknown) =>
  callTool('rest', tool, input, { baseUrl: app.baseUrl, key: who.key });

describe.each([...registry.values()])('$name', (tool) => {
  test('many at once are answered, by results or refusals, and none by a failure', async () => {
    const who = await app.newTenant();
    const input = await new Records(app, who).exampleOf(tool);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => call(who, tool.name, input)));
    for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const { result } of done) expect(outputProblems(tool, result)).toEqual([]);
    const rows = await app.auditOf(who);
    expect(rows.filter((row) => row.tool === tool.name).length).toBeGreaterThanOrEqual(AT_ONCE);
    expect(await app.service.app.services.db.read(who.workspaceId, torn)).toEqual([]);
  });

  test.runIf(tool.effect !== 'read')('many at once on fresh records, each first to make what is missing', async () => {
    const who = await app.newTenant();
    for (let round = 0; round < 3; round += 1) {
      const input = await new Records(app, who).exampleOf(tool);
      const answers = await Promise.all([1, 2, 3, 4].map(() => call(who, tool.name, input)));
      for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
    }
  });
});

test('reads that leave together are answered each with its own', async () => {
  const tenants = await Promise.all([app.newTenant(), app.newTenant()]);
  const owned = await Promise.all(
    tenants.map(async (who) => {
      const names = Array.from({ length: 20 }, (_, index) => `${who.workspaceId} ${index}`);
      const made = await Promise.all(
        names.map((name) => call(who, 'gtm_crm_write', { entity: 'account', facts: { name } })),
      );
      return made.map(({ result }, index) => ({ who, name: names[index]!, id: result!['id'] as string }));
    }),
  );
  const asked = owned.flat();
  const answers = await Promise.all(asked.map(({ who, id }) => call(who, 'read_account', { id })));
  expect(answers.map(({ result }) => (result?.['account'] as { name: string } | undefined)?.name)).toEqual(
    asked.map(({ name }) => name),
  );
  // The same, of the other's: each is refused alone, beside reads that are answered.
  const crossed = await Promise.all(
    asked.map(({ who, id }, index) =>
      call(index % 2 === 0 ? who : tenants.find((other) => other !== who)!, 'read_account', { id }),
    ),
  );
  expect(crossed.map(({ status }) => status)).toEqual(asked.map((_, index) => (index % 2 === 0 ? 200 : 404)));
});

test('a call that the database refuses takes none of those written with it along', async () => {
  const who = await app.newTenant();
  const account = await new Records(app, who).id('account');
  const before = (await app.auditOf(who)).length;
  const log = (index: number) =>
    call(who, 'log_capture', {
      source: 'test',
      text: `note ${index}`,
      account_id: index % 5 === 0 ? newId('account') : account,
    });
  const answers = [];
  // Of more at once, a slow machine refuses some that waited too long for their turn.
  for (let from = 0; from < 60; from += 10)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => log(from + n)))));
  answers.forEach(({ status, error, text }, index) => {
    expect(status, text).toBe(index % 5 === 0 ? 404 : 200);
    if (index % 5 === 0) expect(error!.code).toBe('not_found');
  });
  const texts = await app.service.app.services.db.read<{ text: string }>(who.workspaceId, notes);
  expect(texts).toHaveLength(48);
  const rows = (await app.auditOf(who)).slice(before);
  expect(rows.filter(({ outcome }) => outcome === 'ok')).toHaveLength(48);
  expect(rows.filter(({ error_code }) => error_code === 'not_found')).toHaveLength(12);
});

test('lists of the same accounts in opposite orders do not block one another', async () => {
  const who = await app.newTenant();
  const accounts = Array.from({ length: 300 }, (_, index) => ({
    name: `Company ${index}`,
    domain: `c${index}.example`,
  }));
  const lists = [accounts, accounts.toReversed(), accounts.slice(100).concat(accounts.slice(0, 100))];
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(
      [...lists, ...lists].map((list) => call(who, 'gtm_build_tam', { list_name: 'same', accounts: list })),
    );
    for (const { status, text } of answers) expect(status, text.slice(0, 500)).toBe(200);
  }
});

test('records changed in opposite orders do not block one another', async () => {
  const who = await app.newTenant();
  const records = new Records(app, who);
  const [prospect, account] = [await records.id('prospect'), await records.id('account')];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? call(who, 'update_prospect', { id: prospect, account_id: account, title: `t${index}` })
        : call(who, 'gtm_crm_write', { entity: 'account', id: account, facts: { industry: `i${index}` } }),
    ),
  );
  for (const { status, text } of answers) expect(status, text).toBe(200);
  expect(await app.service.app.services.db.read(who.workspaceId, torn)).toEqual([]);
});
