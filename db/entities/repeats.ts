import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter } from './tenant.ts';

/**
 * The digest of what a capture, a meeting or a plan entry says, for 7 days: by it, its repeat is found in any
 * process. Apart from the records, as it outlasts none of them and has to be unique only for that time.
 */
export const Fingerprint = defineEntity({
  name: 'Fingerprint',
  tableName: 'fingerprints',
  filters: tenantFilter,
  indexes: [{ name: 'fingerprints_at', properties: ['at'], type: 'brin' }],
  properties: {
    workspaceId: p.text().primary(),
    fingerprint: p.text().primary(),
    recordId: p.text(),
    at: p.datetime(),
  },
});
