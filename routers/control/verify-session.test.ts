import { describe, expect } from 'vitest';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

describe('verify_session', () => {
  test('the typed client verifies its session', async () => {
    const session = await tenant.client.tools.verify_session.query({});
    expect(session).toMatchObject({ plan: 'pro', scope: 'user', workspace_id: tenant.workspaceId });
  });

  test('says what a key may and whose team it reads, before any purchase too', async () => {
    const visitor = await app.newTenant({ entitlement: null, scopes: ['account.read'] });
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: visitor.userId, name: 'Field' });
    const teamKey = await app.newKey(visitor.userId, { teamId: team_id, scopes: [] });
    expect((await visitor.rest('verify_session')).body).toMatchObject({
      account: { id: visitor.userId, name: 'Test Person' },
      plan: 'free',
      plugins: [],
      scope: 'user',
      team: null,
      scopes: ['account.read'],
    });
    expect((await teamKey.rest('verify_session')).body).toMatchObject({
      plan: 'team',
      scope: 'team',
      team: { id: team_id, name: 'Field' },
      scopes: [],
    });
  });
});
