import type { Entity } from '../../db/statements/records.ts';
import { invalidField } from '../errors.ts';
import type { Written } from './write-record.ts';

/** What names a record that has no name. */
const NAMED_BY: Record<Entity, readonly string[]> = {
  account: ['name', 'domain'],
  target_account: ['name', 'domain'],
  prospect: ['name', 'email'],
  contact: ['name', 'email'],
  opp: ['name'],
};

/** @throws Fault invalid_input when a record was made, or is left, that nothing names: the write is rolled back */
export function wantName(
  entity: Entity,
  { created, record, fields }: Pick<Written, 'created' | 'record' | 'fields'>,
): void {
  const names = NAMED_BY[entity];
  if (names.some((name) => typeof record[name] === 'string')) return;
  const [name, other] = names;
  const kind = entity.replaceAll('_', ' ');
  if (created) {
    const or = other === undefined ? '' : `, or ${other}`;
    throw invalidField(`facts.${name}`, `a new ${kind} needs a name${or}; to change one that is there, send its id`);
  }
  // Imports make records that only their id in another system names.
  const cleared = names.find((each) => fields.columns[each] === null);
  if (cleared === undefined || typeof record['external_ref'] === 'string') return;
  throw invalidField(`facts.${cleared}`, `nothing would name the ${kind} any more: send another ${names.join(' or ')}`);
}
