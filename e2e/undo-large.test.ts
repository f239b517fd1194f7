import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { type AppContext, createStore, startTestApp } from './harness/app.ts';
import { type Child, startChild } from './harness/child.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { onPostgres } from './harness/databases.ts';
import { ended, importCsv, isCut, upload } from './harness/imports.ts';
import { Browser, newPerson, newPersonOf, type Person } from './harness/person.ts';
import { until } from './harness/until.ts';

/** Imports that left more facts than are undone in one transaction: a job undoes them, part by part. */

type Panel = Person['browser']['panel'];

const KINDS = ['account', 'opp', 'contact', 'prospect', 'target_account'] as const;
const COLUMNS = 96;
const ROWS = 210;
const ACCOUNTS = 12;

const DEALS = [
  ['External ID', 'Name', 'Account name', ...Array.from({ length: COLUMNS }, (_, n) => `field ${n}`)].join(','),
  ...Array.from({ length: ROWS }, (_, row) =>
    [
      `deal-${row}`,
      `Deal ${row}`,
      `Buyer ${row % ACCOUNTS}`,
      ...Array.from({ length: COLUMNS }, (_, n) => `${row} ${n}`),
    ].join(','),
  ),
].join('\n');

const stateOf = async (browser: Browser) =>
  Object.fromEntries(
    await Promise.all(
      KINDS.map(async (kind) => [kind, await (await browser.fetch(`/app/records/${kind}.csv`)).text()] as const),
    ),
  );

/** The undo once its job has ended. */
const undone = (panel: Panel, undo_id: string) =>
  until(
    () => panel.undos.get.query({ undo_id }).catch(isCut as never) as ReturnType<Panel['undos']['get']['query']>,
    ({ job }) => job !== null && job !== undefined && job.state !== 'running',
    120_000,
  );

const acts = async (panel: Panel, act: string) =>
  (await panel.activity.list.query({})).items.filter((each) => each.act === act);

const analyzedFacts = statement(
  'test_analyzed_facts',
  `SELECT greatest(last_analyze, last_autoanalyze) AS at FROM pg_stat_user_tables WHERE relname = 'facts'`,
);

/** When the planner's statistics of facts were refreshed: until then searches are planned as if there were none. */
const analyzed = async ({ service }: AppContext) =>
  (await service.app.services.db.as<{ at: Date | null }>(ROLES.gate, analyzedFacts))[0]!.at;

