import { z } from 'zod';
import { label, limit } from './fields.ts';

/** Whom a request about a person is about; at least one of the first three. */
export const subjectFields = {
  email: z.email().max(254).describe('Their e-mail address.').optional(),
  name: label('Their full name.').optional(),
  record_id: z
    .string()
    .max(64)
    .regex(/^(?:con|pro)_[0-9a-z]{26}$/, 'expected a contact id (con_…) or a prospect id (pro_…)')
    .describe('Their contact or prospect.')
    .optional(),
  also: z
    .array(z.string().trim().min(3).max(200))
    .max(20)
    .describe('Further spellings that mean them, such as a nickname.')
    .optional(),
};

export const pageFields = {
  limit: limit(100),
  cursor: z.string().max(400).optional().describe('The next_cursor of the page before; omit for the first page.'),
};

const counts = z.record(z.string(), z.int()).describe('Rows by table.');

const person = z.object({
  records: z.array(
    z.object({
      record_id: z.string(),
      type: z.enum(['contact', 'prospect']),
      name: z.string().nullable(),
      emails: z.array(z.string()),
    }),
  ),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  names: z.array(z.string()).describe('Names, profiles and spellings that are looked for in texts.'),
  namesakes: z.array(z.string()).describe('Records of others by the same name; they stay as they are.'),
  not_searched: z.array(z.string()).describe('Names of one word, which are looked for only when asked for.'),
  shared: z.array(z.string()).describe('Addresses and numbers that other people have too; they stay.'),
});

export const foundSubject = z.object({
  person,
  mentions: z.array(
    z.object({
      table: z.string(),
      rows: z.int(),
      own: z.int().describe('Rows of their own, or copies, which an erasure deletes; in others they are replaced.'),
      ids: z.array(z.string()).describe('The first 20.'),
    }),
  ),
  rows: z.int(),
  maybe: z
    .array(z.object({ text: z.string(), count: z.int().describe('Rows that hold it.') }))
    .describe(
      'Spellings that may mean this person or another, such as D. Reyes: an erasure replaces them only if they are given in `also`. At most 20.',
    ),
});

export const exportedSubject = z.object({
  person,
  items: z.array(z.object({ table: z.string(), own: z.boolean(), fields: z.record(z.string(), z.unknown()) })),
  next_cursor: z.string().nullable(),
});

export const erasedSubject = z.object({
  deleted: counts,
  redacted: counts,
  rows: z.int(),
  records: z.array(z.string()).describe('The contacts and prospects that were deleted.'),
  shared: z.int().describe('Addresses and numbers that stay, because other people have them too.'),
});
