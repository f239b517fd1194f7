import { expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from './app.ts';
import { read } from './tool-test.ts';

const miscounted = statement(
  'test_miscounted_sections',
  `SELECT plan_id, section, kept.entries AS kept, counted.entries AS counted
   FROM plan_sections kept FULL JOIN (
     SELECT plan_id, section, count(*)::int AS entries FROM plan_entries GROUP BY plan_id, section
   ) counted USING (plan_id, section)
   WHERE kept.entries IS DISTINCT FROM counted.entries`,
);

/** Fails where the kept number of a section's entries is not how many there are. */
export async function expectCountedSections(app: AppContext, who: Tenant): Promise<void> {
  expect(await read(app, who, miscounted)).toEqual([]);
}
