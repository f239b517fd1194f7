import { expect, test } from 'vitest';
import { changedReleases } from './describe/released.ts';
import { type AppliedMigration, checksumOf, compareHistory, SchemaTooNew } from './migrate.ts';
import { createRole } from './migrations/0001-foundation.ts';
import { schemaDrift } from './schema-snapshot.ts';

const known = ['0001-a', '0002-b', '0003-c'].map((name) => ({ name, checksum: `sum of ${name}` }));
const compared = (...applied: AppliedMigration[]) => {
  try {
    compareHistory(known, applied);
    return 'goes on';
  } catch (error) {
    return (error as Error).message;
  }
};
const [a, b, c] = known as [AppliedMigration, AppliedMigration, AppliedMigration];

test('a database goes on whose migrations are the first of the program’s, with or without a checksum', () => {
  expect(compared()).toBe('goes on');
  expect(compared(a, b)).toBe('goes on');
  expect(compared({ ...a, checksum: null }, b, c)).toBe('goes on');
});

test('another form, a later migration and a gap each stop it, by name', () => {
  expect(compared(a, { ...b, checksum: 'x' })).toMatch(/0002-b was applied .* in another form/);
  expect(compared(a, c)).toMatch(/lacks the migration 0002-b, though it has 0003-c/);
  expect(compared(a, b, c, { name: '0004-d', checksum: null })).toMatch(/newer than this program \(it has 0004-d\)/);
  expect(() => compareHistory(known, [{ name: '0004-d', checksum: null }])).toThrow(SchemaTooNew);
});

test('a checksum is of the statements in order, without the roles that are made where they are missing', () => {
  expect(checksumOf(['a', 'b'])).not.toBe(checksumOf(['b', 'a']));
  expect(checksumOf(['ab'])).not.toBe(checksumOf(['a', 'b']));
  expect(checksumOf([createRole('sat_service'), 'a'])).toBe(checksumOf(['a']));
  expect(checksumOf([createRole('sat_other'), 'a'])).not.toBe(checksumOf(['a']));
});

test('released migrations stay first, and as they were', () => {
  expect(changedReleases(known.slice(0, 2), known)).toBeUndefined();
  expect(changedReleases(known, known.slice(0, 2))).toMatch(/0003-c is not where it was: nothing/);
  expect(changedReleases([known[1]!], known)).toMatch(/0002-b is not where it was: 0001-a/);
  expect(changedReleases([{ name: '0001-a', checksum: 'x' }], known)).toMatch(/0001-a is frozen/);
});

test('drift names what is missing or differs, and no objects of others', () => {
  const expected = { 'table a': 'id text not null | n integer', 'index a.a_n': '1', 'view v': 'id text' };
  expect(schemaDrift(expected, { ...expected, 'table other': 'id text' })).toEqual([]);
  expect(schemaDrift(expected, { 'table a': 'id text | n integer', 'index a.a_n': '2' })).toEqual([
    'table a lacks “id text not null”',
    'view v is missing',
    'index a.a_n differs',
  ]);
  expect(schemaDrift(expected, { ...expected, 'table a': `${expected['table a']} | x text` })).toEqual([
    'table a has “x text”',
  ]);
  expect(schemaDrift(expected, { 'view v': 'id text' })).toEqual(['table a is missing']);
});
