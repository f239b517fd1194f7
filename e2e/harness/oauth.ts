import { createHash, randomBytes } from 'node:crypto';
import type { Browser } from './person.ts';

/** Parameters of a request; a list sends one more than once, undefined leaves it out. */
export type Sent = Record<string, string | string[] | undefined>;

export function queryOf(parameters: Sent): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of value === undefined ? [] : [value].flat()) query.append(name, each);
  }
  return query;
}

/** A verifier and its S256 challenge, made here and not by the service's own code. */
export function newProof() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Where an answer redirects the browser; its parameters when that is a client. */
export function sentTo(answer: Response): URL {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${answer.status} leads nowhere`);
  return new URL(location, answer.url);
}

/** The request that a person is asked to decide. */
export function requestIn(consent: URL): string {
  const request = consent.searchParams.get('request');
  if (consent.pathname !== '/app/consent' || request === null) throw new Error(`${consent.href} asks nobody`);
  return request;
}

/** Follows an application's authorization request, grants it, and answers the resulting redirect. */
export async function letIn(browser: Browser, authorizeUrl: URL, scopes?: readonly string[]): Promise<URL> {
  const asked = await browser.fetch(authorizeUrl.pathname + authorizeUrl.search);
  const { redirect_to } = await browser.panel.consent.decide.mutate({
    request: requestIn(sentTo(asked)),
    allow: true,
    ...(scopes === undefined ? {} : { scopes: scopes as never }),
  });
  return new URL(redirect_to);
}
