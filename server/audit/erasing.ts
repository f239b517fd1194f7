import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../db/ids.ts';
import { execute } from '../../db/orm.ts';
import * as statements from '../../db/statements/seals.ts';
import { commitmentOf, FORMAT, NO_SALT, partsOf, SALT_DIGITS, type Texts, textsHashOf, textsOf } from './digests.ts';

/** A row whose texts an erasure changes, before and after. */
export type ErasedCall = { id: string; before: Texts; after: Texts };

/** Where the chain has a row: its seal, its place there, and its salt. */
type Place = { seq: number; format: number; at: number; salt: string };

async function placesOf(em: EntityManager, workspaceId: string, ids: readonly string[]): Promise<Map<string, Place>> {
  const seals = await execute(em, statements.findSealsOf, [workspaceId, ids]);
  const rows = await execute(em, statements.readSealRows, [workspaceId, seals.map(({ seq }) => seq)]);
  const wanted = new Set(ids);
  const places = new Map<string, Place>();
  for (const { seq, format, call_ids, call_salts } of rows) {
    const salts = partsOf(call_salts!, SALT_DIGITS);
    for (const [at, id] of call_ids!.entries()) {
      if (wanted.has(id)) places.set(id, { seq, format, at, salt: salts[at]! });
    }
  }
  return places;
}

/**
 * Notes in the chain that an erasure changes texts of audit rows, in its transaction, as sat_erasure: the commitment to a
 * row's texts stays, so that all else it says remains fixed, and the salt is forgotten, so that nobody can guess the texts
 * from it. Until the transaction ends no seal is added to the chain.
 */
export async function noteErasedCalls(
  em: EntityManager,
  workspaceId: string,
  erased: readonly ErasedCall[],
): Promise<void> {
  const changed = erased.filter(({ before, after }) => textsOf(before, FORMAT) !== textsOf(after, FORMAT));
  if (changed.length === 0) return;
  await execute(em, statements.holdChain, [workspaceId]);
  const ids = changed.map(({ id }) => id);
  const places = await placesOf(em, workspaceId, ids);
  const earlier = new Map(
    (await execute(em, statements.readErasures, [workspaceId, ids])).map((each) => [each.call_id, each.commitment]),
  );
  const now = new Date().toISOString();
  for (const { id, before, after } of changed) {
    const place = places.get(id);
    if (place === undefined) continue;
    const texts = textsOf(before, place.format);
    const left = textsOf(after, place.format);
    if (texts === left) continue;
    const commitment = place.salt === NO_SALT ? earlier.get(id) : commitmentOf(place.salt, texts);
    if (commitment === undefined) continue;
    const values = [workspaceId, newId('erasure'), id, commitment, textsHashOf(left), now] as const;
    await execute(em, statements.addErasure, values);
    if (place.salt !== NO_SALT) await execute(em, statements.forgetSalt, [workspaceId, place.seq, place.at]);
  }
}
