import type { OAuthScope } from '../../server/gate/scopes.ts';
import { type Tenant, tenantOf } from './app.ts';
import { letIn, newProof, queryOf } from './oauth.ts';
import type { Person } from './person.ts';

/** The redirect address of the tests' applications. */
export const CALLBACK = 'https://agent.example.com/callback';

/** An application authorized by a person with the requested scopes, or the ticked ones; its token is its key. */
export async function newApplication(
  person: Person,
  clientId: string,
  scope: string,
  ticked?: readonly OAuthScope[],
): Promise<Tenant & { scope: string }> {
  const { baseUrl } = person.browser;
  const { verifier, challenge } = newProof();
  const url = new URL('/api/v1/oauth/authorize', baseUrl);
  url.search = queryOf({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  const code = (await letIn(person.browser, url, ticked)).searchParams.get('code')!;
  const body = queryOf({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    client_id: clientId,
    code_verifier: verifier,
  });
  const answer = await fetch(`${baseUrl}/api/v1/oauth/token`, { method: 'POST', body });
  const token = (await answer.json()) as { access_token: string; scope: string };
  const { items } = await person.browser.panel.apps.list.query({});
  const keyId = items.find(({ prefix }) => token.access_token.startsWith(prefix))!.key_id;
  const { userId, workspaceId } = person;
  return { ...tenantOf(baseUrl, { userId, workspaceId, keyId, key: token.access_token }), scope: token.scope };
}
