import { describe, expect } from 'vitest';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { called, expectOk, memberOf, newTeam, ran } from '../../e2e/harness/teams.ts';
import { test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;

test.beforeEach(({ app: shared }) => {
  app = shared;
});

describe('team_rollup', () => {
  test('counts runs, actions and rank per member, plugins, and week over week', async () => {
    const { owner, members } = await newTeam(app, 3);
    const [ann, bob, cleo] = members as [Tenant, Tenant, Tenant];
    await ran(app, ann, 'deal-desk');
    await ran(app, ann, 'deal-desk', 1, { error_code: 'provider' });
    await ran(app, ann, 'prospecting', 9);
    await ran(app, bob, 'deal-desk', 20);
    await ran(app, bob, 'deal-desk', 40);
    await called(app, bob, 10, 6);
    await called(app, bob, 2, 4, 'error');
    await called(app, bob, 50, 30);

    const body = expectOk(await owner.rest('team_rollup', { window_days: 30 }));
    expect(body.team.name).toBe('Mid-market');
    expect(body.members_total).toBe(4);
    expect(memberOf(body, ann)).toMatchObject({
      rank: 1,
      runs: 3,
      ok: 2,
      error: 1,
      // Each run is a start and a report.
      actions: 6,
      this_week: { runs: 2, actions: 6 },
      week_before: { runs: 1, actions: 0 },
    });
    expect(memberOf(body, bob)).toMatchObject({
      rank: 2,
      runs: 1,
      actions: 4 + 6,
      this_week: { runs: 0, actions: 4 },
      week_before: { runs: 0, actions: 6 },
    });
    // Neither ran or did anything, so both share a rank.
    expect(memberOf(body, cleo)).toMatchObject({ rank: 3, runs: 0, actions: 0 });
    expect(memberOf(body, owner)).toMatchObject({ rank: 3, runs: 0, actions: 0 });
    expect(body.plugins).toEqual([
      { plugin: 'deal-desk', runs: 3, ok: 2, error: 1, runs_this_week: 2, runs_week_before: 0 },
      { plugin: 'prospecting', runs: 1, ok: 1, error: 0, runs_this_week: 0, runs_week_before: 1 },
    ]);
    expect(body.this_week).toEqual({ runs: 2, actions: 10 });
    expect(body.week_before).toEqual({ runs: 1, actions: 6 });

    const short = expectOk(await owner.rest('team_rollup', { window_days: 1 }));
    expect(memberOf(short, bob)).toMatchObject({ runs: 0, actions: 4, week_before: { runs: 0, actions: 6 } });
    const long = expectOk(await owner.rest('team_rollup', { window_days: 90 }));
    expect(memberOf(long, bob)).toMatchObject({ runs: 2, actions: 40 });
  });

  test('the window is 30 days when omitted, and 1 to 90', async () => {
    const { owner } = await newTeam(app, 0);
    expect(expectOk(await owner.rest('team_rollup')).window_days).toBe(30);
    for (const window_days of [0, 91, 1.5, '7', null]) {
      expect((await owner.rest('team_rollup', { window_days })).status).toBe(400);
    }
  });

  test('members come page by page, in order of rank', async () => {
    const { owner, members } = await newTeam(app, 4);
    await ran(app, members[2]!, 'deal-desk');
    const first = expectOk(await owner.rest('team_rollup', { limit: 3 }));
    expect(first.members).toHaveLength(3);
    expect(first.members[0]).toMatchObject({ rank: 1, user_id: members[2]!.userId });
    const second = expectOk(await owner.rest('team_rollup', { limit: 3, cursor: first.next_cursor }));
    expect(second.members.length + first.members.length).toBeGreaterThanOrEqual(5);
    expect(second.next_cursor).toBeNull();
    const ids = new Set([...first.members, ...second.members].map(({ user_id }) => user_id));
    expect(ids).toEqual(new Set([owner, ...members].map(({ userId }) => userId)));
    for (const cursor of ['x', '-1', '1e9', ' 1']) {
      expect((await owner.rest('team_rollup', { cursor })).body.error.issues[0].path).toBe('cursor');
    }
  });

  test("work under a team's key counts for that team and no other of the same owner", async () => {
    const { id, owner } = await newTeam(app, 0);
    const other = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Enterprise' });
    const [keyOfTeam, keyOfOther] = [
      await app.newKey(owner.userId, { teamId: id }),
      await app.newKey(owner.userId, { teamId: other.team_id }),
    ];
    await ran(app, keyOfTeam, 'deal-desk');
    await ran(app, keyOfTeam, 'deal-desk');
    await ran(app, keyOfOther, 'prospecting');
    await ran(app, owner, 'gtm-engine');

    const ofTeam = expectOk(await keyOfTeam.rest('team_rollup'));
    expect(ofTeam.team.id).toBe(id);
    expect(ofTeam.plugins.map(({ plugin, runs }: any) => [plugin, runs])).toEqual([
      ['deal-desk', 2],
      ['gtm-engine', 1],
    ]);
    expect(memberOf(ofTeam, owner)).toMatchObject({ runs: 3, actions: 6 });
    const ofOther = expectOk(await owner.rest('team_rollup', { team_id: other.team_id }));
    expect(memberOf(ofOther, owner)).toMatchObject({ runs: 2, actions: 4 });
  });

  test('an owner of several teams is asked which one', async () => {
    const { id, owner } = await newTeam(app, 0);
    const other = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Enterprise' });
    const { status, body } = await owner.rest('team_rollup');
    expect(status).toBe(400);
    expect(body.error.issues[0]).toMatchObject({
      path: 'team_id',
      message: expect.stringContaining(`${id} (Mid-market), ${other.team_id} (Enterprise)`),
    });
    expect(expectOk(await owner.rest('team_rollup', { team_id: id })).team.id).toBe(id);
  });
});
