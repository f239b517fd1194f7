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

/** @throws Fault invalid_input when a record was made that nothing names: the write is rolled back */
export function wantName(entity: Entity, { created, record }: Pick<Written, 'created' | 'record'>): void {
  if (!created || NAMED_BY[entity].some((name) => typeof record[name] === 'string')) return;
  const [name, other] = NAMED_BY[entity];
  const or = other === undefined ? '' : `, or ${other}`;
  throw invalidField(
    `facts.${name}`,
    `a new ${entity.replaceAll('_', ' ')} needs a name${or}; to change one that is there, send its id`,
  );
}
