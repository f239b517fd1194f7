import { z } from 'zod';
import { ID_PREFIXES, type IdType, idType } from '../db/ids.ts';
import { isKept } from '../db/moment.ts';

/** Longest short label, line and long text, in characters. */
export const LABEL = 200;
export const LINE = 2_000;
export const TEXT = 100_000;

const article = (word: string) => (/^(?!user)[aeiou]/.test(word) ? 'an' : 'a');

/** Why a text is not an id of the given type, with its value (decisions 1); undefined when it is one. */
export function idProblem(type: IdType, value: string): string | undefined {
  const came = idType(value);
  if (came === type) return undefined;
  const got = came === undefined ? 'something that is not an id' : `${article(came)} ${came} id`;
  return `expected ${article(type)} ${type} id (${ID_PREFIXES[type]}_…), got ${got}`;
}

/** An id of the given type; one of another type is refused with both types' names. */
export function id(type: IdType, description: string) {
  return z
    .string()
    .max(64)
    .superRefine((value, ctx) => {
      const message = idProblem(type, value);
      if (message !== undefined) ctx.addIssue({ code: 'custom', message });
    })
    .meta({ description, pattern: `^${ID_PREFIXES[type]}_` });
}

/** The most names and items an open object may hold, at all depths. */
const MAX_MEMBERS = 500;

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return parts.reduce<number>((total, part) => total + countMembers(part), parts.length);
}

/** An object of any shape, such as a record's extra facts; its nesting depth is checked with the body. */
export const openObject = (description: string) =>
  z
    .record(z.string().min(1).max(100), z.unknown())
    .superRefine((value, ctx) => {
      const members = countMembers(value);
      if (members > MAX_MEMBERS) {
        ctx.addIssue({ code: 'custom', message: `holds ${members} names and items; the most is ${MAX_MEMBERS}` });
      }
    })
    .describe(description);

/** The type of an answer's field that may be missing. */
export const nullableText = z.string().nullable();

export const label = (description: string) => z.string().trim().min(1).max(LABEL).describe(description);
export const line = (description: string) => z.string().trim().min(1).max(LINE).describe(description);
export const text = (description: string) => z.string().trim().min(1).max(TEXT).describe(description);

/** An ISO 8601 timestamp with its offset, of a year 1 to 9999 in UTC; parsed to UTC. */
export const timestamp = (description: string) =>
  z.iso
    .datetime({
      offset: true,
      error: 'expected an ISO 8601 timestamp with offset, such as 2026-03-01T09:30:00Z',
      abort: true,
    })
    .refine(isKept, 'expected a time of the years 1 to 9999')
    .transform((value) => new Date(value).toISOString())
    .describe(description);

/** Most items a list answers, 1 to 200. */
export const limit = (byDefault: number) =>
  z.int().min(1).max(200).default(byDefault).describe(`How many items to return, 1 to 200; ${byDefault} when omitted.`);

export const cursor = z
  .string()
  .max(200)
  .optional()
  .describe('The next_cursor of the page before; omit for the first page.');
