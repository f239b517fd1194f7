import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Envelope } from '../server/errors.ts';
import { envelopeOf, panel, queryClient } from './trpc.ts';

const session = queryOptions({ ...panel.session.get.queryOptions(), staleTime: 10_000, refetchInterval: 20_000 });

/** The person signed in and what waits for them; undefined until it is known. */
export const useSession = () => useQuery(session).data;

/** As `useSession`, fetched once. @returns undefined without a session */
export async function fetchSession() {
  try {
    return await queryClient.ensureQueryData(session);
  } catch (error) {
    if (envelopeOf(error)?.code === 'not_signed_in') return undefined;
    throw error;
  }
}

/** Whether there was a session since this page was opened. */
export const wasSignedIn = () => queryClient.getQueryData(session.queryKey) !== undefined;

type Who = { email: string; password: string; code?: string | undefined };

/** Why there is no session yet, as a message; `wantsCode`: the password is right, and a code is wanted. */
export type Refused = { text: string; wantsCode: boolean };

async function send(path: string, body: unknown): Promise<Response> {
  return fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** Why sign-in was refused, as a message. */
async function reasonOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as Envelope;
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  } catch {
    return 'Something went wrong. Try again in a moment.';
  }
}

const UNREACHABLE = 'The service did not answer. Check your connection and try again.';

/** Signs in. @returns why it failed; undefined on success */
export async function signIn({ email, password, code }: Who): Promise<Refused | undefined> {
  const body = { email: email.trim(), password, code };
  const response = await send('/app/auth/sign-in/email', body).catch(() => undefined);
  if (response === undefined) return { text: UNREACHABLE, wantsCode: false };
  if (response.ok) return undefined;
  const { error } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<Envelope>;
  return { text: await reasonOf(response), wantsCode: error?.code === 'second_factor_needed' };
}

/** Asks for a link to set a new password with. @returns why it failed, as a message */
export async function forgotPassword(email: string): Promise<string | undefined> {
  const response = await send('/app/auth/password/forgot', { email: email.trim() }).catch(() => undefined);
  if (response === undefined) return UNREACHABLE;
  return response.ok ? undefined : reasonOf(response);
}

/** Sets a password with a link's token. @returns why it failed, as a message */
export async function resetPassword(token: string, password: string): Promise<string | undefined> {
  const response = await send('/app/auth/password/reset', { token, password }).catch(() => undefined);
  if (response === undefined) return UNREACHABLE;
  if (response.ok) return undefined;
  return response.status === 400 ? 'The link was used or has expired. Ask for a new one.' : reasonOf(response);
}

/** Redirects to the identity provider. @returns why it failed, as a message */
export async function singleSignOn(next: string): Promise<string | undefined> {
  const response = await send('/app/auth/sign-in/social', { callbackURL: next }).catch(() => undefined);
  if (response === undefined) return UNREACHABLE;
  if (!response.ok) return reasonOf(response);
  const { url } = (await response.json()) as { url: string };
  location.assign(url);
  return undefined;
}

export async function signOut(): Promise<void> {
  const response = await send('/app/auth/sign-out', {});
  if (!response.ok) throw new Error(await reasonOf(response));
}
