import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import { DIMENSIONS } from '../../server/records/meddpicc.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { newAccount, newOpp, sentencesOf } from '../../e2e/harness/deals.ts';
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

describe('set_meddpicc', () => {
  test('overwrites what comes, keeps the rest, answers gaps, and establishes each dimension', async () => {
    const account_id = await newAccount(tenant);
    const opp_id = await newOpp(tenant, account_id);
    const first = await call('set_meddpicc', { opp_id, economic_buyer: 'Dana Reyes', champion: 'Lee Park' });
    expect(first).toMatchObject({ opp_id, account_id, completeness: 2 });
    const second = await call('set_meddpicc', { opp_id, champion: 'Kim Oh', competition: 'Northwind' });
    expect(second.meddpicc).toEqual({
      metrics: null,
      economic_buyer: 'Dana Reyes',
      decision_criteria: null,
      decision_process: null,
      paper_process: null,
      identify_pain: null,
      champion: 'Kim Oh',
      competition: 'Northwind',
    });
    expect(second.completeness).toBe(3);
    expect(second.gaps).toEqual(DIMENSIONS.filter((each) => second.meddpicc[each] === null));
    const [opp] = (await call('read_account', { id: account_id })).opps.items;
    expect(opp).toMatchObject({ meddpicc: second.meddpicc, gaps: second.gaps, completeness: 3 });
    const sentences = await sentencesOf(app, tenant, account_id);
    expect(sentences).toContain('Economic buyer of Pilot: Dana Reyes.');
    expect(sentences).toContain('Champion of Pilot: Kim Oh.');
    expect(sentences).not.toContain('Champion of Pilot: Lee Park.');
  });

  test('dimensions set at the same moment are all kept', async () => {
    const opp_id = await newOpp(tenant, await newAccount(tenant));
    await Promise.all(DIMENSIONS.map((name) => call('set_meddpicc', { opp_id, [name]: `About ${name}` })));
    expect(await call('set_meddpicc', { opp_id })).toMatchObject({ gaps: [], completeness: 8 });
  });

  test('refuses what is no text, and deals that are not there', async () => {
    const opp_id = await newOpp(tenant, await newAccount(tenant));
    expect((await refused('set_meddpicc', { opp_id, champion: 7 })).issues[0]!.path).toBe('champion');
    expect((await refused('set_meddpicc', { opp_id, champion: '' })).issues[0]!.path).toBe('champion');
    expect((await refused('set_meddpicc', { champion: 'Lee' })).issues[0]!.path).toBe('opp_id');
    const taken = await refused('set_meddpicc', { opp_id, champion: 'Mallory' }, otherTenant);
    expect(taken.message).toBe('No opp with that id in this workspace.');
    expect((await refused('set_meddpicc', { opp_id: newId('opp'), champion: 'x' })).message).toBe(taken.message);
  });
});

test('null clears a dimension and supersedes its fact; N/A and the like are refused', async () => {
  const opp_id = await newOpp(tenant, await newAccount(tenant));
  await call('set_meddpicc', { opp_id, champion: 'Lee Park', metrics: 'Two days saved' });
  const { meddpicc, gaps, completeness } = await call('set_meddpicc', { opp_id, champion: null });
  expect([meddpicc.champion, meddpicc.metrics, completeness]).toEqual([null, 'Two days saved', 1]);
  expect(gaps).toContain('champion');
  expect(await sentencesOf(app, tenant, opp_id)).not.toContain('Champion of Pilot: Lee Park.');
  for (const words of ['N/A', 'unknown', '-', 'TBD']) {
    const { issues } = await refused('set_meddpicc', { opp_id, metrics: words });
    expect(issues[0]).toMatchObject({ path: 'metrics', message: expect.stringContaining('null clears') });
  }
  expect((await call('set_meddpicc', { opp_id, competition: 'None' })).meddpicc.competition).toBe('None');
});
