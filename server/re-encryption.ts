import type { Database } from '../db/orm.ts';
import {
  findTokensToRewrap,
  findWebhooksToRewrap,
  replaceTokens,
  replaceWebhooks,
  type SealedRow,
} from '../db/statements/encrypted.ts';
import { ROLES } from '../db/roles.ts';
import { type Belonging, DecryptionFailed, type Encryptor } from './encryption.ts';
import { tokenOf } from './channels/integrations.ts';
import { encryptionContext } from './webhooks/encryption-context.ts';

type Store = {
  find: typeof findTokensToRewrap | typeof findWebhooksToRewrap;
  replace: typeof replaceTokens | typeof replaceWebhooks;
  belonging: (row: SealedRow) => Belonging;
};

/** All that is kept sealed. */
const STORES: readonly Store[] = [
  {
    find: findTokensToRewrap,
    replace: replaceTokens,
    belonging: ({ workspace_id: workspace, what }) => tokenOf(workspace, what),
  },
  {
    find: findWebhooksToRewrap,
    replace: replaceWebhooks,
    belonging: ({ workspace_id: workspace, id, what }) => encryptionContext(workspace, id, what as 'target' | 'secret'),
  },
];

/** Secrets of one statement, so that none holds its locks for long. */
const BATCH = 500;

export type Rewrapped = {
  /** The id of the key that everything that could be opened is now sealed under. */
  encryption_key_id: string;
  /** How many secrets were sealed anew: one for a connection, two for a webhook. */
  rewrapped: number;
  /** Connections and webhooks whose key is configured no more, or that were changed: they must be made anew. */
  unreadable: string[];
};

/**
 * Seals everything that is kept sealed under the first encryption key, in batches. Stopped at any point, it goes on where
 * it was when called again; with nothing left to do it changes nothing. Afterwards the older keys can be taken away.
 */
export async function reencryptAll(db: Database, encryptor: Encryptor): Promise<Rewrapped> {
  const unreadable = new Set<string>();
  let rewrapped = 0;
  for (const { find, replace, belonging } of STORES) {
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
          return { ...row, rewrapped: encryptor.seal(encryptor.open(row.sealed, belonging(row)), belonging(row)) };
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
