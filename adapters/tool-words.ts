import type { ToolMeta } from '../routers/tool.ts';
import type { Effect } from '../server/gate/call.ts';

/** What each effect means, in a sentence. */
export const EFFECTS: Record<Effect, string> = {
  read: 'Reads; changes nothing.',
  write: 'Writes records; sends nothing.',
  stage: 'Stages something for a person to decide on; sends nothing.',
};

/** A size in bytes in words. */
export const sizeOf = (bytes: number): string =>
  bytes % 1_000_000 === 0 ? `${bytes / 1_000_000} MB` : `${bytes.toLocaleString('en')} bytes`;

/** What a key must have to call a tool, in words. */
export function needsOf({ scope, entitled }: ToolMeta): string {
  const needs = [...(scope === null ? [] : [`the scope \`${scope}\``]), ...(entitled ? ['an active entitlement'] : [])];
  return needs.length === 0 ? 'any valid key' : needs.join(' and ');
}