// Its rules are the same on either database, and the embedded one takes twice as long for 20,000 facts.
describe.runIf(onPostgres)('in one process (needs TEST_DATABASE_URL)', () => {
  let app: AppContext;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  test(
    'is previewed with true totals, undone but for what others changed, and taken back',
    { timeout: 300_000 },
    async () => {
      const person = await newPerson(app);
      const { browser } = person;
      const { panel } = browser;
      const write = async (facts: Record<string, unknown>, id?: string) => {
        const { status, body } = await person.rest('gtm_crm_write', {
          entity: 'opp',
          facts,
          ...(id !== undefined && { id }),
        });
        expect(status, JSON.stringify(body)).toBe(200);
        return body.id as string;
      };
      const account = await person.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Buyer 3' } });
      await write({
        account_id: account.body.id,
        name: 'Old name',
        external_ref: 'deal-3',
        field_7: 'before',
        note: 'kept',
      });
      const before = await stateOf(browser);
      const { import_id, ...done } = await importCsv(panel, 'opp', DEALS, { options: { create_accounts: true } });
      expect(done).toMatchObject({ created: ROWS - 1, updated: 1, accounts_created: ACCOUNTS - 1, failed: 0 });
      const imported = await stateOf(browser);
      await until(() => analyzed(app), Boolean);

      const preview = await panel.undos.preview.query({ import_id });
      expect(preview).toMatchObject({ in_parts: true, totals: { records: ROWS + ACCOUNTS - 1, stays: 0 }, stays: [] });
      expect(preview.records).toHaveLength(200);
      expect(preview.facts).toBeGreaterThan(20_000);
      const other = await newPerson(app);
      expect(await other.browser.panel.undos.preview.query({ import_id }).catch(errorOf)).toMatchObject({
        code: 'not_found',
      });
      expect(await panel.undos.undo.mutate({ import_id, digest: 'another' }).catch(errorOf)).toMatchObject({
        code: 'invalid_transition',
      });
      const first = await panel.undos.undo.mutate({ import_id, digest: preview.digest });
      expect(first).toMatchObject({ in_parts: true });
      const end = await undone(panel, first.undo_id);
      expect(end).toMatchObject({ facts: preview.facts, job: { way: 'undo', state: 'done', stays: 0 } });
      expect(end.job!.records).toBe(ROWS + ACCOUNTS - 1);
      expect(end.job!.done).toBe(end.job!.total);
      expect(await stateOf(browser)).toEqual(before);
      expect(await acts(panel, 'writes.undone')).toMatchObject([
        { subject_id: import_id, detail: { undo_id: first.undo_id } },
      ]);
      expect(await panel.undos.preview.query({ import_id })).toMatchObject({ records: [], facts: 0, in_parts: false });
      expect(await other.browser.panel.undos.get.query({ undo_id: first.undo_id }).catch(errorOf)).toMatchObject({
        code: 'not_found',
      });

      const { undo_id } = first;
      expect(await panel.undos.bring_back.mutate({ undo_id })).toMatchObject({ in_parts: true, import_id });
      expect(await undone(panel, undo_id)).toMatchObject({
        restored_at: expect.any(String),
        job: { way: 'take_back', state: 'done', stays: 0 },
      });
      expect(await stateOf(browser)).toEqual(imported);
      expect(await acts(panel, 'writes.brought_back')).toHaveLength(1);
      expect(await panel.undos.bring_back.mutate({ undo_id }).catch(errorOf)).toMatchObject({
        code: 'invalid_transition',
      });

      // Somebody works on a deal of an account that was made for it: both stay, and the rest goes.
      const found = (await person.rest('find_records', { kind: 'opp', query: 'Deal 17' })).body.items[0];
      await write({ stage: 'Negotiation' }, found.id);
      const again = await panel.undos.preview.query({ import_id });
      expect(again.stays.map(({ kind, reason }) => [kind, reason]).sort()).toEqual([
        ['account', 'in_use'],
        ['opp', 'changed_since'],
      ]);
      const second = await panel.undos.undo.mutate({ import_id, digest: again.digest });
      expect(await undone(panel, second.undo_id)).toMatchObject({ job: { state: 'done', stays: 2 } });
      const left = await stateOf(browser);
      expect(left['opp']!.split('\r\n').filter(Boolean)).toHaveLength(3);
      expect(left['account']!.split('\r\n').filter(Boolean)).toHaveLength(3);

      // A record whose place is taken stops the way back, with why; once it is free, the rest comes back.
      const taken = await write({ account_id: account.body.id, name: 'In its place', external_ref: 'deal-100' });
      await panel.undos.bring_back.mutate({ undo_id: second.undo_id });
      const stopped = await undone(panel, second.undo_id);
      expect(stopped).toMatchObject({
        restored_at: null,
        job: { state: 'failed', reason: expect.stringContaining('cannot come back') },
      });
      await panel.records.archive.mutate({ record_id: taken });
      await panel.undos.bring_back.mutate({ undo_id: second.undo_id });
      expect(await undone(panel, second.undo_id)).toMatchObject({
        restored_at: expect.any(String),
        job: { state: 'done' },
      });
      expect((await stateOf(browser))['opp']!.split('\r\n').filter(Boolean)).toHaveLength(ROWS + 1);
    },
  );
});

test.runIf(onPostgres)('kill -9 in the middle: another process goes on', { timeout: 400_000 }, async () => {
  const store = await createStore();
  let child: Child | undefined;
  try {
    child = await startChild(store.env);
    const person = await newPersonOf(child);
    let browser = await person.signIn(child);
    const before = await stateOf(browser);
    const import_id = await upload(browser.panel, 'opp', DEALS);
    await browser.panel.imports.start.mutate({ import_id, options: { create_accounts: true } });
    expect(await ended(browser.panel, import_id, 200_000)).toMatchObject({ state: 'done', created: ROWS });
    const imported = await stateOf(browser);

    /** Kills the process once the job has begun, and waits until another has ended it. */
    const killed = async (undo_id: string) => {
      const { panel } = browser;
      const begun = await until(
        () => panel.undos.get.query({ undo_id }),
        ({ job }) => job!.done > 0,
        60_000,
      );
      expect(begun.job!.state).toBe('running');
      await child!.end('SIGKILL');
      child = await startChild(store.env);
      browser = await person.signIn(child);
      return undone(browser.panel, undo_id);
    };
    const { digest } = await browser.panel.undos.preview.query({ import_id });
    const { undo_id } = await browser.panel.undos.undo.mutate({ import_id, digest });
    expect(await killed(undo_id)).toMatchObject({ job: { way: 'undo', state: 'done', stays: 0 } });
    expect(await stateOf(browser)).toEqual(before);
    await browser.panel.undos.bring_back.mutate({ undo_id });
    expect(await killed(undo_id)).toMatchObject({ job: { way: 'take_back', state: 'done', stays: 0 } });
    expect(await stateOf(browser)).toEqual(imported);
    expect(await acts(browser.panel, 'writes.undone')).toHaveLength(1);
    expect(await acts(browser.panel, 'writes.brought_back')).toHaveLength(1);
  } finally {
    await child?.end('SIGKILL');
    await store.remove();
  }
});
