import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey } from './tenant.ts';

/** The end of a workspace's chain of seals over its audit rows (decisions 4). */
export const AuditChain = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chains',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    seals: p.integer().default(0),
    /** Counts seals and erasures: only a writer that read the current revision may add to the chain. */
    revision: p.integer().default(0),
    hash: p.blob().nullable(),
    /** Every row up to this id was sealed, except rows that were written late. */
    sealedToId: p.text().default(''),
    sealedUntil: p.datetime().nullable(),
    sealedAt: p.datetime().nullable(),
    /** Rows before this may have been deleted by the retention, and which of that the chain already says. */
    prunedBefore: p.datetime().nullable(),
    chainedPrunedBefore: p.datetime().nullable(),
  },
});

/** Some audit rows of a workspace, fixed by their hashes and those of all seals before. */
export const AuditSeal = defineEntity({
  name: 'AuditSeal',
  tableName: 'audit_seals',
  filters: tenantFilter,
  indexes: [
    { name: 'audit_seals_at', properties: ['workspaceId', 'sealedAt'] },
    { name: 'audit_seals_calls', properties: ['workspaceId', 'lastId'], include: ['firstId', 'seq'] },
    { name: 'audit_seals_kept', properties: ['lastAt'], where: 'call_ids IS NOT NULL' },
  ],
  properties: {
    workspaceId: p.text().primary(),
    seq: p.integer().primary(),
    /** What its rows' digests are over: 2 with the model, the host's ids and the refused fields. */
    format: p.smallint().default(1),
    sealedAt: p.datetime(),
    count: p.integer(),
    /** Written after later rows had been sealed. */
    late: p.boolean(),
    /** It covers the ids after `after_id` up to `upto_id`; a late one covers none. */
    afterId: p.text(),
    uptoId: p.text(),
    firstId: p.text().nullable(),
    lastId: p.text().nullable(),
    lastAt: p.datetime().nullable(),
    prunedBefore: p.datetime().nullable(),
    callsHash: p.blob(),
    erasuresHash: p.blob(),
    previousHash: p.blob(),
    hash: p.blob(),
    /** The rows in order, and 32 bytes of digest and 16 of salt for each; empty once retention deleted the rows. */
    callIds: p.array().nullable(),
    callDigests: p.blob().nullable(),
    callSalts: p.blob().nullable(),
  },
});

/** An erasure changed the texts of a sealed row: what remains to check the rest of the row by. */
export const AuditErasure = defineEntity({
  name: 'AuditErasure',
  tableName: 'audit_erasures',
  filters: tenantFilter,
  indexes: [
    { name: 'audit_erasures_call', properties: ['workspaceId', 'callId', 'id'] },
    { name: 'audit_erasures_unsealed', properties: ['workspaceId', 'id'], where: 'seal IS NULL' },
  ],
  properties: {
    ...tenantKey,
    callId: p.text(),
    commitment: p.blob(),
    textsHash: p.blob(),
    /** The seal that says so; null until there is one. */
    seal: p.integer().nullable(),
    erasedAt: p.datetime(),
  },
});
