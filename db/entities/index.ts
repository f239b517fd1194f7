import * as accountHistory from './account-history.ts';
import * as audit from './audit.ts';
import * as changesets from './changesets.ts';
import * as drafts from './drafts.ts';
import * as duplicates from './duplicates.ts';
import * as facts from './facts.ts';
import * as identity from './identity.ts';
import * as imports from './imports.ts';
import * as merges from './merges.ts';
import * as oauth from './oauth.ts';
import * as quotas from './quotas.ts';
import * as repeats from './repeats.ts';
import * as runs from './runs.ts';
import * as sales from './sales.ts';
import * as savedViews from './saved-views.ts';
import * as seals from './seals.ts';
import * as signIn from './sign-in.ts';
import * as undos from './undos.ts';
import * as valueProposals from './value-proposals.ts';
import * as vectors from './vectors.ts';
import * as webhooks from './webhooks.ts';

export * from './account-history.ts';
export * from './audit.ts';
export * from './changesets.ts';
export * from './drafts.ts';
export * from './duplicates.ts';
export * from './facts.ts';
export * from './identity.ts';
export * from './imports.ts';
export * from './merges.ts';
export * from './oauth.ts';
export * from './quotas.ts';
export * from './repeats.ts';
export * from './runs.ts';
export * from './sales.ts';
export * from './saved-views.ts';
export * from './seals.ts';
export * from './sign-in.ts';
export * from './undos.ts';
export * from './value-proposals.ts';
export * from './vectors.ts';
export * from './webhooks.ts';

/** Every table of the schema: the one description, from which migrations are made and against which they are checked. */
export const entities = [
  accountHistory,
  audit,
  changesets,
  drafts,
  duplicates,
  facts,
  identity,
  imports,
  merges,
  oauth,
  quotas,
  repeats,
  runs,
  sales,
  savedViews,
  seals,
  signIn,
  undos,
  valueProposals,
  vectors,
  webhooks,
].flatMap((each) => Object.values(each));
