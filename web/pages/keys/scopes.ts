import { type Asks, panel } from '../../trpc.ts';

export type Scope = Exclude<Asks['keys']['create']['scopes'], 'all'>[number];

export type OAuthScope = Exclude<Asks['keys']['set_scopes']['scopes'], 'all'>[number];

/** Every scope in words, with the tools it opens, and what keys are usually made for. */
export const scopeList = { ...panel.keys.scopes.queryOptions(), staleTime: Number.POSITIVE_INFINITY };
