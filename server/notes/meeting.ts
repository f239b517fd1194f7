import { newId } from '../../db/ids.ts';
import { createMeeting, type MeetingRow, updateMeeting } from '../../db/statements/account-reads.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { factSentence } from '../facts/attributes.ts';
import { factsOfText } from '../facts/text-facts.ts';

export type MeetingInput = {
  outcome: string;
  meeting_id?: string | undefined;
  account_id?: string | undefined;
  notes?: string | undefined;
  next_step?: string | undefined;
  occurred_at?: string | undefined;
};

/** `mark_meeting_outcome`: records a meeting, or changes what came of the one named. @throws Fault not_found */
export async function markMeetingOutcome(call: Call, input: MeetingInput) {
  const { meeting_id, account_id, outcome, notes, next_step, occurred_at } = input;
  const created = meeting_id === undefined;
  const [meeting] = await call.query(created ? createMeeting : updateMeeting, [
    call.workspaceId,
    meeting_id ?? newId('meeting'),
    account_id ?? null,
    outcome,
    notes ?? null,
    next_step ?? null,
    occurred_at ?? (created ? call.now.toISOString() : null),
  ]);
  if (meeting === undefined) throw notFound('meeting');
  establishMeeting(call, input, meeting);
  return {
    meeting_id: meeting.id,
    created,
    account_id: meeting.account_id,
    outcome: meeting.outcome,
    notes: meeting.notes,
    next_step: meeting.next_step,
    occurred_at: meeting.occurred_at,
  };
}

/** The next step of the account's latest meeting is the account's; an older one's stays with its meeting. */
function establishMeeting(call: Call, { outcome, notes, next_step }: MeetingInput, meeting: MeetingRow): void {
  const accountId = meeting.account_id;
  const name = meeting.account_name ?? (accountId === null ? undefined : `the account ${accountId}`);
  const day = meeting.occurred_at.slice(0, 10);
  const ofMeeting = { accountId, subjectType: 'meeting', subjectId: meeting.id };
  call.recordFact({
    ...ofMeeting,
    attribute: 'meeting_outcome',
    value: outcome,
    sentence: factSentence('meeting_outcome', `${name === undefined ? '' : `${name} `}on ${day}`, outcome),
    single: true,
  });
  if (next_step !== undefined) {
    const standing = accountId !== null && meeting.latest;
    call.recordFact({
      ...(standing ? { accountId, subjectType: 'account', subjectId: accountId } : ofMeeting),
      attribute: 'next_step',
      value: next_step,
      sentence: factSentence(
        'next_step',
        standing ? name! : `the meeting ${name === undefined ? '' : `with ${name} `}on ${day}`,
        next_step,
      ),
      single: true,
    });
  }
  if (notes !== undefined) call.recordFact(...factsOfText({ ...ofMeeting, attribute: 'meeting_notes' }, notes));
}
