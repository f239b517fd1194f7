import { idType } from '../../db/ids.ts';
import { MERGEABLE, type Mergeable } from '../../db/statements/merging.ts';
import { invalidField } from '../errors.ts';

export type { Mergeable };

/** Kinds of records that can be merged. */
export const MERGEABLE_KINDS = Object.keys(MERGEABLE) as [Mergeable, ...Mergeable[]];

/** @throws Fault invalid_input when the id is of no record that can be merged */
export function mergeableKind(id: string, path = 'id'): Mergeable {
  const kind = idType(id);
  if (kind !== undefined && kind in MERGEABLE) return kind as Mergeable;
  throw invalidField(path, 'expected the id of an account, opp, contact, prospect or target account');
}
