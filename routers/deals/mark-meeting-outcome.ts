import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { seenAs } from '../../db/statements/repeats.ts';
import { iso, narrowed, statement } from '../../db/statement.ts';
import { invalidField, notFound } from '../../server/errors.ts';
import { factSentence } from '../../server/facts/attributes.ts';
import { lookUp, withEvidence } from '../../server/facts/evidence.ts';
import { factsOfText } from '../../server/facts/text-facts.ts';
import type { Call, NewFact } from '../../server/gate/call.ts';
import { fingerprintOf } from '../../server/repeats/fingerprint.ts';
import {
  externalRef,
  id,
  line,
  nullableText,
  quotedEvidence,
  timestamp,
  toldLine,
  toldText,
  unsaid,
} from '../fields.ts';
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

/** Other notes take the place of those that the meeting in `present` has: what was read from them goes. */
const superseding = (workspace: string, notes: string, now: string) => `superseded AS (
     UPDATE facts f SET superseded_at = ${now}::timestamptz FROM present
     WHERE f.workspace_id = ${workspace} AND f.subject_id = present.id AND f.attribute = 'meeting_notes'
       AND f.superseded_at IS NULL AND present.notes <> ${notes}::text
   )`;

/**
 * Records a meeting, unless the same was within 7 days (`$8`: its fingerprint, or null); one that has the external_ref
 * (`$9`) is changed as by `updateMeeting`. `$1`: workspace, `$2`: new id, `$3`: account, `$4`: outcome, `$5`: notes, `$6`:
 * next step, `$7`: when, or null, `$10`: now. One row, without a meeting where the same was recorded.
 */
const createMeeting = statement(
  'create_meeting',
  `WITH ${seenAs('$1', '$8', '$2', '$10')}, present AS (
     SELECT id, notes FROM meetings WHERE workspace_id = $1 AND external_ref = $9 FOR UPDATE
   ), ${superseding('$1', '$5', '$10')}, made AS (
     INSERT INTO meetings AS m (workspace_id, id, account_id, outcome, notes, next_step, occurred_at, external_ref)
     SELECT $1, $2, $3, $4, $5, $6, COALESCE($7::timestamptz, $10::timestamptz), $9
     FROM seen, (SELECT count(*) FROM present) read_before WHERE seen.record_id = $2
     ON CONFLICT (workspace_id, external_ref) WHERE external_ref IS NOT NULL AND withdrawn_at IS NULL DO UPDATE SET
       account_id = COALESCE($3, m.account_id), outcome = $4, notes = COALESCE($5, m.notes),
       next_step = COALESCE($6, m.next_step), occurred_at = COALESCE($7::timestamptz, m.occurred_at), updated_at = now()
     ${MEETING}
   )
   SELECT seen.record_id AS kept_id, (SELECT notes FROM present) AS notes_before, made.* FROM seen LEFT JOIN made ON true`,
  { row: narrowed<{ kept_id: string }>() },
);

/** As `createMeeting`, for an existing meeting; null leaves a field unchanged. `$8`: now. */
const updateMeeting = statement(
  'update_meeting',
  `WITH present AS (
     SELECT id, notes FROM meetings WHERE workspace_id = $1 AND id = $2 FOR UPDATE
   ), ${superseding('$1', '$5', '$8')}
   UPDATE meetings m
   SET account_id = COALESCE($3, m.account_id), outcome = $4, notes = COALESCE($5, m.notes),
       next_step = COALESCE($6, m.next_step), occurred_at = COALESCE($7::timestamptz, m.occurred_at), updated_at = now()
   FROM present WHERE m.workspace_id = $1 AND m.id = present.id ${MEETING}, present.notes AS notes_before`,
);

/** `$1`: workspace, `$2`: meeting. */
const findMeeting = statement(
  'find_meeting',
  `SELECT id, account_id, outcome, notes, next_step, ${iso('occurred_at')} AS occurred_at FROM meetings
   WHERE workspace_id = $1 AND id = $2`,
);

/** How far a caller's clock may be ahead. */
const CLOCK_SKEW_MS = 5 * 60_000;

