import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter } from './tenant.ts';

/**
 * What a fact means, as a model embeds it (decisions 11): the vector's numbers as signed bytes, and the signs of the
 * first 512 as bits, by which the database finds the nearest before any vector is read.
 */
export const FactVector = defineEntity({
  name: 'FactVector',
  tableName: 'fact_vectors',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    factId: p.text().primary(),
    model: p.text(),
    vector: p.blob(),
    signs: p.string().columnType('bit(512)'),
  },
});

/** How far a workspace's facts have vectors of a model: every current fact up to `upto` was embedded or is gone. */
export const FactVectorProgress = defineEntity({
  name: 'FactVectorProgress',
  tableName: 'fact_vector_progress',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    model: p.text(),
    upto: p.text(),
    leasedUntil: p.datetime(),
  },
});
