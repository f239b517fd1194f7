import type { Database } from '../db/orm.ts';
import {
  findSecondFactorsToRewrap,
  findTokensToRewrap,
  findWebhooksToRewrap,
  replaceSecondFactors,
  replaceTokens,
  replaceWebhooks,
  type SealedRow,
} from '../db/statements/encrypted.ts';
import { ROLES } from '../db/roles.ts';
import { DecryptionFailed, type EncryptionContext, type Encryptor } from './encryption.ts';
import { secondFactorContext } from './identity/second-factor.ts';
import { tokenOf } from './channels/integrations.ts';
import { encryptionContext } from './webhooks/encryption-context.ts';

type Store = {
  find: typeof findTokensToRewrap | typeof findWebhooksToRewrap | typeof findSecondFactorsToRewrap;
  replace: typeof replaceTokens | typeof replaceWebhooks | typeof replaceSecondFactors;
  context: (row: SealedRow) => EncryptionContext;
};

/** The encrypted columns. */
const STORES: readonly Store[] = [
  {
    find: findTokensToRewrap,
    replace: replaceTokens,
    context: ({ workspace_id: workspace, what }) => tokenOf(workspace, what),
  },
  {
    find: findWebhooksToRewrap,
    replace: replaceWebhooks,
    context: ({ workspace_id: workspace, id, what }) => encryptionContext(workspace, id, what as 'target' | 'secret'),
  },
  {
    find: findSecondFactorsToRewrap,
    replace: replaceSecondFactors,
    context: ({ id }) => secondFactorContext(id),
  },
];

/** Secrets per statement, so that locks are short. */
const BATCH = 500;

export type Rewrapped = {
  /** The id of the key that every decryptable secret is now encrypted with. */
  encryption_key_id: string;
  /** Re-encrypted secrets: one for a connection, two for a webhook. */
  rewrapped: number;
  /** Connections, webhooks and people's second factors that do not decrypt (key removed or data changed): they must be made again. */
  unreadable: string[];
};

/**
 * Re-encrypts all secrets with the first encryption key, in batches. When interrupted, the next call continues where it
 * stopped; with nothing left to do it changes nothing. Afterwards the older keys can be removed.
 */
export async function reencryptAll(db: Database, encryptor: Encryptor): Promise<Rewrapped> {
  const unreadable = new Set<string>();
  let rewrapped = 0;
  for (const { find, replace, context } of STORES) {
    let last = { workspace_id: '', id: '', what: '' };
    for (;;) {
      const found = await db.as(ROLES.maintenance, find, [
        encryptor.keyId,
        last.workspace_id,
        last.id,
        last.what,
        BATCH,
      ]);
      if (found.length === 0) break;
      last = found.at(-1)!;
      const rows = found.flatMap((row) => {
        try {
          return { ...row, rewrapped: encryptor.encrypt(encryptor.decrypt(row.sealed, context(row)), context(row)) };
        } catch (error) {
          if (!(error instanceof DecryptionFailed)) throw error;
          unreadable.add(row.id);
          return [];
        }
      });
      const [replaced] = await db.as(ROLES.maintenance, replace, [JSON.stringify(rows), encryptor.keyId]);
      rewrapped += replaced!.count;
    }
  }
  return { encryption_key_id: encryptor.keyId, rewrapped, unreadable: [...unreadable] };
}
