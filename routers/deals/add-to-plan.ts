import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { seenAs } from '../../db/statements/repeats.ts';
import { iso, narrowed, statement } from '../../db/statement.ts';
import { invalidField } from '../../server/errors.ts';
import { factsOfText } from '../../server/facts/text-facts.ts';
import { fingerprintOf } from '../../server/repeats/fingerprint.ts';
import { externalRef, id, label, meaningfulText, unsaid } from '../fields.ts';
import { tool } from '../tool.ts';

/** The most characters of a section that an append answers with. */
const MAX_ANSWERED = 20_000;

/** Facts that were read from an entry, by their index, which has all texts but captures: no join with all facts of a workspace. */
const factsOfEntry = (attribute: string) =>
  `SELECT ctid FROM facts WHERE workspace_id = $1 AND subject_id = present.plan_id AND NOT single AND attribute ${attribute}
     AND attribute = present.section AND superseded_at IS NULL AND at = present.written_at`;

/**
 * Appends to a plan, creating it if the account has none; a section that is there under another spelling is that one.
 * What was appended there within 7 days is not again (`$7`: its fingerprint, or null); what has the external_ref (`$8`)
 * is replaced, and the facts read from it are superseded. A fact has the time at which its entry was written. `$1`:
 * workspace, `$2`: new plan id, `$3`: account, `$4`: new entry id, `$5`: section, `$6`: content, `$9`: now.
 */
const appendToPlan = statement(
  'append_to_plan',
  `WITH ${seenAs('$1', '$7', '$4', '$9')}, plan AS (
     INSERT INTO plans AS p (workspace_id, id, account_id) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id, account_id) DO UPDATE SET
       updated_at = CASE WHEN (SELECT record_id FROM seen) = $4 THEN now() ELSE p.updated_at END
     RETURNING p.id, ${iso('p.updated_at')} AS updated_at
   ), present AS (
     SELECT id, plan_id, section, COALESCE(updated_at, created_at) AS written_at FROM plan_entries
     WHERE workspace_id = $1 AND external_ref = $8 FOR UPDATE
   ), named AS (
     SELECT plan.id AS plan_id, COALESCE(
       (SELECT section FROM plan_sections WHERE workspace_id = $1 AND plan_id = plan.id AND section = $5),
       (SELECT min(section) FROM plan_sections
        WHERE workspace_id = $1 AND plan_id = plan.id AND replace(section, '_', '') = replace($5, '_', '')),
       $5) AS section
     FROM plan
   ), entry AS (
     INSERT INTO plan_entries AS e (workspace_id, id, plan_id, section, content, external_ref, created_at)
     SELECT $1, $4, named.plan_id, named.section, $6, $8, $9::timestamptz FROM named, seen, (SELECT count(*) FROM present) read_before
     WHERE seen.record_id = $4
     ON CONFLICT (workspace_id, external_ref) WHERE external_ref IS NOT NULL AND withdrawn_at IS NULL DO UPDATE SET
       plan_id = EXCLUDED.plan_id, section = EXCLUDED.section, content = EXCLUDED.content,
       updated_at = CASE WHEN (e.plan_id, e.section, e.content) = (EXCLUDED.plan_id, EXCLUDED.section, EXCLUDED.content)
                         THEN e.updated_at ELSE EXCLUDED.created_at END
     RETURNING e.id, e.updated_at
   ), superseded AS (
     UPDATE facts SET superseded_at = $9::timestamptz WHERE $8::text IS NOT NULL AND ctid = ANY (ARRAY(
       SELECT f.ctid FROM present CROSS JOIN LATERAL (
         ${factsOfEntry("<> 'capture'")} UNION ALL ${factsOfEntry("= 'capture' AND present.section = 'capture'")}
       ) f WHERE (SELECT updated_at FROM entry) = $9::timestamptz
     ))
   )
   SELECT plan.*, named.section, COALESCE(entry.id, seen.record_id) AS entry_id,
          entry.id IS NOT NULL AND (entry.id = $4 OR COALESCE(entry.updated_at = $9::timestamptz, false)) AS is_new_text
   FROM plan, named, seen LEFT JOIN entry ON true`,
  { row: narrowed<{ section: string; entry_id: string; is_new_text: boolean }>() },
);

/** The newest `$4` characters of a section. `$1`: workspace, `$2`: plan, `$3`: section. */
const findPlanSection = statement(
  'find_plan_section',
  `WITH held AS MATERIALIZED (
     SELECT (SELECT string_agg(content, E'\\n\\n' ORDER BY id) FROM (
               SELECT id, content FROM plan_entries WHERE workspace_id = $1 AND plan_id = $2 AND section = $3
               ORDER BY id DESC LIMIT 50) newest) AS content,
            COALESCE((SELECT entries FROM plan_sections WHERE workspace_id = $1 AND plan_id = $2 AND section = $3), 0) AS entries,
            (SELECT count(*)::int FROM plan_sections WHERE workspace_id = $1 AND plan_id = $2) AS sections
   )
   SELECT right(content, $4::int) AS content, length(content) <= $4::int AND entries <= 50 AS complete, entries, sections
   FROM held`,
  { row: narrowed<{ content: string; complete: boolean }>() },
);

export default tool({
  title: 'Add to an account plan',
  description:
    "Appends to a section of the account's plan, made if missing: what should happen or worries there over weeks. What stands is rewritten by its external_ref only.",
  scope: 'plan.write',
  entitled: true,
  effect: 'write',
  sameAnswers: 'within 7 days',
  input: z.object({
    account_id: id('account', unsaid('The account.')),
    section: label('Such as next_steps, risks or champion_notes.'),
    content: meaningfulText(unsaid('What to append; Markdown is fine.')),
    external_ref: externalRef,
  }),
  output: z.object({
    plan_id: z.string().describe('The plan.'),
    plan_created: z.boolean().describe('Whether this call made the plan.'),
    entry_id: z.string().describe('The entry.'),
    created: z.boolean().describe('False: the same was appended within 7 days, or its external_ref was there.'),
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
      created: true,
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      section: 'next_steps',
      content: 'Book the technical review.\n\nSend the security pack to Dana by Friday.',
      complete: true,
      entries: 2,
      sections: 3,
      updated_at: '2026-03-02T09:30:00.000Z',
    },
  },
  async handler(call, { account_id, section: given, content, external_ref }) {
    const named = sectionName(given);
    const planId = newId('plan');
    const entryId = newId('plan_entry');
    const fingerprint = fingerprintOf('plan_entry', account_id, named.replaceAll('_', ''), content);
    const [plan] = await call.query(appendToPlan, [
      call.workspaceId,
      planId,
      account_id,
      entryId,
      named,
      content,
      external_ref === undefined ? fingerprint : null,
      external_ref ?? null,
      call.now.toISOString(),
    ]);
    const { section, entry_id, is_new_text } = plan!;
    if (section !== given) call.warn('section', `kept in the section ${section}`);
    // The plan's row is locked by now, so no other call can append between this entry and the read here.
    const [held] = await call.query(findPlanSection, [call.workspaceId, plan!.id, section, MAX_ANSWERED]);
    const subject = { accountId: account_id, subjectType: 'plan', subjectId: plan!.id, attribute: section };
    if (is_new_text) call.recordFact(...factsOfText({ ...subject, sourceId: entry_id! }, content));
    return {
      plan_id: plan!.id,
      plan_created: plan!.id === planId,
      entry_id,
      created: entry_id === entryId,
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
