import * as audit from './audit.ts';
import * as drafts from './drafts.ts';
import * as facts from './facts.ts';
import * as identity from './identity.ts';
import * as oauth from './oauth.ts';
import * as runs from './runs.ts';
import * as sales from './sales.ts';
import * as signIn from './sign-in.ts';
import * as webhooks from './webhooks.ts';

export * from './audit.ts';
export * from './drafts.ts';
export * from './facts.ts';
export * from './identity.ts';
export * from './oauth.ts';
export * from './runs.ts';
export * from './sales.ts';
export * from './sign-in.ts';
export * from './webhooks.ts';

/** Every table of the schema: the one description, from which migrations are made and against which they are checked. */
export const entities = [audit, drafts, facts, identity, oauth, runs, sales, signIn, webhooks].flatMap((each) =>
  Object.values(each),
);
