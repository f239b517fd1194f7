import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text that does not decrypt: its key is gone, it was changed, or its context differs. Never says what is in it. */
export class DecryptionFailed extends Error {}

/** What an encrypted text belongs to, such as its workspace and channel; it decrypts only with exactly this context. */
export type EncryptionContext = readonly string[];

/**
 * Encrypts short secrets with AES-256-GCM (decisions 2 and 12). The result is `<key id>:<base64url of nonce, tag and
 * ciphertext>`; key id and context are authenticated with it. The first key encrypts, all of them decrypt.
 */
export class Encryptor {
  readonly #keys: Secrets['encryptionKeys'];

  constructor(keys: Secrets['encryptionKeys']) {
    this.#keys = keys;
  }

  /** The id of the key that encrypts. */
  get keyId(): string {
    return this.#keys[0]!.id;
  }

  encrypt(text: string, context: EncryptionContext): string {
    const { id, key } = this.#keys[0]!;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associated(id, context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${id}:${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
  }

  /** @throws DecryptionFailed */
  decrypt(encrypted: string, context: EncryptionContext): string {
    const cut = encrypted.indexOf(':');
    const id = encrypted.slice(0, cut);
    const key = this.#keys.find((each) => each.id === id)?.key;
    if (cut === -1 || key === undefined)
      throw new DecryptionFailed('No configured encryption key has the id it names.');
    const bytes = Buffer.from(encrypted.slice(cut + 1), 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associated(id, context));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw new DecryptionFailed('It was changed, or it belongs elsewhere.');
    }
  }
}

/** JSON, so that no two contexts serialize the same. */
const associated = (keyId: string, context: EncryptionContext) => Buffer.from(JSON.stringify([keyId, ...context]));
