import { expect, test } from 'vitest';
import { firstIdAt, type IdType } from '../../db/ids.ts';
import type { WrittenFact } from '../../db/statements/undos.ts';
import { recordsMade } from './made.ts';
import type { Selection } from './selection.ts';

const START = Date.parse('2026-03-02T09:30:00.000Z');

const idAt = (type: IdType, ms: number) => `${firstIdAt(type, new Date(START + ms))}${'0'.repeat(16)}`;

const fact = (subject_id: string, at: number, recorded: number, rest: Partial<WrittenFact> = {}) =>
  ({
    id: idAt('fact', recorded),
    subject_id,
    source_id: null,
    tool: 'gtm_crm_write',
    at: new Date(START + at).toISOString(),
    ...rest,
  }) as WrittenFact;

const made = (...facts: WrittenFact[]) => recordsMade({ facts, unnamed: new Set<string>() } as unknown as Selection);

test('a record is of the call whose time its id holds', () => {
  const account = idAt('account', 2);
  expect(made(fact(account, 0, 5))).toEqual(new Set([account]));
  expect(made(fact(account, 3, 5))).toEqual(new Set());
  expect(made(fact(account, 0, 5), fact(account, 60_000, 60_005))).toEqual(new Set([account]));
});

test('a text is of the call that its facts were read in', () => {
  const [account, capture] = [idAt('account', -9_000), idAt('capture', 1)];
  expect(made(fact(account, 0, 5, { source_id: capture, tool: 'log_capture' }))).toEqual(new Set([capture]));
});

test('what was looked up before a record was made does not make it', () => {
  const account = idAt('account', 2);
  expect(
    made(fact(account, -86_400_000, 5, { tool: 'gtm_enrich', provider: 'hunter' } as Partial<WrittenFact>)),
  ).toEqual(new Set());
});

test('a list is no record', () => {
  expect(made(fact('DACH', 0, 5))).toEqual(new Set());
});
