import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { iso, narrowed, statement } from '../../db/statement.ts';
import { invalidField } from '../../server/errors.ts';
import { factsOfText } from '../../server/facts/text-facts.ts';
import { id, label, text } from '../fields.ts';
import { tool } from '../tool.ts';

/** The most characters of a section that an append answers with. */
const MAX_ANSWERED = 20_000;

/** Appends to a plan, creating it if the account has none. `$1`: workspace, `$2`: new plan id, `$3`: account, `$4`: new entry id, `$5`: section, `$6`: content. */
const appendToPlan = statement(
  'append_to_plan',
  `WITH plan AS (
     INSERT INTO plans AS p (workspace_id, id, account_id) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id, account_id) DO UPDATE SET updated_at = now()
     RETURNING p.id, ${iso('p.updated_at')} AS updated_at
   ), entry AS (
     INSERT INTO plan_entries (workspace_id, id, plan_id, section, content) SELECT $1, $4, plan.id, $5, $6 FROM plan
   )
   SELECT * FROM plan`,
);

/** The newest `$4` characters of a section. `$1`: workspace, `$2`: plan, `$3`: section. */
const findPlanSection = statement(
  'find_plan_section',
  `SELECT right(content, $4::int) AS content, length(content) <= $4::int AND entries <= 50 AS complete, entries, sections
   FROM (
     SELECT (SELECT string_agg(content, E'\\n\\n' ORDER BY id) FROM (
               SELECT id, content FROM plan_entries WHERE workspace_id = $1 AND plan_id = $2 AND section = $3
               ORDER BY id DESC LIMIT 50) newest) AS content,
            (SELECT count(*)::int FROM plan_entries WHERE workspace_id = $1 AND plan_id = $2 AND section = $3) AS entries,
            (SELECT count(DISTINCT section)::int FROM plan_entries WHERE workspace_id = $1 AND plan_id = $2) AS sections
   ) held`,
  { row: narrowed<{ content: string; complete: boolean }>() },
);

export default tool({
  title: 'Add to an account plan',
  description:
    "Appends text to a section of the account's plan, making the plan and the section if they are not there. " +
    'Use it for what should happen or worries at an account over weeks: next_steps, risks, champion_notes. It never rewrites what stands.',
  scope: 'plan.write',
  entitled: true,
  effect: 'write',
  input: z.object({
    account_id: id('account', 'The account.'),
    section: label('Section, such as next_steps, risks or champion_notes; letter case and spaces do not matter.'),
    content: text('What to append; Markdown is fine.'),
  }),
  output: z.object({
    plan_id: z.string().describe('The plan.'),
    plan_created: z.boolean().describe('Whether this call made the plan.'),
    entry_id: z.string().describe('What was appended.'),
    account_id: z.string().describe('The account.'),
    section: z.string().describe('The section under its kept name.'),
    content: z
      .string()
      .describe('What the section says now, oldest first; the last 20,000 characters of its last 50 entries.'),
    complete: z.boolean().describe('Whether content is the whole section.'),
    entries: z.int().describe('Entries in the section.'),
    sections: z.int().describe('Sections in the plan.'),
    updated_at: z.string().describe('When.'),
  }),
  example: {
    input: {
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      section: 'next_steps',
      content: 'Send the security pack to Dana by Friday.',
    },
    output: {
      plan_id: 'plan_01kaj6w6qk5x3v0c8m9n2p4r7t',
      plan_created: false,
      entry_id: 'pen_01kaj6w6qk5x3v0c8m9n2p4r7t',
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      section: 'next_steps',
      content: 'Book the technical review.\n\nSend the security pack to Dana by Friday.',
      complete: true,
      entries: 2,
      sections: 3,
      updated_at: '2026-03-02T09:30:00.000Z',
    },
  },
  async handler(call, { account_id, section: given, content }) {
    const section = sectionName(given);
    const planId = newId('plan');
    const entryId = newId('plan_entry');
    const [plan] = await call.query(appendToPlan, [call.workspaceId, planId, account_id, entryId, section, content]);
    // The plan's row is locked by now, so no other call can append between this entry and the read here.
    const [held] = await call.query(findPlanSection, [call.workspaceId, plan!.id, section, MAX_ANSWERED]);
    const subject = { accountId: account_id, subjectType: 'plan', subjectId: plan!.id, attribute: section };
    call.recordFact(...factsOfText(subject, content));
    return {
      plan_id: plan!.id,
      plan_created: plan!.id === planId,
      entry_id: entryId,
      account_id,
      section,
      ...held!,
      updated_at: plan!.updated_at,
    };
  },
});

/** The stored form of a section's name, so that `Next steps` and `next_steps` are one. @throws Fault invalid_input */
function sectionName(given: string): string {
  const name = given
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('_');
  if (name === '') throw invalidField('section', 'expected a name with letters or digits, such as next_steps');
  return name;
}
