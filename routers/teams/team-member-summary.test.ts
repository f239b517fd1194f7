import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { AppContext } from '../../e2e/harness/app.ts';
import { expectOk, newTeam, ran, setBack } from '../../e2e/harness/teams.ts';
import { inside, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;

test.beforeEach(({ app: shared }) => {
  app = shared;
});

describe('team_member_summary', () => {
  test('counts by plugin and lists the most recent runs, stale ones said so', async () => {
    const { owner, members } = await newTeam(app, 1);
    const ann = members[0]!;
    await ran(app, ann, 'prospecting', 45);
    await ran(app, ann, 'deal-desk', 2, {
      counts: { drafts: 2 },
      account_ref: 'Acme',
      outcome: 'failed',
      error_code: 'auth',
    });
    await ann.rest('start_run', { plugin: 'deal-desk', skill: 'silent', run_ref: 'silent-run' });
    await inside(app, ann, setBack, ['silent-run', 1]);
    await ann.rest('start_run', { plugin: 'deal-desk', skill: 'fresh' });

    const body = expectOk(await owner.rest('team_member_summary', { user_id: ann.userId }));
    expect(body.member).toEqual({ user_id: ann.userId, name: 'Test Person' });
    expect(body.plugins).toEqual([
      { plugin: 'deal-desk', runs: 3, ok: 0, error: 1, runs_this_week: 3, runs_week_before: 0 },
    ]);
    expect(body.recent_runs).toMatchObject([
      { plugin: 'deal-desk', skill: 'fresh', status: 'running', counts: null, account_ref: null, settled_at: null },
      { plugin: 'deal-desk', skill: 'silent', status: 'stale' },
      {
        plugin: 'deal-desk',
        skill: 'review',
        status: 'error',
        counts: { drafts: 2 },
        error_code: 'auth',
        account_ref: 'Acme',
      },
      { plugin: 'prospecting', skill: 'review', status: 'ok' },
    ]);
    expect(
      expectOk(await owner.rest('team_member_summary', { user_id: ann.userId, limit: 2 })).recent_runs,
    ).toHaveLength(2);
  });

  test('someone who is no member, and someone who does not exist, are not found in the same words', async () => {
    const { owner } = await newTeam(app, 1);
    const otherTenant = await app.newTenant();
    const theirs = await owner.rest('team_member_summary', { user_id: otherTenant.userId });
    const unknown = await owner.rest('team_member_summary', { user_id: newId('user') });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body.error, request_id: '' }).toEqual({ ...unknown.body.error, request_id: '' });
    expect((await owner.rest('team_member_summary', { user_id: newId('team') })).status).toBe(400);
    expect((await owner.rest('team_member_summary', {})).status).toBe(400);
  });
});
