import { defineEntity, p } from '@mikro-orm/core';
import { type DoneBy, tenantFilter, tenantKey } from './tenant.ts';

/** Records of one kind that may be the same, as the last search of their workspace found them (decisions 29). */
export const DuplicateSet = defineEntity({
  name: 'DuplicateSet',
  tableName: 'duplicate_sets',
  filters: tenantFilter,
  indexes: [{ name: 'duplicate_sets_newest', properties: ['workspaceId', 'kind', 'newest', 'id'] }],
  properties: {
    ...tenantKey,
    kind: p.text(),
    /** What they have in common: `domain`, `email` or `name`. */
    matched: p.text(),
    /** The first of them; `count` says how many there are. */
    recordIds: p.array(),
    count: p.integer(),
    /** The last of them to be made. */
    newest: p.text(),
  },
});

/** Sets of each kind that the last search found, and how many of them it kept. */
export type FoundSets = Record<string, { found: number; kept: number }>;

/** When a workspace was last searched for duplicates. */
export const DuplicateSearch = defineEntity({
  name: 'DuplicateSearch',
  tableName: 'duplicate_searches',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    startedAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    found: p.json<FoundSets>().defaultRaw(`'{}'`),
  },
});

/** Two records that a person said are not the same; the lower id first. */
export const NotDuplicates = defineEntity({
  name: 'NotDuplicates',
  tableName: 'not_duplicates',
  filters: tenantFilter,
  indexes: [{ name: 'not_duplicates_other', properties: ['workspaceId', 'otherId'] }],
  properties: {
    workspaceId: p.text().primary(),
    recordId: p.text().primary(),
    otherId: p.text().primary(),
    saidBy: p.json<DoneBy>(),
    saidAt: p.datetime(),
    /** Why, for the agent that proposed to merge them. */
    note: p.text().nullable(),
  },
});
