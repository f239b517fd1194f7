import { describe, expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import type { AppContext } from '../../e2e/harness/app.ts';
import { inside, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;

test.beforeEach(({ app: shared }) => {
  app = shared;
});

const age = statement(
  'test_age_brain',
  `UPDATE brain_states SET created_at = created_at - make_interval(days => $2) WHERE scope = $1`,
);

describe('pull_config', () => {
  test('gives the flags of the workspace and the brain versions in force, stale ones marked', async () => {
    const who = await app.newTenant();
    await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'second_approver', value: true });
    await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'beta', value: { share: 0.5 } });
    for (const payload of [{ n: 1 }, { n: 22 }]) await who.rest('sync_brain', { scope: 'icp-registry', payload });
    await who.rest('sync_brain', { scope: 'decision-log', payload: [] });
    await inside(app, who, age, ['decision-log', 31]);
    const { body } = await who.rest('pull_config');
    expect(body.flags).toEqual({ beta: { share: 0.5 }, second_approver: true });
    expect(body.brain).toEqual([
      { scope: 'decision-log', version: 1, bytes: 2, synced_at: expect.any(String), stale: true },
      { scope: 'icp-registry', version: 2, bytes: 8, synced_at: expect.any(String), stale: false },
    ]);
  });

  test('reads back what was synced, of the scopes asked for', async () => {
    const who = await app.newTenant();
    await who.rest('sync_brain', { scope: 'icp-registry', payload: { n: 1 } });
    await who.rest('sync_brain', { scope: 'icp-registry', payload: { n: [2, 'two'] } });
    await who.rest('sync_brain', { scope: 'decision-log', payload: ['kept'] });
    const { body } = await who.rest('pull_config', { brain: ['ICP Registry', 'nowhere'] });
    expect(body.warnings).toEqual([{ path: 'brain.1', message: expect.stringContaining('nothing was synced') }]);
    expect(body.brain).toEqual([
      expect.not.objectContaining({ payload: expect.anything() }),
      expect.objectContaining({
        scope: 'icp-registry',
        version: 2,
        payload: { n: [2, 'two'] },
        synced_at: expect.any(String),
      }),
    ]);
  });
});
