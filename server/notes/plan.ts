import { newId } from '../../db/ids.ts';
import { appendToPlan, findPlanSection } from '../../db/statements/account-reads.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { factsOfText } from '../facts/text-facts.ts';

export type PlanInput = { account_id: string; section: string; content: string };

/** The most characters of a section that an append answers with. */
const MOST_ANSWERED = 20_000;

/** A section's name as it is kept, so that `Next steps` and `next_steps` are one. @throws Fault invalid_input */
function sectionName(given: string): string {
  const name = given
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  if (name === '') throw invalidField('section', 'expected a name with letters or digits, such as next_steps');
  return name;
}

/** `add_to_plan`: appends to a section of the account's plan, making both if need be. @throws Fault not_found */
export async function addToPlan(call: Call, { account_id, section: given, content }: PlanInput) {
  const section = sectionName(given);
  const planId = newId('plan');
  const entryId = newId('plan_entry');
  const [plan] = await call.query(appendToPlan, [call.workspaceId, planId, account_id, entryId, section, content]);
  // The plan's row is locked by now, so nobody can append between this entry and what is read here.
  const [held] = await call.query(findPlanSection, [call.workspaceId, plan!.id, section, MOST_ANSWERED]);
  const subject = { accountId: account_id, subjectType: 'plan', subjectId: plan!.id, attribute: section };
  call.recordFact(...factsOfText(subject, content));
  return {
    plan_id: plan!.id,
    plan_created: plan!.id === planId,
    entry_id: entryId,
    account_id,
    section,
    content: held!.content,
    complete: held!.complete,
    entries: held!.entries,
    sections: held!.sections,
    updated_at: plan!.updated_at,
  };
}
