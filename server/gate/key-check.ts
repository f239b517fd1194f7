import type { EntityManager } from '@mikro-orm/postgresql';
import type { Bound } from '../../db/driver/pipeline.ts';
import { checkKeys } from '../../db/statements/keys.ts';
import { check } from '../../db/orm.ts';
import type { KeyCheck } from './principal.ts';

/** What fails, before anything is written, where one of the keys is not what it was. */
export const checkOf = (keys: readonly KeyCheck[]): Bound => ({
  statement: checkKeys,
  values: [
    keys.map(({ hash }) => hash),
    keys.map(({ changes }) => changes),
    keys.map(({ changes_at }) => changes_at),
    keys.map(({ decided_by }) => decided_by),
  ],
});

/**
 * Checks the key of a call, where it was kept, in a transaction that has done nothing yet: its next statement fails where
 * the key is not what it was.
 */
export async function checkKey(em: EntityManager, key: KeyCheck | undefined): Promise<void> {
  if (key === undefined) return;
  const { statement, values } = checkOf([key]);
  await check(em, statement, values);
}
