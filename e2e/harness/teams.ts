import { expect } from 'vitest';
import { firstIdAt, newId } from '../../db/ids.ts';
import { ROLES } from '../../db/roles.ts';
import { statement } from '../../db/statement.ts';
import { combineInserts } from '../../db/append.ts';
import { calls } from '../../db/statements/calls.ts';
import type { AppContext, RestAnswer, Tenant } from './app.ts';
import { inside } from './tool-test.ts';

export const DAY_MS = 86_400_000;

export type Team = { id: string; owner: Tenant; members: Tenant[] };

export async function newTeam(app: AppContext, members: number): Promise<Team> {
  const owner = await app.newTenant();
  const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Mid-market' });
  const team: Team = { id: team_id, owner, members: [] };
  for (let n = 0; n < members; n += 1) {
    const member = await app.newTenant();
    await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
    team.members.push(member);
  }
  return team;
}

export const setBack = statement(
  'test_set_back_run',
  `UPDATE runs SET created_at = created_at - make_interval(days => $2), started_at = started_at - make_interval(days => $2),
     last_sign_at = last_sign_at - make_interval(days => $2) WHERE run_ref = $1`,
);

/** A run of a person, which began so many days ago. */
export async function ran(
  app: AppContext,
  who: Tenant,
  plugin: string,
  daysAgo = 0,
  report: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await who.rest('start_run', { plugin, skill: 'review' });
  await who.rest('emit_telemetry', { run_id: body.run_ref, ...report });
  if (daysAgo > 0) await inside(app, who, setBack, [body.run_ref, daysAgo]);
  return body.run_ref as string;
}

/** Audit rows of a person's key, dated so many days ago. */
export async function called(
  app: AppContext,
  who: Tenant,
  daysAgo: number,
  count: number,
  outcome = 'ok',
): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const rows = Array.from({ length: count }, () => ({
    workspace_id: who.workspaceId,
    id: firstIdAt('call', at) + newId('call').slice(-16),
    key_id: who.keyId,
    user_id: who.userId,
    tool: 'read_account',
    transport: 'rest',
    outcome,
    error_code: null,
    duration_ms: 1,
    request_bytes: 2,
    response_bytes: 3,
    run_ref: null,
    count: 1,
    request_id: newId('request'),
    at: at.toISOString(),
  }));
  const { statement: insert, values } = combineInserts([{ into: calls, rows }])!;
  await app.service.app.services.db.as(ROLES.gate, insert, values);
}

export const memberOf = (body: any, { userId }: Tenant) => body.members.find((each: any) => each.user_id === userId);

export function expectOk({ status, text, body }: RestAnswer): any {
  expect(status, text).toBe(200);
  return body;
}
