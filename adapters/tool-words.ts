import type { ToolMeta } from '../routers/tool-declaration.ts';
import type { Effect } from '../server/gate/call.ts';
import type { OAuthScope } from '../server/gate/scopes.ts';

/** The meaning of each effect, in a sentence. */
export const EFFECTS: Record<Effect, string> = {
  read: 'Reads; changes nothing.',
  write: 'Writes records; sends nothing.',
  stage: 'Stages something for a person to decide on; sends nothing.',
};

/** A size in bytes in words. */
export const sizeOf = (bytes: number): string =>
  bytes % 1_000_000 === 0 ? `${bytes / 1_000_000} MB` : `${bytes.toLocaleString('en')} bytes`;

/** What a key needs to call a tool, in words. */
export function needsOf({ scope, appScope, entitled }: ToolMeta): string {
  const needs = [...(scope === null ? [] : [`the scope \`${scope}\``]), ...(entitled ? ['an active entitlement'] : [])];
  const needed = needs.length === 0 ? 'any valid key' : needs.join(' and ');
  return appScope === null ? needed : `${needed}; of an application's token also the scope \`${appScope}\``;
}

/** All scopes an application's token needs to call a tool. */
export const oauthScopesOf = ({ scope, appScope }: ToolMeta): OAuthScope[] =>
  [scope, appScope].filter((each) => each !== null);