export default tool({
  title: 'Mark the outcome of a meeting',
  description:
    'Records how a customer meeting went; with meeting_id, what you send replaces what was recorded. It books and sends nothing.',
  scope: 'meeting.write',
  entitled: true,
  effect: 'write',
  overwrites: true,
  input: z.object({
    outcome: line('advance, stall, lost, or the outcome in your words.'),
    meeting_id: id('meeting', 'Omit for a new one.').optional(),
    account_id: id('account', unsaid('The account met.')).optional(),
    notes: toldText(unsaid('What was said.')).optional(),
    next_step: toldLine(unsaid('What was agreed to happen next.')).optional(),
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
    const { meeting_id, account_id, outcome, notes, next_step, occurred_at, external_ref } = input;
    if (occurred_at !== undefined && Date.parse(occurred_at) > call.now.getTime() + CLOCK_SKEW_MS) {
      throw invalidField('occurred_at', 'is in the future: a meeting has an outcome once it took place');
    }
    const id = meeting_id ?? newId('meeting');
    const now = call.now.toISOString();
    const fields = [account_id ?? null, outcome, notes ?? null, next_step ?? null, occurred_at ?? null] as const;
    const [found] =
      meeting_id === undefined
        ? await call.query(createMeeting, [
            call.workspaceId,
            id,
            ...fields,
            external_ref === undefined ? fingerprint(call, input) : null,
            external_ref ?? null,
            now,
          ])
        : await call.query(updateMeeting, [call.workspaceId, id, ...fields, now]);
    if (found === undefined) throw notFound('meeting');
    if (found.id === null)
      return { created: false, ...(await readMeeting(call, (found as { kept_id: string }).kept_id)) };
    const { notes_before, ...meeting } = found as MeetingRow & { notes_before: string | null };
    const told = { outcome, next_step, notes: notes === notes_before ? undefined : notes };
    const evidence = await lookUp(
      call,
      input.evidence,
      FIELDS.filter((field) => input[field] !== undefined),
    );
    const byAttribute = new Map([...evidence].map(([field, found]) => [ATTRIBUTES[field as Field], found]));
    call.recordFact(...withEvidence(factsOfMeeting(meeting, told), byAttribute));
    return { created: meeting_id === undefined && meeting.id === id, ...answerOf(meeting) };
  },
});

/** The facts that fields are kept as. */
const ATTRIBUTES = { outcome: 'meeting_outcome', notes: 'meeting_notes', next_step: 'next_step' } as const;

type Field = keyof typeof ATTRIBUTES;

const FIELDS = Object.keys(ATTRIBUTES) as Field[];

type Meeting = Omit<MeetingRow, 'account_name' | 'latest'>;

const answerOf = ({ id, account_id, outcome, notes, next_step, occurred_at }: Meeting) => ({
  meeting_id: id,
  account_id,
  outcome,
  notes,
  next_step,
  occurred_at,
});

async function readMeeting(call: Call, id: string) {
  const [meeting] = await call.query(findMeeting, [call.workspaceId, id]);
  if (meeting === undefined) throw notFound('meeting');
  return answerOf(meeting as Meeting);
}

/**
 * Two meetings are the same with account, time and text. One sent without its time is compared by what was said and agreed;
 * a bare outcome may well be that of another meeting, if it comes on another day.
 */
function fingerprint(call: Call, { account_id, outcome, notes, next_step, occurred_at }: MeetingInput): string {
  const isBare = notes === undefined && next_step === undefined;
  const time = occurred_at ?? (isBare ? call.now.toISOString().slice(0, 10) : null);
  return fingerprintOf('meeting', account_id ?? null, time, outcome, notes ?? null, next_step ?? null);
}

type MeetingInput = {
  account_id?: string | undefined;
  outcome: string;
  notes?: string | undefined;
  next_step?: string | undefined;
  occurred_at?: string | undefined;
};

/** The next step of the account's latest meeting is the account's; an older meeting's stays its own. */
function factsOfMeeting(meeting: MeetingRow, { outcome, notes, next_step }: Pick<MeetingInput, Field>): NewFact[] {
  const facts: NewFact[] = [];
  const accountId = meeting.account_id;
  const name = meeting.account_name ?? (accountId === null ? undefined : `the account ${accountId}`);
  const day = meeting.occurred_at.slice(0, 10);
  const ofMeeting = { accountId, subjectType: 'meeting', subjectId: meeting.id };
  facts.push({
    ...ofMeeting,
    attribute: 'meeting_outcome',
    value: outcome,
    sentence: factSentence('meeting_outcome', `${name === undefined ? '' : `${name} `}on ${day}`, outcome),
    single: true,
  });
  if (next_step !== undefined) {
    const isLatest = accountId !== null && meeting.latest;
    facts.push({
      ...(isLatest ? { accountId, subjectType: 'account', subjectId: accountId } : ofMeeting),
      sourceId: meeting.id,
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
  if (notes !== undefined) facts.push(...factsOfText({ ...ofMeeting, attribute: 'meeting_notes' }, notes));
  return facts;
}
