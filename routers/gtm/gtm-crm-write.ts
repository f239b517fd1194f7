import { z } from 'zod';
import { invalidField } from '../../server/errors.ts';
import { sortFacts } from '../../server/records/sort-facts.ts';
import { writeRecord } from '../../server/records/write-record.ts';
import { idProblem, openObject } from '../fields.ts';
import { tool } from '../tool.ts';

export default tool({
  title: 'Write a CRM record',
  description:
    'Creates a record or merges facts into it: objects merge, arrays and values replace, null removes a key. ' +
    'With facts.external_ref (the id in another system) it merges into the record that has it, so imports can run twice. ' +
    'Read an account first to learn ids. It stores nothing anywhere else.',
  scope: 'prospect.write',
  entitled: true,
  effect: 'write',
  input: z
    .object({
      entity: z.enum(['prospect', 'account', 'target_account', 'opp', 'contact']).describe('The kind of record.'),
      id: z.string().max(64).optional().describe('The record to merge into, an id of that kind. Omit to create.'),
      facts: openObject(
        'What to record, by name. Typed: name, domain, industry, employee_count, tier (account, at creation only); ' +
          'account_id (needed to create an opp), name, stage, amount, currency, close_date, owner, meddpicc (opp); ' +
          'account_id, name, title, email, and phone, linkedin (contact) or notes (prospect); ' +
          'list_name, domain, name, industry, employee_count (target_account). Any other name is kept as given.',
      ).refine((facts) => Object.keys(facts).length > 0, 'expected at least one fact'),
    })
    .superRefine(({ entity, id }, ctx) => {
      const message = id === undefined ? undefined : idProblem(entity, id);
      if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['id'], message });
    }),
  output: z.object({
    entity: z.string().describe('As given.'),
    id: z.string().describe('The record.'),
    created: z.boolean().describe('False when the facts were merged into a record that was there.'),
    account_id: z.string().nullable().describe('The account it belongs to, or is.'),
    written: z.array(z.string()).describe('The facts set.'),
    removed: z.array(z.string()).describe('The facts removed.'),
    updated_at: z.string().describe('When.'),
  }),
  example: {
    input: {
      entity: 'opp',
      facts: {
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        name: 'Acme renewal',
        stage: 'Proposal',
        amount: 48_000,
        close_date: '2026-06-30',
        region: 'EMEA',
      },
    },
    output: {
      entity: 'opp',
      id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
      created: true,
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      written: ['account_id', 'name', 'stage', 'amount', 'close_date', 'region'],
      removed: [],
      updated_at: '2026-03-02T09:30:00.000Z',
    },
  },
  async handler(call, { entity, id, facts }) {
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
  },
});
