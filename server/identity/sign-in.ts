import { hash, randomBytes } from 'node:crypto';
import type { betterAuth } from 'better-auth';
import ipaddr from 'ipaddr.js';
import { noteRefusedSignIn } from '../../db/statements/activity.ts';
import { endSessionByToken } from '../../db/statements/identity.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import type { Services } from '../services.ts';
import { cookieOf, readSignedCookie, sessionCookie, signedValue } from './session-cookie.ts';
import { ADDRESS_HEADER, AUTH_PATH, BY_PASSWORD, CODE_HEADER, CODE_MISSING, CODE_WRONG, SSO } from './sign-in-names.ts';
import { checkPasswordSignIn } from './password-sign-in.ts';
import { throttled } from './throttle.ts';

type Auth = ReturnType<typeof betterAuth>;

/** A browser that signs in: its address, its cookies, and the address it uses for this service. */
export type Visit = {
  baseUrl: string;
  address: string;
  userAgent: string | undefined;
  cookies: string | undefined;
  requestId: string;
};

/** One bucket for an IPv6 network of 64 bits, within which a client can choose its address. */
export function addressBucket(address: string): string {
  const bare = address.split('%', 1)[0]!;
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

const digest = (text: string) => hash('sha256', text, 'base64url');

/** Lifetime of the cookie of a browser that has signed in before: a year. */
const DEVICE_SECONDS = 365 * 86_400;

/** The accounts a shared browser is known for, the last ones signed in to. */
const MAX_DEVICE_ACCOUNTS = 5;

/**
 * People's sign-in: better-auth over the service's own tables. Failed attempts are throttled per account and per address.
 * A browser that has signed in to an account before has only a bucket of its own, so that nobody who guesses elsewhere,
 * at the account or from the same address, can lock its owner out.
 */
export class SignIn {
  readonly #services: Services;
  readonly #auths = new Map<string, Auth>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Signs in with a password, and with a code where the person has a second factor. Sets the answer's cookies; its body
   * names the person.
   * @throws Fault wrong_login, second_factor_needed, rate_limited, not_found where passwords are switched off
   */
  async withPassword(
    visit: Visit,
    { email, password, code }: { email: string; password: string; code?: string | undefined },
  ): Promise<Response> {
    const { db, log, config } = this.#services;
    checkPasswordSignIn(config);
    const account = digest(email.toLowerCase());
    const device = this.#deviceOf(visit, account);
    // Many people can share an address, a proxy's say: who has signed in from a browser before does not wait for them.
    const subjects =
      device === undefined ? [`account:${account}`, `address:${addressBucket(visit.address)}`] : [device];
    let answer: Response | undefined;
    let refusal: string | undefined;
    const succeeded = await throttled(db, subjects, async () => {
      answer = await this.#ask(visit, BY_PASSWORD, { email, password }, code);
      if (answer.status >= 500) throw new Fault('internal', { cause: new Error(await answer.text()) });
      refusal = answer.ok ? undefined : ((await answer.json()) as { code?: string }).code;
      return answer.ok || refusal === CODE_MISSING;
    });
    if (refusal === CODE_MISSING) throw new Fault('second_factor_needed');
    if (!succeeded) {
      log.info({ address: visit.address }, 'A sign-in failed');
      await db.as(ROLES.login, noteRefusedSignIn, [email, visit.address, visit.requestId, subjects[0] ?? null]);
      throw refusalOf(refusal);
    }
    await this.#endFormer(visit);
    const { user } = (await answer!.json()) as { user: { id: string; name: string; email: string } };
    const headers = cookiesOf(answer!);
    if (device === undefined) headers.append('set-cookie', this.#deviceCookie(visit, account));
    return Response.json({ user: { id: user.id, name: user.name, email: user.email } }, { headers });
  }

  /** Starts single sign-on: answers the provider's address. @throws Fault not_found when it is not configured */
  async beginSso(visit: Visit, back: { callbackURL: string; errorCallbackURL: string }): Promise<Response> {
    if (this.#services.config.OIDC_ISSUER === undefined)
      throw new Fault('not_found', { message: 'There is no single sign-on here.' });
    const answer = await this.#ask(visit, '/sign-in/social', { provider: SSO, disableRedirect: true, ...back });
    if (!answer.ok) {
      // The discovery document could not be read at first use: read again next time.
      this.#auths.clear();
      throw new Fault('unavailable', {
        message: 'The single sign-on does not answer.',
        hint: `Try again in a minute${this.#services.config.PASSWORD_SIGN_IN ? ', or sign in with a password' : ''}.`,
        cause: new Error(await answer.text()),
      });
    }
    const { url } = (await answer.json()) as { url: string };
    return Response.json({ url }, { headers: cookiesOf(answer) });
  }

  /** Callback of the provider: signs the person in and redirects. */
  async endSso(visit: Visit, query: string): Promise<Response> {
    const answer = await this.#handle(visit, 'GET', `/callback/${SSO}${query}`);
    if (answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${this.#sessionCookie}=`))) {
      await this.#endFormer(visit);
    }
    return answer;
  }

  /** Ends the session and clears its cookie. */
  async out(visit: Visit): Promise<Response> {
    const answer = await this.#ask(visit, '/sign-out', {});
    return Response.json({ signed_out: true }, { headers: cookiesOf(answer) });
  }

  get #sessionCookie(): string {
    return sessionCookie(this.#services.config.PUBLIC_URL).name;
  }

  /** The session a browser signs in from is ended: a sign-in starts a new one. */
  async #endFormer({ cookies }: Visit): Promise<void> {
    const token = readSignedCookie(cookies, this.#sessionCookie, this.#services.secrets.sessionSecret);
    if (token !== undefined) await this.#services.db.as(ROLES.login, endSessionByToken, [token]);
  }

  /** What the browser's cookie says of it: one `account:random` for each account that was signed in to from it. */
  #devicesOf({ cookies }: Visit): string[] {
    const { config, secrets } = this.#services;
    const known = readSignedCookie(cookies, cookieOf('sat_device', config.PUBLIC_URL).name, secrets.sessionSecret);
    return known?.split(',') ?? [];
  }

  #deviceOf(visit: Visit, account: string): string | undefined {
    const known = this.#devicesOf(visit).find((device) => device.startsWith(`${account}:`));
    return known === undefined ? undefined : `device:${known}`;
  }

  #deviceCookie(visit: Visit, account: string): string {
    const { config, secrets } = this.#services;
    const { name, attributes } = cookieOf('sat_device', config.PUBLIC_URL);
    const devices = [`${account}:${randomBytes(9).toString('base64url')}`, ...this.#devicesOf(visit)];
    const value = signedValue(devices.slice(0, MAX_DEVICE_ACCOUNTS).join(','), secrets.sessionSecret);
    const secure = attributes.secure ? '; Secure' : '';
    return `${name}=${encodeURIComponent(value)}; Max-Age=${DEVICE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  #ask(visit: Visit, path: string, body: object, code?: string): Promise<Response> {
    return this.#handle(visit, 'POST', path, JSON.stringify(body), code);
  }

  async #handle(visit: Visit, method: string, path: string, body?: string, code?: string): Promise<Response> {
    const headers = new Headers({ [ADDRESS_HEADER]: visit.address, accept: 'application/json' });
    if (visit.userAgent !== undefined) headers.set('user-agent', visit.userAgent.slice(0, 500));
    if (visit.cookies !== undefined) headers.set('cookie', visit.cookies);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (code !== undefined) headers.set(CODE_HEADER, encodeURIComponent(code));
    const request = new Request(`${visit.baseUrl}${AUTH_PATH}${path}`, { method, headers, body: body ?? null });
    return (await this.#authAt(visit.baseUrl)).handler(request);
  }

  /** Without PUBLIC_URL the origin is the requested one, which differs with the host name used. */
  async #authAt(baseUrl: string): Promise<Auth> {
    const known = this.#auths.get(baseUrl);
    if (known !== undefined) return known;
    // Loaded with the first sign-in: a start is quicker and smaller without.
    const [{ betterAuth }, { optionsOf }] = await Promise.all([import('better-auth'), import('./sign-in-options.ts')]);
    if (this.#auths.size >= 10) this.#auths.clear();
    const made = betterAuth(optionsOf(this.#services, baseUrl)) as unknown as Auth;
    this.#auths.set(baseUrl, made);
    return made;
  }
}

const disabledUser = () =>
  new Fault('wrong_login', {
    message: 'This account was disabled.',
    hint: 'Whoever runs the service can enable it again.',
  });

/** @param code better-auth's, or ours from where a session is made */
function refusalOf(code: string | undefined): Fault {
  if (code === CODE_WRONG)
    return new Fault('second_factor_needed', { message: 'The code is not right, or was used already.' });
  // The password is right, and there is to be no session.
  return code === 'FAILED_TO_CREATE_SESSION' ? disabledUser() : new Fault('wrong_login');
}

function cookiesOf(answer: Response): Headers {
  const headers = new Headers();
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return headers;
}
