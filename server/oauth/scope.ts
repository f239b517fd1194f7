import { ALL_OAUTH_SCOPES, type OAuthScope } from '../gate/scopes.ts';

const known = new Set<string>(ALL_OAUTH_SCOPES);

/** The scopes a `scope` parameter requests, in the service's order; all when it is omitted. Else the unknown ones. */
export function readScopes(parameter: string | undefined): { scopes: OAuthScope[] } | { unknown: string[] } {
  if (parameter === undefined) return { scopes: [...ALL_OAUTH_SCOPES] };
  const asked = new Set(parameter.split(' ').filter((each) => each !== ''));
  const unknown = [...asked].filter((each) => !known.has(each));
  return unknown.length > 0 ? { unknown } : { scopes: ALL_OAUTH_SCOPES.filter((each) => asked.has(each)) };
}
