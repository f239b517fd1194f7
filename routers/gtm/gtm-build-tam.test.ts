import { describe, expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const onList = statement(
  'test_targets_on_list',
  'SELECT id, domain, name, industry, employee_count, payload FROM target_accounts WHERE list_name = $1 ORDER BY id',
);

type Target = {
  id: string;
  domain: string | null;
  name: string | null;
  industry: string | null;
  employee_count: number | null;
  payload: Record<string, unknown>;
};

const listed = (list: string, who = tenant) =>
  app.service.app.services.db.read<Target>(who.workspaceId, onList, [list]);

async function build(list_name: string, accounts: unknown, who = tenant) {
  const { status, body, text } = await who.rest('gtm_build_tam', { list_name, accounts });
  expect(status, text).toBe(200);
  return body as { created: number; updated: number; total: number; ids: string[] };
}

async function refused(list_name: unknown, accounts: unknown) {
  const { status, body } = await tenant.rest('gtm_build_tam', { list_name, accounts });
  expect(status).toBe(400);
  return body.error as { code: string; issues: { path: string; message: string }[] };
}

const company = (n: number) => ({
  domain: `c${n}.example`,
  name: `Company ${n}`,
  industry: 'Retail',
  employeeCount: n,
});

describe('gtm_build_tam', () => {
  test('a company with more than 500 names and items is refused, and named', async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`k${n}`, n]));
    const { code, issues } = await refused('Wide', [company(1), { name: 'Wide', ...many }]);
    expect([code, issues[0]!.path]).toEqual(['invalid_input', 'accounts.1']);
  });

  test('10,000 in one call are all on the list, and found again by the next', async () => {
    const accounts = Array.from({ length: 10_000 }, (_, n) => ({ ...company(n), region: 'EMEA' }));
    const first = await build('Ten thousand', accounts);
    expect(first).toMatchObject({ created: 10_000, updated: 0, total: 10_000 });
    expect(new Set(first.ids).size).toBe(10_000);
    const again = await build('Ten thousand', accounts.slice(0, 5_000).reverse());
    expect(again).toMatchObject({ created: 0, updated: 5_000, total: 10_000 });
    expect(again.ids).toEqual(first.ids.slice(0, 5_000).reverse());
    const rows = await listed('Ten thousand');
    expect(rows).toHaveLength(10_000);
    expect(rows.find(({ id }) => id === first.ids[7])).toMatchObject({
      domain: 'c7.example',
      name: 'Company 7',
      employee_count: 7,
      payload: { region: 'EMEA' },
    });
  });

  test('finds by domain, or by name where there is no domain; null and absent leave what stands', async () => {
    const first = await build('Merged', [
      { domain: 'Acme.Example', name: 'Acme', employeeCount: 10, tags: ['a'], note: 'x' },
      { name: 'Nameless', industry: 'Mining' },
    ]);
    const second = await build('Merged', [
      { name: 'Nameless', employee_count: 5 },
      { domain: 'acme.example', name: null, industry: 'Retail', tags: ['b'], note: null },
      { domain: 'new.example' },
    ]);
    expect(second).toMatchObject({ created: 1, updated: 2, total: 3 });
    expect(second.ids.slice(0, 2)).toEqual([first.ids[1], first.ids[0]]);
    expect(await listed('Merged')).toEqual([
      expect.objectContaining({
        domain: 'acme.example',
        name: 'Acme',
        industry: 'Retail',
        employee_count: 10,
        payload: { tags: ['b'], note: 'x' },
      }),
      expect.objectContaining({ domain: null, name: 'Nameless', industry: 'Mining', employee_count: 5 }),
      expect.objectContaining({ domain: 'new.example', name: null }),
    ]);
  });

  test('lists are apart, and so are workspaces', async () => {
    const other = await app.newTenant();
    const [here] = (await build('Apart', [company(1)])).ids;
    const [there] = (await build('Apart', [company(1)], other)).ids;
    const [elsewhere] = (await build('Apart too', [company(1)])).ids;
    expect(new Set([here, there, elsewhere]).size).toBe(3);
    expect(await listed('Apart', other)).toHaveLength(1);
  });

  test('two builds of one list at the same moment, in opposite order, both succeed', async () => {
    const accounts = Array.from({ length: 500 }, (_, n) => company(n));
    const named = Array.from({ length: 100 }, (_, n) => ({ name: `Only a name ${n}` }));
    const [one, two] = await Promise.all([
      build('Together', [...accounts, ...named]),
      build('Together', [...accounts, ...named].reverse()),
    ]);
    expect(one!.created + two!.created).toBe(600);
    expect(two!.ids).toEqual(one!.ids.toReversed());
    expect(await listed('Together')).toHaveLength(600);
  });

  test('establishes what the list holds', async () => {
    await build('Counted', [company(1), company(2)]);
    await build('Counted', [company(3)]);
    const facts = statement(
      'test_list_facts',
      `SELECT sentence FROM facts WHERE subject_id = $1 AND superseded_at IS NULL`,
    );
    expect(await app.service.app.services.db.read(tenant.workspaceId, facts, ['Counted'])).toEqual([
      { sentence: 'The target account list Counted holds 3 accounts.' },
    ]);
  });

  test.each([
    ['a row with neither domain nor name', [company(0), { industry: 'x' }], 'accounts.1'],
    ['a domain that is none', [company(0), { domain: 'https://acme.com/x' }], 'accounts.1.domain'],
    [
      'a head count in words',
      [company(0), company(1), { ...company(2), employeeCount: 'many' }],
      'accounts.2.employeeCount',
    ],
    ['a negative head count', [{ ...company(2), employee_count: -1 }], 'accounts.0.employee_count'],
    ['a row that is no object', [company(0), 'acme.com'], 'accounts.1'],
    ['an empty name', [{ name: ' ' }], 'accounts.0.name'],
    ['no rows', [], 'accounts'],
    ['no array', { 0: company(0) }, 'accounts'],
    ['10,001 rows', Array.from({ length: 10_001 }, (_, n) => ({ name: `n${n}` })), 'accounts'],
  ])('refuses %s, and writes nothing', async (_, accounts, path) => {
    const { code, issues } = await refused('Refused', accounts);
    expect(code).toBe('invalid_input');
    expect(issues.map((issue) => issue.path)).toContain(path);
    expect(await listed('Refused')).toEqual([]);
  });

  test('names both rows of a domain or name sent twice', async () => {
    const { issues } = await refused('Refused', [
      company(0),
      { name: 'Same' },
      { domain: 'C0.example' },
      { name: 'Same', industry: 'x' },
    ]);
    expect(issues).toEqual([
      { path: 'accounts.2.domain', message: 'is the same as in accounts.0' },
      { path: 'accounts.3.name', message: 'is the same as in accounts.1' },
    ]);
    expect(await listed('Refused')).toEqual([]);
  });

  test('refuses more than 4 MB', async () => {
    const accounts = Array.from({ length: 5_000 }, (_, n) => ({ name: `n${n}`, note: 'x'.repeat(800) }));
    expect((await refused('Refused', accounts)).code).toBe('payload_too_large');
    expect(await listed('Refused')).toEqual([]);
  });

  test('refuses a list without a name', async () => {
    expect((await refused('', [company(0)])).issues[0]!.path).toBe('list_name');
  });
});
