import { z } from 'zod';
import { isKept } from '../../db/moment.ts';
import type { Entity } from '../../db/statements/records.ts';
import { NO_DOMAIN, readableDomain } from './domain.ts';
import { isObject } from '../json-value.ts';
import { DIMENSIONS } from './meddpicc.ts';
import { isProfileLink } from './profile-link.ts';
import { spellingOf } from './spelling.ts';
import { clearableWords } from './says-nothing.ts';
import { Fault, type Issue } from '../errors.ts';
import { idProblem } from '../id-problem.ts';

/** Facts split into a record's typed columns and its payload. Null removes. */
export type SortedFacts = {
  columns: Record<string, string | number | null>;
  meddpicc: Record<string, string | null>;
  payload: Record<string, unknown>;
  /** Names that were taken as a typed one, such as `employeeCount`. */
  taken?: { sent: string; as: string }[];
};

const words = (most: number) => z.string().trim().min(1).max(most).nullable();
const name = words(500);
const label = words(200);
const number = z.number({ error: 'expected a number' });

/** A company's bare domain, in the spelling that all of its spellings have; an address is refused. */
export const domain = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[^\s/:@?#]+\.[^\s/:@?#.]+$/, { error: NO_DOMAIN, abort: true })
  .transform((value, ctx) => {
    const readable = readableDomain(value);
    if (readable === undefined) ctx.addIssue({ code: 'custom', message: NO_DOMAIN });
    return readable ?? value;
  });

export const employeeCount = z.int('expected a whole number').min(0).max(2_147_483_647);

const account = z.string().superRefine((value, ctx) => {
  const message = idProblem('account', value);
  if (message !== undefined) ctx.addIssue({ code: 'custom', message });
});
const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address')
  .nullable();
const linkedin = words(500).refine(
  (value) => value === null || isProfileLink(value),
  'expected an address such as https://www.linkedin.com/in/ada-lovelace',
);
const external_ref = label;
const evidence = clearableWords(2_000);

const company = { domain: domain.nullable(), name, industry: label, employee_count: employeeCount.nullable() };
const person = { name, title: words(500), email };

/** The typed columns of each record; every other field goes unchanged into the payload. */
const COLUMNS: Record<Entity, z.ZodObject> = {
  account: z.object({ ...company, tier: label, external_ref }).partial(),
  opp: z
    .object({
      account_id: account,
      name,
      stage: label,
      amount: number.min(-1e15).max(1e15).nullable(),
      currency: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/, 'expected a three-letter ISO 4217 code such as EUR')
        .nullable(),
      close_date: z.iso
        .date({ error: 'expected a date such as 2026-03-31', abort: true })
        .refine(isKept, 'expected a year 1 to 9999')
        .nullable(),
      owner: label,
      external_ref,
    })
    .partial(),
  contact: z.object({ ...person, account_id: account.nullable(), phone: words(100), linkedin, external_ref }).partial(),
  prospect: z
    .object({ ...person, account_id: account.nullable(), notes: clearableWords(100_000), external_ref })
    .partial(),
  target_account: z.object({ ...company, list_name: label, external_ref }).partial(),
};

const MEDDPICC = z.object(Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, evidence]))).partial();

/** Reserved names of the record, which are no facts. */
const RESERVED = new Set(['id', 'workspaceid']);

/** What some put around the fields of a record once more. */
const WRAPPERS = new Set(['facts', 'fields', 'properties', 'attributes']);

const bySpelling = (names: Iterable<string>) => new Map(Array.from(names, (name) => [spellingOf(name), name]));

const SPELLED = Object.fromEntries(
  Object.entries(COLUMNS).map(([entity, { shape }]) => [entity, bySpelling(Object.keys(shape))]),
) as unknown as Record<Entity, ReadonlyMap<string, string>>;

const SPELLED_DIMENSIONS = bySpelling(DIMENSIONS);

/** The typed fields of a kind of record by name, in JSON Schema; null removes any of them. */
export function typedFields(entity: Entity): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(COLUMNS[entity], { io: 'input' });
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { anyOf = [schema] } = schema as { anyOf?: unknown[] };
    return [name, anyOf[0]];
  });
  return { ...Object.fromEntries(fields), ...(entity === 'opp' ? { meddpicc: { type: 'object' } } : {}) };
}

