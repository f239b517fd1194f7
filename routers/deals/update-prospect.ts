import { z } from 'zod';
import { writeRecord } from '../../server/records/write-record.ts';
import { id, line, meaningfulText, nullableText, onMatch, openObject, possibleDuplicates, unsaid } from '../fields.ts';
import { tool } from '../tool.ts';
import { facts } from './deals-fields.ts';

const COLUMNS = ['name', 'title', 'email', 'account_id', 'notes'] as const;

type Columns = { [column in (typeof COLUMNS)[number]]: string | null };

export default tool({
  title: 'Create or update a prospect',
  description:
    'Creates a prospect, or with id updates it: what you send replaces, the rest stays. ' +
    'For a person not yet in a deal; one at a customer is a contact (gtm_crm_write).',
  scope: 'prospect.write',
  entitled: true,
  effect: 'write',
  overwrites: true,
  proposes: true,
  input: z
    .object({
      id: id('prospect', 'Omit to create one.').optional(),
      on_match: onMatch,
      name: line(unsaid('Full name.')).optional(),
      title: line(unsaid('Job title.')).optional(),
      email: z
        .string()
        .trim()
        .max(254)
        .regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address')
        .describe(unsaid('E-mail address.'))
        .optional(),
      account_id: id('account', unsaid('The account the person belongs to.')).optional(),
      notes: meaningfulText(unsaid('Notes; they replace the notes before.')).optional(),
      fields: openObject('Anything else, by name: objects merge, other values replace, null removes.').optional(),
    })
    .refine(({ id, name, email }) => id !== undefined || name !== undefined || email !== undefined, {
      path: ['name'],
      message: 'a new prospect needs a name, or an email; to change one that is there, send its id',
    }),
  output: z.object({
    id: z.string().describe('The prospect.'),
    created: z.boolean().describe('Whether this call made it.'),
    possible_duplicates: possibleDuplicates,
    name: nullableText.describe('Full name.'),
    title: nullableText.describe('Job title.'),
    email: nullableText.describe('E-mail address.'),
    account_id: nullableText.describe('Its account.'),
    notes: nullableText.describe('Notes.'),
    fields: facts.describe('Everything else, after the merge.'),
    created_at: z.string().describe('When it was made.'),
    updated_at: z.string().describe('When it changed last.'),
  }),
  example: {
    input: { name: 'Lee Park', title: 'VP Operations', email: 'lee.park@acme.example', fields: { region: 'EMEA' } },
    output: {
      id: 'pro_01kaj6w6qk5x3v0c8m9n2p4r7t',
      created: true,
      possible_duplicates: [],
      name: 'Lee Park',
      title: 'VP Operations',
      email: 'lee.park@acme.example',
      account_id: null,
      notes: null,
      fields: { region: 'EMEA' },
      created_at: '2026-03-02T09:30:00.000Z',
      updated_at: '2026-03-02T09:30:00.000Z',
    },
  },
  async handler(call, { id, on_match, fields = {}, ...columns }) {
    const sent = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
    for (const name of COLUMNS.filter((column) => column in fields)) {
      const message = `kept beside the prospect’s own ${name}, which it does not change; to change that, send ${name} itself`;
      call.warn(`fields.${name}`, message);
    }
    const written = await writeRecord(
      call,
      'prospect',
      id,
      { columns: sent, meddpicc: {}, payload: fields },
      {
        onMatch: on_match,
      },
    );
    const { name, title, email, account_id, notes } = written.record as Columns;
    return {
      id: written.id,
      created: written.created,
      possible_duplicates: [...written.possibleDuplicates],
      name,
      title,
      email,
      account_id,
      notes,
      fields: written.record['payload'] as Record<string, unknown>,
      created_at: written.created_at,
      updated_at: written.updated_at,
    };
  },
});
