import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter } from './tenant.ts';

/** What a workspace may hold, where the operator set it; null is the service's default. */
export const WorkspaceQuota = defineEntity({
  name: 'WorkspaceQuota',
  tableName: 'workspace_quotas',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    maxRows: p.double().nullable(),
    maxBytes: p.double().nullable(),
    maxKeys: p.integer().nullable(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

/** What a workspace holds, as last counted: a job adds what is new every minute, and counts all of it once a day. */
export const WorkspaceUsage = defineEntity({
  name: 'WorkspaceUsage',
  tableName: 'workspace_usage',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    rows: p.double(),
    bytes: p.double(),
    /** The time, as ids hold it, up to which rows were counted. */
    countedTo: p.text(),
    countedAt: p.datetime(),
    countedInFullAt: p.datetime(),
    /** Whether that is as much as it may hold, or more. */
    isFull: p.boolean().default(false),
  },
});
