import * as control from './runs.ts';
import * as people from './identity.ts';
import * as sales from './sales.ts';

export * from './runs.ts';
export * from './identity.ts';
export * from './sales.ts';

/** Entities that belong to no workspace: who may call, and what can be bought. */
export const sharedEntities = Object.values(people);

/** Entities whose rows belong to one workspace each, under row level security. */
export const tenantEntities = [
  sales.Account,
  sales.Opportunity,
  sales.Contact,
  sales.Prospect,
  sales.TargetAccount,
  sales.Meeting,
  sales.Capture,
  sales.Plan,
  sales.PlanEntry,
  sales.Signal,
  sales.Score,
  sales.Fact,
  sales.Enrichment,
  ...Object.values(control),
];

export const entities = [...sharedEntities, ...tenantEntities];
