// What sign-in and better-auth's options call things, apart from better-auth itself, which is loaded with the first sign-in.

/** Where sign-in is mounted; an identity provider redirects to `<address>/app/auth/callback/sso`. */
export const AUTH_PATH = '/app/auth';

/** The only provider of single sign-on. */
export const SSO = 'sso';

/** The header by which better-auth learns the client address that Express determined. */
export const ADDRESS_HEADER = 'x-visitor-address';

/** Where better-auth signs in by password. */
export const BY_PASSWORD = '/sign-in/email';

/** The header by which the code of a second factor comes to where a session is made. Requests are made anew: no client sets it. */
export const CODE_HEADER = 'x-second-factor';

/** Why there was no session, as codes of better-auth's answer. */
export const CODE_MISSING = 'SECOND_FACTOR_MISSING';
export const CODE_WRONG = 'SECOND_FACTOR_WRONG';
