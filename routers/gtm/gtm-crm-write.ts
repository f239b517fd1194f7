import { z } from 'zod';
import type { IdType } from '../../db/ids.ts';
import { ENTITIES, type Entity } from '../../server/records/kinds.ts';
import { Fault, invalidField } from '../../server/errors.ts';
import type { Call } from '../../server/gate/call.ts';
import { idProblem } from '../../server/id-problem.ts';
import { fieldFor } from '../../server/records/fact-names.ts';
import { promoteTarget } from '../../server/records/promote.ts';
import { type SortedFacts, sortFacts, typedFields, typedNames } from '../../server/records/sort-facts.ts';
import { wantName } from '../../server/records/want-name.ts';
import { type Written, writeRecord } from '../../server/records/write-record.ts';
import { AS_NAMED, id, onMatch, openObject, possibleDuplicates, quotedEvidence } from '../fields.ts';
import { tool } from '../tool.ts';

/** Every typed fact sent beside `facts` is meant in it. */
const IN_FACTS = Object.fromEntries(
  ENTITIES.flatMap((entity) => [...typedNames(entity), 'meddpicc'].map((name) => [name, `facts.${name}`])),
);

/** The fields of any kind, and those of each, in JSON Schema. */
const TYPED = {
  properties: { name: { type: 'string' }, external_ref: { type: 'string' } },
  anyOf: ENTITIES.map((entity) => {
    const { name: _name, external_ref: _ref, ...own } = typedFields(entity);
    return { title: entity, properties: own };
  }),
};

/** What facts were sorted into when the input was checked. */
const sorted = new WeakMap<object, SortedFacts>();

export default tool({
  title: 'Write a CRM record',
  description:
    'Creates a record (it wants a name) or merges facts into it: objects merge, arrays and values replace, null removes a key. ' +
    'With facts.external_ref (the id in another system) it merges into the record that has it, so imports can run twice.',
  scope: 'prospect.write',
  entitled: true,
  effect: 'write',
  overwrites: true,
  proposes: true,
  synonyms: IN_FACTS,
  input: z
    .object({
      entity: z.enum(ENTITIES).describe(AS_NAMED),
      id: z.string().max(64).optional().describe('The record to merge into, an id of that kind. Omit to create.'),
      target_account_id: id('target_account', 'With entity account: the target account to make it of.').optional(),
      on_match: onMatch,
      facts: openObject('What to record; names without a field are kept as free facts.').meta(TYPED).default({}),
      evidence: quotedEvidence,
    })
    .superRefine((input, ctx) => {
      const { entity, id, target_account_id, facts } = input;
      const refuse = (path: string, message: string) =>
        ctx.addIssue({ code: 'custom', path: path.split('.'), message });
      const message = id === undefined ? undefined : idProblem(entity, id);
      if (message !== undefined) refuse('id', message);
      if (target_account_id !== undefined && entity !== 'account') {
        refuse('target_account_id', 'only an account is made from a target account: send entity account');
      }
      if (Object.keys(facts).length === 0 && target_account_id === undefined) {
        refuse('facts', 'expected at least one fact');
        return;
      }
      try {
        sorted.set(facts, sortFacts(entity, facts));
      } catch (error) {
        if (!(error instanceof Fault) || error.issues === undefined) throw error;
        for (const { path, message } of error.issues) refuse(path, message);
      }
    }),
  ids: {
    id: ({ entity }) => entity as IdType,
    'facts.account_id': () => 'account',
    'facts.accountId': () => 'account',
  },
  output: z.object({
    entity: z.string().describe('As given.'),
    id: z.string().describe('The record.'),
    created: z.boolean().describe('False when the facts were merged into a record that was there.'),
    possible_duplicates: possibleDuplicates,
    account_id: z.string().nullable().describe('The account it belongs to, or is.'),
    written: z.array(z.string()).describe('The fields of the record set.'),
    kept_as_facts: z.array(z.string()).describe('Names without a field, kept as free facts.'),
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
      possible_duplicates: [],
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      written: ['account_id', 'name', 'stage', 'amount', 'close_date'],
      kept_as_facts: ['region'],
      removed: [],
      updated_at: '2026-03-02T09:30:00.000Z',
    },
  },
  async handler(call, { entity, id, target_account_id, on_match, facts, evidence }) {
    const sortedFacts = sorted.get(facts) ?? sortFacts(entity, facts);
    if (entity === 'opp' && id === undefined && sortedFacts.columns['account_id'] === undefined) {
      throw invalidField('facts.account_id', 'creating an opp needs the account it belongs to');
    }
    const written =
      target_account_id === undefined
        ? await writeRecord(call, entity, id, sortedFacts, { onMatch: on_match, quoted: evidence })
        : await promoteTarget(call, target_account_id, id, sortedFacts, { onMatch: on_match, quoted: evidence });
    wantName(entity, written);
    const { payload } = written.fields;
    const fields = { ...written.fields.columns, ...written.fields.meddpicc };
    warnOfNames(call, entity, sortedFacts);
    warnOfRounding(call, written);
    return {
      entity,
      id: written.id,
      created: written.created,
      possible_duplicates: [...written.possibleDuplicates],
      account_id: entity === 'account' ? written.id : ((written.record['account_id'] as string | null) ?? null),
      written: namesOf(fields, (value) => value !== null),
      kept_as_facts: namesOf(payload, (value) => value !== null),
      removed: namesOf({ ...fields, ...payload }, (value) => value === null),
      updated_at: written.updated_at,
    };
  },
});

const namesOf = (facts: Record<string, unknown>, which: (value: unknown) => boolean) =>
  Object.keys(facts).filter((name) => which(facts[name]));

/** Says which names were taken as a field, and which free facts a field could hold. */
function warnOfNames(call: Call, entity: Entity, { taken = [], payload }: SortedFacts): void {
  for (const { sent, as } of taken) call.warn(`facts.${sent}`, `taken as facts.${as}`);
  const names = typedNames(entity);
  for (const fact of Object.keys(payload)) {
    const field = fieldFor(fact, names);
    if (field === undefined) continue;
    const what = field === 'account_id' ? `${field}, the account's id: find_records tells it` : field;
    call.warn(`facts.${fact}`, `kept as a free fact; the field for it is ${what}`);
  }
}

/** Says where more decimals of an amount were sent than a deal keeps. */
function warnOfRounding(call: Call, { fields, record }: Written): void {
  const { amount } = fields.columns;
  const kept = Number(record['amount']);
  if (typeof amount === 'number' && kept !== amount) call.warn('facts.amount', `kept with two decimals, as ${kept}`);
}
