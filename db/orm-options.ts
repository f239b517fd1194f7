import { Migrator } from '@mikro-orm/migrations';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as identity from './entities/identity.ts';
import { WorkspaceQuota } from './entities/quotas.ts';
import { WorkspaceFlag } from './entities/runs.ts';
import { TENANT_SETTING } from './entities/tenant.ts';
import { migrations } from './migrations/index.ts';
import type { Role } from './roles.ts';

/**
 * What an ORM of this schema is opened with, on either kind of database. Of the entities, it knows those that provisioning
 * and quotas read and write as objects: discovering all 74 takes a tenth of a start.
 */
export const ormOptions = {
  entities: [...Object.values(identity), WorkspaceFlag, WorkspaceQuota],
  extensions: [Migrator],
  migrations: {
    migrationsList: migrations,
    tableName: 'schema_migrations',
    snapshot: false,
    disableForeignKeys: false,
  },
  discovery: { warnWhenNoEntities: true },
  debug: false,
  // What the migrator says of its steps is no news to whoever starts the service.
  logger: () => {},
  implicitTransactions: true,
  forceUtcTimezone: true,
};

/** A fork whose transactions run under a role, in a workspace or in none. */
export function forkIn(orm: MikroORM, role: Role, workspaceId?: string): EntityManager {
  const em = orm.em.fork();
  if (workspaceId !== undefined) em.setFilterParams('tenant', { workspaceId });
  em.setSessionContext({ variables: { role, [TENANT_SETTING]: workspaceId ?? '' } });
  return em;
}
