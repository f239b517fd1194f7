import { findTwins, lockTwins, type Matched } from '../../db/statements/twins.ts';
import type { Entity } from '../../db/statements/records.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { spellingOf } from './spelling.ts';

/** What to do when the record to be made may be there already. */
export const ON_MATCH = ['create', 'update', 'refuse'] as const;

export type OnMatch = (typeof ON_MATCH)[number];

/** A record that may be the same. */
export type Twin = { id: string; matched: Matched };

type Columns = Readonly<Record<string, unknown>>;

/** What two records that may be the same have in common one of, so that of two made at once one finds the other. */
function keysOf({ workspaceId }: Call, entity: Entity, columns: Columns): string[] {
  const around = columns['account_id'] ?? columns['list_name'] ?? null;
  return (['external_ref', 'email', 'domain', 'name'] as const).flatMap((field) => {
    const value = columns[field];
    if (typeof value !== 'string') return [];
    const key = field === 'external_ref' ? value : spellingOf(value) || value;
    return [JSON.stringify([workspaceId, entity, field, key, field === 'name' ? around : null])];
  });
}

/**
 * The record that is to be changed instead of making one, if there is one; until the transaction ends nobody else makes
 * one like it in this way. Two round trips, only where the caller asked for it.
 * @throws Fault invalid_input when it is to be refused, or when several are as like it as each other
 */
export async function twinToUpdate(
  call: Call,
  entity: Entity,
  columns: Columns,
  onMatch: Exclude<OnMatch, 'create'>,
): Promise<string | undefined> {
  await call.query(lockTwins, [keysOf(call, entity, columns)]);
  const found = await call.query(findTwins[entity], [call.workspaceId, JSON.stringify(columns)]);
  const twins = onMatch === 'refuse' ? found : found.filter(({ other_ref }) => !other_ref);
  const [first] = twins;
  if (first === undefined) return undefined;
  const alike = twins.filter(({ rank }) => rank === first.rank);
  const word = entity.replaceAll('_', ' ');
  if (onMatch === 'refuse') {
    const listed = twins.map(({ id, matched }) => `${id} (same ${matched})`).join(', ');
    throw invalidField(
      'on_match',
      `this ${word} may be there: ${listed}; send its id to change it, or on_match update`,
    );
  }
  if (alike.length > 1) {
    const ids = alike.map(({ id }) => id).join(', ');
    throw invalidField('on_match', `several have the same ${first.matched}: ${ids}; send the id of one`);
  }
  return first.id;
}
