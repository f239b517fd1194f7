import { type Asks, panel } from '../../trpc.ts';

export type Scope = Exclude<Asks['keys']['create']['scopes'], 'all'>[number];

export type OAuthScope = Exclude<Asks['keys']['set_scopes']['scopes'], 'all'>[number];

/** Every scope with its description and tools, and presets for common uses. */
export const scopeList = { ...panel.keys.scopes.queryOptions(), staleTime: Number.POSITIVE_INFINITY };
