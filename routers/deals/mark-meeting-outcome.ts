import { z } from 'zod';
import { invalidField } from '../../server/errors.ts';
import { writeMeeting } from '../../server/records/meetings.ts';
import {
  externalRef,
  id,
  line,
  nullableText,
  quotedEvidence,
  timestamp,
  meaningfulLine,
  meaningfulText,
  unsaid,
} from '../fields.ts';
import { tool } from '../tool.ts';

/** How far a caller's clock may be ahead. */
const CLOCK_SKEW_MS = 5 * 60_000;

export default tool({
  title: 'Mark the outcome of a meeting',
  description:
    'Records how a customer meeting went; with meeting_id, what you send replaces what was recorded. It books and sends nothing.',
  scope: 'meeting.write',
  entitled: true,
  effect: 'write',
  sameAnswers: 'within 7 days',
  overwrites: true,
  proposes: true,
  input: z.object({
    outcome: line('advance, stall, lost, or the outcome in your words.'),
    meeting_id: id('meeting', 'Omit for a new one.').optional(),
    account_id: id('account', unsaid('The account met.')).optional(),
    notes: meaningfulText(unsaid('What was said.')).optional(),
    next_step: meaningfulLine(unsaid('What was agreed to happen next.')).optional(),
    occurred_at: timestamp('When it took place; now when omitted.').optional(),
    external_ref: externalRef,
    evidence: quotedEvidence,
  }),
  output: z.object({
    meeting_id: z.string().describe('The meeting.'),
    created: z.boolean().describe('False: it was there, or the same was recorded within 7 days.'),
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
    const { meeting_id, account_id, outcome, notes, next_step, occurred_at, external_ref, evidence } = input;
    if (occurred_at !== undefined && Date.parse(occurred_at) > call.now.getTime() + CLOCK_SKEW_MS) {
      throw invalidField('occurred_at', 'is in the future: a meeting has an outcome once it took place');
    }
    const fields = { account_id, outcome, notes, next_step, occurred_at };
    const { created, meeting } = await writeMeeting(call, { meeting_id, external_ref }, fields, { quoted: evidence });
    const { id, account_name: _name, latest: _latest, ...answer } = meeting;
    return { created, meeting_id: id, ...answer };
  },
});
