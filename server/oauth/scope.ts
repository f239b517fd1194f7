import { ALL_SCOPES, type Scope } from '../gate/scopes.ts';

const known = new Set<string>(ALL_SCOPES);

/** The scopes a `scope` parameter asks for, each once, in the service's order; all when it is left out. Else the unknown. */
export function readScopes(parameter: string | undefined): { scopes: Scope[] } | { unknown: string[] } {
  if (parameter === undefined) return { scopes: [...ALL_SCOPES] };
  const asked = new Set(parameter.split(' ').filter((each) => each !== ''));
  const unknown = [...asked].filter((each) => !known.has(each));
  return unknown.length > 0 ? { unknown } : { scopes: ALL_SCOPES.filter((each) => asked.has(each)) };
}
