import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { iso, statement } from '../../db/statement.ts';
import { notFound } from '../../server/errors.ts';
import { factSentence } from '../../server/facts/attributes.ts';
import { factsOfText } from '../../server/facts/text-facts.ts';
import type { Call } from '../../server/gate/call.ts';
import { id, line, nullableText, text, timestamp } from '../fields.ts';
import { tool } from '../tool.ts';

type MeetingRow = {
  id: string;
  account_id: string | null;
  account_name: string | null;
  outcome: string;
  notes: string | null;
  next_step: string | null;
  occurred_at: string;
  /** No later meeting of the account has a next step. */
  latest: boolean;
};

/** The account is locked, so that concurrent calls supersede its next step in order. */
const MEETING = `RETURNING m.id, m.account_id, m.outcome, m.notes, m.next_step, ${iso('m.occurred_at')} AS occurred_at,
  (SELECT a.name FROM accounts a WHERE a.workspace_id = m.workspace_id AND a.id = m.account_id FOR NO KEY UPDATE) AS account_name,
  NOT EXISTS (SELECT FROM meetings o WHERE o.workspace_id = m.workspace_id AND o.account_id = m.account_id
              AND o.occurred_at > m.occurred_at AND o.next_step IS NOT NULL) AS latest`;

/** `$1`: workspace, `$2`: new id, `$3`: account, `$4`: outcome, `$5`: notes, `$6`: next step, `$7`: when. */
const createMeeting = statement(
  'create_meeting',
  `INSERT INTO meetings AS m (workspace_id, id, account_id, outcome, notes, next_step, occurred_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7) ${MEETING}`,
);

/** As `createMeeting`, for an existing meeting; null leaves a field unchanged. */
const updateMeeting = statement(
  'update_meeting',
  `UPDATE meetings m
   SET account_id = COALESCE($3, m.account_id), outcome = $4, notes = COALESCE($5, m.notes),
       next_step = COALESCE($6, m.next_step), occurred_at = COALESCE($7, m.occurred_at), updated_at = now()
   WHERE m.workspace_id = $1 AND m.id = $2 ${MEETING}`,
);

export default tool({
  title: 'Mark the outcome of a meeting',
  description:
    'Records how a meeting went. Omit meeting_id for a meeting not recorded yet; with it, the outcome is replaced and so is whatever else you send. ' +
    'Use it after every customer meeting, with the next step agreed. It books and sends nothing.',
  scope: 'meeting.write',
  entitled: true,
  effect: 'write',
  input: z.object({
    outcome: line('advance, stall, lost, or the outcome in your words.'),
    meeting_id: id('meeting', 'The meeting to change; omit to record a new one.').optional(),
    account_id: id('account', 'The account met.').optional(),
    notes: text('What was said.').optional(),
    next_step: line('What was agreed to happen next.').optional(),
    occurred_at: timestamp('When it took place; now when omitted for a new meeting.').optional(),
  }),
  output: z.object({
    meeting_id: z.string().describe('The meeting.'),
    created: z.boolean().describe('Whether this call recorded it first.'),
    account_id: nullableText.describe('The account met.'),
    outcome: z.string().describe('How it went.'),
    notes: nullableText.describe('What was said.'),
    next_step: nullableText.describe('What was agreed to happen next.'),
    occurred_at: z.string().describe('When it took place.'),
  }),
  example: {
    input: {
      outcome: 'advance',
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      notes: 'Dana wants the security review first.',
      next_step: 'Send the security pack by Friday',
      occurred_at: '2026-03-01T14:00:00Z',
    },
    output: {
      meeting_id: 'mtg_01kaj6w6qk5x3v0c8m9n2p4r7t',
      created: true,
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      outcome: 'advance',
      notes: 'Dana wants the security review first.',
      next_step: 'Send the security pack by Friday',
      occurred_at: '2026-03-01T14:00:00.000Z',
    },
  },
  async handler(call, input) {
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
    recordMeeting(call, meeting, input);
    return {
      meeting_id: meeting.id,
      created,
      account_id: meeting.account_id,
      outcome: meeting.outcome,
      notes: meeting.notes,
      next_step: meeting.next_step,
      occurred_at: meeting.occurred_at,
    };
  },
});

type MeetingInput = { outcome: string; notes?: string | undefined; next_step?: string | undefined };

/** The next step of the account's latest meeting is the account's; an older meeting's stays its own. */
function recordMeeting(call: Call, meeting: MeetingRow, { outcome, notes, next_step }: MeetingInput): void {
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
    const isLatest = accountId !== null && meeting.latest;
    call.recordFact({
      ...(isLatest ? { accountId, subjectType: 'account', subjectId: accountId } : ofMeeting),
      attribute: 'next_step',
      value: next_step,
      sentence: factSentence(
        'next_step',
        isLatest ? name! : `the meeting ${name === undefined ? '' : `with ${name} `}on ${day}`,
        next_step,
      ),
      single: true,
    });
  }
  if (notes !== undefined) call.recordFact(...factsOfText({ ...ofMeeting, attribute: 'meeting_notes' }, notes));
}
