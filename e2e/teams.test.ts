import { describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import type { AppContext, RestAnswer } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { useApp } from './harness/shared-app.ts';
import { expectOk, memberOf, newTeam, ran } from './harness/teams.ts';

let app: AppContext;

useApp((started) => {
  app = started;
});

describe('only the owner', () => {
  test.each(['team_rollup', 'team_member_summary'])('can call %s', async (tool) => {
    const { id, owner, members } = await newTeam(app, 1);
    const stranger = await app.newTenant();
    const rival = await newTeam(app, 0);
    const input = tool === 'team_rollup' ? {} : { user_id: members[0]!.userId };
    const refused: RestAnswer[] = [
      await members[0]!.rest(tool, input),
      await members[0]!.rest(tool, { ...input, team_id: id }),
      await stranger.rest(tool, { ...input, team_id: id }),
      await rival.owner.rest(tool, { ...input, team_id: id }),
      await rival.owner.rest(tool, { ...input, team_id: newId('team') }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect({ ...body.error, request_id: '' }).toEqual({ ...refused[0]!.body.error, request_id: '' });
      expect(body.error.code).toBe('not_team_owner');
    }
    expect((await app.auditOf(stranger)).at(-1)).toMatchObject({ outcome: 'denied', error_code: 'not_team_owner' });
    expectOk(await owner.rest(tool, { ...input, team_id: id }));
  });

  test('a team key reads its own team only', async () => {
    const { id, owner } = await newTeam(app, 0);
    const other = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Enterprise' });
    const key = await app.newKey(owner.userId, { teamId: id });
    expect((await key.rest('team_rollup', { team_id: other.team_id })).status).toBe(403);
    expect(expectOk(await key.rest('team_rollup', { team_id: id })).team.id).toBe(id);
  });

  test('before any purchase, and with a key without scopes', async () => {
    const owner = await app.newTenant({ entitlement: null, scopes: [] });
    await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Free' });
    expectOk(await owner.rest('team_rollup'));
  });
});

describe('metadata only', () => {
  const SECRET = 'xyzzy';

  test('nothing that was captured, mailed, written, reported or learned is in any team answer', async () => {
    const { owner, members } = await newTeam(app, 1);
    const ann = members[0]!;
    await app.operator.flags.set.mutate({ user_id: ann.userId, flag: 'brain_allow_contact_data', value: true });
    const write = async (tool: string, input: Record<string, unknown>, headers = {}) =>
      expectOk(await ann.rest(tool, input, { 'run-ref': `${SECRET}-run-ref`, ...headers }));
    const { id: accountId } = await write('gtm_crm_write', {
      entity: 'account',
      facts: { name: `${SECRET} Inc`, domain: `${SECRET}.example`, [`${SECRET}_field`]: SECRET },
    });
    await write('log_capture', { source: SECRET, text: `${SECRET} captured`, account_id: accountId, tags: [SECRET] });
    await write('gtm_crm_write', {
      entity: 'contact',
      facts: { account_id: accountId, name: SECRET, email: `dana@${SECRET}.example`, phone: '+1 415 555 0100' },
    });
    await write('sync_brain', {
      scope: 'decision-log',
      payload: { note: SECRET, mail: `dana@${SECRET}.example` },
      account_ref: `${SECRET} brain`,
    });
    await write('start_run', { plugin: 'deal-desk', skill: 'review', run_ref: `${SECRET}-1` });
    await write('emit_telemetry', {
      run_id: `${SECRET}-1`,
      outcome: `mailed dana@${SECRET}.example`,
      error_code: 'provider',
      error_detail: `${SECRET}: 550 no such user`,
      counts: { mails: 1 },
      account_ref: 'Acme',
    });
    const answers = [
      await owner.rest('team_rollup'),
      await owner.rest('team_rollup', { window_days: 90 }),
      await owner.rest('team_member_summary', { user_id: ann.userId }),
      await owner.rest('team_member_summary', { user_id: ann.userId, limit: 200 }),
    ];
    for (const answer of answers) {
      expectOk(answer);
      expect(answer.text.toLowerCase()).not.toContain(SECRET);
      expect(answer.text).not.toMatch(/@|555 0100/);
    }
    // The same answers do tell of the run, so the silence above is not that of an empty team.
    expect(memberOf(answers[0]!.body, ann)).toMatchObject({ runs: 1, error: 1 });
    expect(answers[2]!.body.recent_runs[0]).toMatchObject({ counts: { mails: 1 }, account_ref: 'Acme' });
  });

  let statements = 0;

  const raw = (sql: string) =>
    app.service.app.services.db.as(ROLES.teams, statement(`test_raw_${(statements += 1)}`, sql)).then(
      () => 'answered',
      (error: Error) => error.message,
    );

  test.each([
    'SELECT telemetry FROM runs',
    'SELECT outcome FROM runs',
    'SELECT error_detail FROM runs',
    'SELECT run_ref FROM runs',
    'SELECT * FROM runs',
    'SELECT runs FROM runs',
    'SELECT to_jsonb(runs) FROM runs',
    'SELECT count(*) FROM runs WHERE telemetry IS NOT NULL',
    'SELECT run_ref FROM api_key_calls',
    'SELECT request_id FROM api_key_calls',
    'SELECT * FROM api_key_calls',
    'SELECT payload FROM brain_states',
    'SELECT count(*) FROM brain_states',
    'SELECT text FROM captures',
    'SELECT id FROM accounts',
    'SELECT id FROM contacts',
    'SELECT id FROM prospects',
    'SELECT id FROM meetings',
    'SELECT id FROM plan_entries',
    'SELECT id FROM drafts',
    'SELECT sentence FROM facts',
    'SELECT result FROM idempotency_records',
    'SELECT sealed FROM integration_tokens',
    'SELECT value FROM workspace_flags',
    'SELECT email FROM users',
    'SELECT password FROM logins',
    'SELECT token FROM sessions',
    'SELECT prefix FROM api_keys',
    'SELECT hash FROM api_key_secrets',
    'UPDATE runs SET state = state',
    'DELETE FROM api_key_calls',
    `INSERT INTO team_members (team_id, user_id) VALUES ('t', 'u')`,
  ])('the database itself refuses: %s', async (sql) => {
    expect(await raw(sql)).toMatch(/permission denied/);
  });

  test('the database answers that role the columns it may read', async () => {
    expect(await raw('SELECT plugin, skill, state, counts, account_ref FROM runs')).toBe('answered');
    expect(await raw('SELECT id, key_id, outcome, at FROM api_key_calls')).toBe('answered');
  });

  // The embedded database's login is its superuser, whom no policy binds.
  test.runIf(onPostgres)('a query that forgets its role sees nobody’s rows', async () => {
    const { owner } = await newTeam(app, 0);
    await ran(app, owner, 'deal-desk');
    const connection = app.service.app.services.db.orm.em.fork().getConnection();
    // Not drafts: a login that migrates owns the views for full text, too (login-role.test.ts has one that does not).
    for (const table of ['runs', 'api_key_calls', 'idempotency_records', 'draft_versions', 'integration_tokens']) {
      expect(await connection.execute(`SELECT count(*)::int AS seen FROM ${table}`), table).toEqual([{ seen: 0 }]);
    }
  });
});