/** The names of the typed fields of a kind of record. */
export const typedNames = (entity: Entity): string[] => [
  ...Object.keys(COLUMNS[entity].shape),
  ...(entity === 'opp' ? DIMENSIONS : []),
];

/** A fact as it was sent: where, and its name there. */
type Sent = { key: string; name: string; value: unknown };

/** The facts one by one: of those that hold the record's own fields once more, such as `fields: {…}`, what they hold. */
function eachFact(facts: Record<string, unknown>, isField: (spelling: string) => boolean): Sent[] {
  return Object.entries(facts).flatMap(([key, value]) => {
    const isWrapper =
      isObject(value) &&
      WRAPPERS.has(spellingOf(key)) &&
      Object.keys(value).some((inner) => isField(spellingOf(inner)));
    if (!isWrapper) return [{ key, name: key, value }];
    return Object.entries(value).map(([inner, part]) => ({ key: `${key}.${inner}`, name: inner, value: part }));
  });
}

/**
 * Splits facts by the record's typed columns, whose names are accepted in any case, and with any marks between words;
 * so are fields within `fields: {…}` and the like. A deal's evidence is accepted
 * as `meddpicc: {…}`, as it is read, and by its dimensions' names.
 * @throws Fault invalid_input with paths `facts.<name>`
 */
export function sortFacts(entity: Entity, facts: Record<string, unknown>): SortedFacts {
  const issues: Issue[] = [];
  const columns: Record<string, unknown> = {};
  const meddpicc: Record<string, unknown> = {};
  const payload: Record<string, unknown> = {};
  const known = SPELLED[entity];
  const taken: NonNullable<SortedFacts['taken']> = [];
  const sentAs = new Map<string, string>();
  const put = (into: Record<string, unknown>, column: string, key: string, value: unknown) => {
    const before = sentAs.get(column);
    if (before !== undefined) issues.push({ path: `facts.${key}`, message: `was also sent as ${before}` });
    sentAs.set(column, key);
    const isWithin = into === meddpicc && key.endsWith(`.${column}`);
    if (key !== column && !isWithin) taken.push({ sent: key, as: column });
    into[column] = value;
  };
  const isField = (spelling: string) =>
    known.has(spelling) || (entity === 'opp' && (spelling === 'meddpicc' || SPELLED_DIMENSIONS.has(spelling)));
  for (const { key, name, value } of eachFact(facts, isField)) {
    const spelling = spellingOf(name);
    const column = known.get(spelling);
    const dimension = entity === 'opp' ? SPELLED_DIMENSIONS.get(spelling) : undefined;
    if (RESERVED.has(spelling)) {
      issues.push({ path: `facts.${key}`, message: 'is no fact; name the record in id, beside facts' });
    } else if (column !== undefined) {
      put(columns, column, key, value);
    } else if (dimension !== undefined) {
      put(meddpicc, dimension, key, value);
    } else if (entity === 'opp' && spelling === 'meddpicc') {
      if (!isObject(value)) {
        issues.push({ path: `facts.${key}`, message: 'expected an object of the eight dimensions' });
        continue;
      }
      for (const [inner, words] of Object.entries(value)) {
        const dimension = SPELLED_DIMENSIONS.get(spellingOf(inner));
        if (dimension !== undefined) put(meddpicc, dimension, `${key}.${inner}`, words);
        else {
          issues.push({
            path: `facts.${key}.${inner}`,
            message: `is none of the eight dimensions ${DIMENSIONS.join(', ')}`,
          });
        }
      }
    } else put(payload, name, key, value);
  }
  const parse = (schema: z.ZodObject, sent: Record<string, unknown>) => {
    const parsed = schema.safeParse(sent);
    for (const { path, message } of parsed.error?.issues ?? []) {
      const [column = '', ...rest] = path.map(String);
      issues.push({ path: ['facts', sentAs.get(column) ?? column, ...rest].join('.'), message });
    }
    return (parsed.data ?? {}) as Record<string, never>;
  };
  const sorted = { columns: parse(COLUMNS[entity], columns), meddpicc: parse(MEDDPICC, meddpicc), payload, taken };
  if (issues.length > 0) throw new Fault('invalid_input', { issues: issues.slice(0, 20) });
  return sorted;
}
