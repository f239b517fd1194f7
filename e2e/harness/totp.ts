import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret in base32; `apart`: steps of thirty seconds before or after now. */
export function codeOf(secret: string, apart = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: Date.now() + apart * app.period * 1_000 });
}
