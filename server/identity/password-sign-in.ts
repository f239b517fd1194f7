import type { Config } from '../config.ts';
import { Fault } from '../errors.ts';

/** Refuses what passwords are for where only single sign-on is allowed. @throws Fault not_found */
export function checkPasswordSignIn({ PASSWORD_SIGN_IN: isOn }: Pick<Config, 'PASSWORD_SIGN_IN'>): void {
  if (isOn) return;
  throw new Fault('not_found', {
    message: 'Nobody signs in with a password here.',
    hint: 'Use the single sign-on on the sign-in page.',
  });
}
