import type { Authorization } from './access.ts';

/**
 * Where a person connects a Google account (OAuth 2.0 for web server applications). Google answers a refresh token
 * for offline access only, and again only after a new consent.
 */
export const googleAuthorization = (origin: string | undefined, scope: string): Authorization => ({
  url: `${origin ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  scopes: ['openid', 'email', scope],
  params: { access_type: 'offline', prompt: 'consent' },
  label: { url: `${origin ?? 'https://openidconnect.googleapis.com'}/v1/userinfo`, field: 'email' },
});
