import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { inherited, ROOT } from './harness/child-environment.ts';

const MAPPING = join(ROOT, 'client/import/mappings/crm-sales-opportunities.json');

let app: AppContext;
let tenant: Tenant;
let folder: string;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
  folder = mkdtempSync(join(tmpdir(), 'sat-import-'));
  writeFileSync(
    join(folder, 'accounts.csv'),
    'account,sector,year_established,revenue,employees,office_location,subsidiary_of\n' +
      'Northwind,technolgy,1996,1100.04,2822,United States,\n' +
      'Contoso,retail,1999,251.41,many,Philipines,Northwind\n' +
      'Fabrikam,medical,1986,647.18,1185,Kenya,\n',
  );
  writeFileSync(
    join(folder, 'sales_pipeline.csv'),
    'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value\n' +
      'A1,Moses,GTXPro,Northwind,Won,10/20/2016,3/1/2017,1054.50\n' +
      'A2,Moses,GTX Basic,Northwind,Won,10/20/2016,3/2/2017,45\n' +
      'A3,Moses,GTX Basic,Northwind,Lost,10/20/2016,3/2/2017,0\n' +
      'A4,Darcel,MG Special,Fabrikam,Engaging,10/20/2016,,\n' +
      'A5,Darcel,MG Special,,Prospecting,,,\n' +
      'A6,Darcel,MG Special,Nowhere Ltd,Won,10/20/2016,3/2/2017,99\n' +
      'A7,Darcel,MG Special,Fabrikam,Won,20/20/2016,3/2/2017,7\n' +
      ',Darcel,MG Special,Fabrikam,Won,10/20/2016,3/2/2017,7\n',
  );
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

type Ran = { code: number; stdout: string; stderr: string };

async function runImport(dataDir: string, key = tenant.key, mapping = MAPPING): Promise<Ran> {
  const args = ['client/import/main.ts', folder, '--mapping', mapping, '--url', app.baseUrl, '--key', key];
  const env = { ...inherited(), DATA_DIR: dataDir };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })) };
  } catch (error) {
    return error as Ran;
  }
}

/** Every account of the workspace, read back by the ids the journal kept. */
async function accounts(dataDir: string, stdout: string) {
  expect(stdout).toContain('Run run_');
  const [journal] = readdirSync(join(dataDir, 'imports'));
  const text = readFileSync(join(dataDir, 'imports', journal!), 'utf8').trim();
  const lines = text.split('\n').map((line) => JSON.parse(line) as { ref: string; id: string });
  const found = lines.filter(({ ref }) => ref.includes(':account:'));
  const read = await Promise.all(found.map(({ id }) => tenant.rest('read_account', { id })));
  return new Map(read.map(({ body }) => [body.account.name as string, body]));
}

test('good rows load, bad rows are named, and loading again makes nothing twice', async () => {
  const dataDir = join(folder, 'data');
  const first = await runImport(dataDir);
  expect(first.code).toBe(1);
  expect(first.stdout).toContain('accounts.csv: 3 rows: 2 created, 0 merged, 0 loaded before, 1 refused');
  expect(first.stdout).toContain('accounts.csv:3: "many" is not a whole number');
  expect(first.stdout).toMatch(/sales_pipeline\.csv: 8 rows: 5 created, .* 3 refused/);
  expect(first.stdout).toContain('sales_pipeline.csv:7: no account file holds "Nowhere Ltd"');
  expect(first.stdout).toContain('sales_pipeline.csv:8: "20/20/2016" is not a date written M/D/YYYY');
  expect(first.stdout).toContain('sales_pipeline.csv:9: the key column "opportunity_id" is empty');

  const read = await accounts(dataDir, first.stdout);
  const northwind = read.get('Northwind')!;
  expect(northwind.account).toMatchObject({ industry: 'technology', employee_count: 2822 });
  expect(northwind.opp_totals.count).toBe(3);
  expect(northwind.opp_totals.by_stage).toContainEqual(expect.objectContaining({ stage: 'Won', amount: 1099.5 }));
  expect(northwind.opps.items[0].facts.product ?? northwind.opps.items.at(-1).facts.product).toMatch(/GTX/);
  expect(read.get('Opportunities without an account')!.opp_totals.count).toBe(1);

  const second = await runImport(dataDir);
  expect(second.stdout).toContain('accounts.csv: 3 rows: 0 created, 0 merged, 2 loaded before, 1 refused');
  const forgotten = await runImport(join(folder, 'other-data'));
  expect(forgotten.stdout).toMatch(/sales_pipeline\.csv: 8 rows: 0 created, 5 merged, 0 loaded before, 3 refused/);
  expect((await accounts(dataDir, forgotten.stdout)).get('Northwind')!.opp_totals.count).toBe(3);
});

test('the load is a run: declared, settled with counts, and every call of it is tied to it', async () => {
  const own = await app.newTenant();
  const { stdout } = await runImport(join(folder, 'run-data'), own.key);
  const runRef = /Run (run_\w+): ok/.exec(stdout)?.[1];
  expect(runRef).toBeDefined();
  const rows = await app.auditOf(own);
  const tools = new Set(rows.filter((row) => row.run_ref === runRef).map((row) => row.tool));
  expect([...tools]).toEqual(expect.arrayContaining(['gtm_crm_write', 'read_account', 'emit_telemetry']));
  const again = await own.rest('emit_telemetry', { plugin: 'deal-desk', skill: 'crm-import', run_id: runRef });
  expect(again.body.result).toBe('already_settled');
});

test('a key that does not work and a mapping that is none end with a sentence and status 2', async () => {
  const badKey = await runImport(join(folder, 'x'), 'sat_nope');
  expect([badKey.code, badKey.stderr]).toEqual([2, expect.stringContaining('invalid_key')]);
  const mapping = join(folder, 'mapping.json');
  writeFileSync(mapping, '{"system":"x","sources":[]}');
  const badMapping = await runImport(join(folder, 'x'), tenant.key, mapping);
  expect([badMapping.code, badMapping.stderr]).toEqual([2, expect.stringContaining('sources')]);
});
