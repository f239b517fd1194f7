import type { Entity } from '../../db/statements/records.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { writeRecord } from './write-record.ts';
import { sortFacts } from './sort-facts.ts';

export type CrmWriteInput = { entity: Entity; id?: string | undefined; facts: Record<string, unknown> };

/** `gtm_crm_write`: merges facts into a record (decisions 6). */
export async function gtmCrmWrite(call: Call, { entity, id, facts }: CrmWriteInput) {
  const sorted = sortFacts(entity, facts);
  if (entity === 'opp' && id === undefined && sorted.columns['account_id'] === undefined) {
    throw invalidField('facts.account_id', 'creating an opp needs the account it belongs to');
  }
  const written = await writeRecord(call, entity, id, sorted);
  const names = Object.keys(facts);
  return {
    entity,
    id: written.id,
    created: written.created,
    account_id: entity === 'account' ? written.id : ((written.record['account_id'] as string | null) ?? null),
    written: names.filter((name) => facts[name] !== null),
    removed: names.filter((name) => facts[name] === null),
    updated_at: written.updated_at,
  };
}
