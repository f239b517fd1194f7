import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Target } from '../../db/statements/webhooks.ts';
import type { Encryptor } from '../encryption.ts';
import { encryptionContext } from './encryption-context.ts';

/** An endpoint's address and signing key. */
export type Decrypted = { url: string; key: KeyObject };

/** Decrypts endpoints, each once until it changes. */
export class Targets {
  readonly #encryptor: Encryptor;
  readonly #decrypted = new WeakMap<Target, Decrypted>();

  constructor(encryptor: Encryptor) {
    this.#encryptor = encryptor;
  }

  /** @throws DecryptionFailed when the encryption key is gone */
  of({ target }: { target: Target }): Decrypted {
    let found = this.#decrypted.get(target);
    if (found === undefined) {
      const { workspace_id, webhook_id, origin, sealed_target, sealed_secret } = target;
      const path = this.#encryptor.decrypt(sealed_target, encryptionContext(workspace_id, webhook_id, 'target'));
      const secret = this.#encryptor.decrypt(sealed_secret, encryptionContext(workspace_id, webhook_id, 'secret'));
      this.#decrypted.set(target, (found = { url: origin + path, key: createSecretKey(secret, 'utf8') }));
    }
    return found;
  }
}

/** The endpoint of a taken delivery, without the delivery. */
export const targetOf = ({ workspace_id, webhook_id, origin, sealed_target, sealed_secret }: Target): Target => ({
  workspace_id,
  webhook_id,
  origin,
  sealed_target,
  sealed_secret,
});
