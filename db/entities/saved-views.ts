import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey } from './tenant.ts';

/** Filters and an order of a list of records that a person kept under a name; `shared`: for everybody of the workspace. */
export const SavedView = defineEntity({
  name: 'SavedView',
  tableName: 'saved_views',
  filters: tenantFilter,
  uniques: [{ name: 'saved_views_name', properties: ['workspaceId', 'userId', 'kind', 'name'] }],
  properties: {
    ...tenantKey,
    userId: p.text(),
    /** The kind of records listed. */
    kind: p.text(),
    name: p.text(),
    /** The list's filters and order, as its page's address has them. */
    search: p.json<Record<string, string>>(),
    shared: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
