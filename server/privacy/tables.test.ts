import { expect, test } from 'vitest';
import described from '../../db/columns.generated.json' with { type: 'json' };
import type { EntityColumn } from '../../db/describe/columns.ts';
import { tenantTables } from './tables.ts';

/** Texts of primary keys that clients do not choose, or that follow the rows they are taken from. */
const NOT_CHOSEN = ['contact_key', 'fingerprint', 'flag', 'of_table', 'provider', 'section'];

test('of every text in a primary key it is decided whether clients choose it', () => {
  const ofTenants = new Set(tenantTables().map(({ name }) => name));
  const columns = Object.entries(described as Record<string, EntityColumn[]>).flatMap(([table, each]) =>
    ofTenants.has(table) ? each.filter(({ primary, type }) => primary === true && type === 'text') : [],
  );
  const texts = new Set(columns.map(({ name }) => name).filter((name) => name !== 'id' && !name.endsWith('_id')));
  expect([...texts].toSorted()).toEqual([...NOT_CHOSEN, 'idempotency_key'].toSorted());
  const records = tenantTables().find(({ name }) => name === 'idempotency_records')!;
  expect(records.texts).toContainEqual({ name: 'idempotency_key', kind: 'text', label: true });
});
