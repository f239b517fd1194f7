import { ROLES } from '../../db/roles.ts';
import { statement } from '../../db/statement.ts';
import { type AppContext, type Tenant, tenantOf } from './app.ts';

const moveKey = statement('test_move_key', 'UPDATE api_keys SET workspace_id = $2 WHERE id = $1 RETURNING id');

/**
 * A second person, with a key that may approve, in the workspace of the first. No procedure adds one, so the
 * key of one who has a workspace is moved in the database.
 */
export async function newColleague(app: AppContext, { workspaceId }: Tenant): Promise<Tenant> {
  const { userId, keyId, key } = await app.newTenant({ mayApprove: true });
  await app.service.app.services.db.as(ROLES.operator, moveKey, [keyId, workspaceId]);
  return tenantOf(app.baseUrl, { userId, workspaceId, keyId, key });
}
