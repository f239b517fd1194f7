import { newId } from '../../db/ids.ts';
import { createMeeting, findMeeting, findNextSteps, lockMeeting, updateMeeting } from '../../db/statements/meetings.ts';
import { moveFacts } from '../../db/statements/records.ts';
import { notFound } from '../errors.ts';
import { factSentence } from '../facts/attributes.ts';
import { type Evidence, lookUp, type Quoted, withEvidence } from '../facts/evidence.ts';
import { factsOfText } from '../facts/text-facts.ts';
import { withdrawFacts } from '../facts/withdraw-facts.ts';
import type { Call, NewFact } from '../gate/call.ts';
import { fingerprintOf } from '../repeats/fingerprint.ts';
import { markingOf, takeOut, type Touched } from './peoples-values.ts';
import { proposeInstead } from './value-proposals.ts';

/** A meeting as it stands; `account_name` and `latest` where it was just written. */
export type Meeting = {
  id: string;
  account_id: string | null;
  account_name?: string | null;
  outcome: string;
  notes: string | null;
  next_step: string | null;
  occurred_at: string;
  /** No later meeting of the account has a next step. */
  latest?: boolean;
};

/** What is said of a meeting; what is left out stays. */
export type MeetingFields = {
  account_id?: string | undefined;
  outcome?: string | undefined;
  notes?: string | undefined;
  next_step?: string | undefined;
  occurred_at?: string | undefined;
};

type Options = {
  quoted?: readonly Quoted[] | undefined;
  /** The same looked up before. */
  evidence?: Evidence | undefined;
  /** The proposal that the facts come from. */
  sourceId?: string | undefined;
};

/** The facts that fields are kept as. */
const ATTRIBUTES = { outcome: 'meeting_outcome', notes: 'meeting_notes', next_step: 'next_step' } as const;

type Field = keyof typeof ATTRIBUTES;

const FIELDS = Object.keys(ATTRIBUTES) as Field[];

const given = (fields: MeetingFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const sortedOf = (fields: MeetingFields) => ({ columns: given(fields), meddpicc: {}, payload: {} });

const valuesOf = ({ account_id, outcome, notes, next_step, occurred_at }: MeetingFields) =>
  [account_id ?? null, outcome ?? null, notes ?? null, next_step ?? null, occurred_at ?? null] as const;

type Written = Meeting & { notes_before: string | null; account_before: string | null };

type Marking = ReturnType<typeof markingOf>;

async function update(call: Call, id: string, fields: MeetingFields, marking: Marking): Promise<Written | undefined> {
  const now = call.now.toISOString();
  const [row] = await call.query(updateMeeting, [call.workspaceId, id, ...valuesOf(fields), now, ...marking]);
  return row as Written | undefined;
}

/** Writes what is left beside a person's values, the meeting locked. @throws Fault not_found */
async function updateRest(call: Call, id: string | undefined, external_ref: string | undefined, fields: MeetingFields) {
  const json = JSON.stringify({ ...given(fields), external_ref });
  const [locked] = await call.query(lockMeeting, [call.workspaceId, id ?? null, json]);
  if (locked === undefined) throw notFound('meeting');
  const { record, incoming } = locked;
  const { left, touched } = takeOut(sortedOf(fields), record, incoming);
  const rest = left.columns as MeetingFields;
  const found = record['id'] as string;
  const isEmpty = Object.keys(rest).length === 0;
  const row = isEmpty ? undefined : await update(call, found, rest, [null, null, null]);
  return { row, rest, touched, meeting: row ?? (await readMeeting(call, found)) };
}

/**
 * Records a meeting, or changes the one named, as `createMeeting` and `updateMeeting` say. What a person set stays where the
 * workspace wants that: a key's other value for it becomes a proposal. @throws Fault not_found
 */
export async function writeMeeting(
  call: Call,
  { meeting_id, external_ref }: { meeting_id?: string | undefined; external_ref?: string | undefined },
  fields: MeetingFields,
  { quoted, evidence: found, sourceId }: Options = {},
): Promise<{ created: boolean; meeting: Meeting }> {
  const marking = markingOf(call, sortedOf(fields));
  const fresh = newId('meeting');
  let row: Written | undefined;
  if (meeting_id !== undefined) row = await update(call, meeting_id, fields, marking);
  else {
    const isNamed = external_ref !== undefined;
    const [made] = await call.query(createMeeting, [
      call.workspaceId,
      fresh,
      ...valuesOf(fields),
      isNamed ? null : fingerprint(call, fields),
      external_ref ?? null,
      call.now.toISOString(),
      marking[0],
      marking[2],
    ]);
    if (made!.id === null && !isNamed) return { created: false, meeting: await readMeeting(call, made!.kept_id) };
    if (made!.id !== null) row = made as unknown as Written;
  }
  let touched: readonly Touched[] = [];
  let written = fields;
  let meeting: Meeting | undefined = row;
  if (row === undefined) {
    if (marking[0] === null) throw notFound('meeting');
    ({ row, rest: written, touched, meeting } = await updateRest(call, meeting_id, external_ref, fields));
  }
  const sent = FIELDS.filter((field) => fields[field] !== undefined);
  const about = { accountId: (row ?? meeting)?.account_id };
  const evidence = found ?? (await lookUp(call, quoted, sent, about));
  if (row !== undefined) {
    const isMoved = row.id !== fresh && row.account_id !== row.account_before;
    // What names the account in its sentence is said again, of the account it is now.
    if (isMoved) written = { ...written, outcome: row.outcome, next_step: row.next_step ?? undefined };
    if (isMoved) await moveFactsOf(call, row);
    const notes = written.notes === row.notes_before ? undefined : written.notes;
    const byAttribute = new Map([...evidence].map(([field, quote]) => [ATTRIBUTES[field as Field], quote]));
    const facts = factsOfMeeting(row, { ...written, notes });
    const sourced = sourceId === undefined ? facts : facts.map((fact) => ({ ...fact, sourceId }));
    call.recordFact(...withEvidence(sourced, byAttribute));
  }
  const { id, account_id } = meeting!;
  if (touched.length > 0)
    await proposeInstead(call, [{ kind: 'meeting', id, accountId: account_id, touched }], evidence);
  return { created: meeting_id === undefined && id === fresh, meeting: answerOf(meeting!) };
}

/** What was said in a meeting goes with it to another account, which has another next step then. */
async function moveFactsOf(call: Call, { id, account_id: to, account_before: from }: Written): Promise<void> {
  await call.query(moveFacts, [call.workspaceId, id, to]);
  const steps = await call.query(findNextSteps, [call.workspaceId, id, from]);
  // By the call, not the meeting: a meeting that is restored brings back what was of it at the end.
  await withdrawFacts(
    call,
    call.requestId,
    steps.map((step) => step.id!),
  );
}

const answerOf = ({ id, account_id, outcome, notes, next_step, occurred_at }: Meeting): Meeting => ({
  id,
  account_id,
  outcome,
  notes,
  next_step,
  occurred_at,
});

async function readMeeting(call: Call, id: string): Promise<Meeting> {
  const [meeting] = await call.query(findMeeting, [call.workspaceId, id]);
  if (meeting === undefined) throw notFound('meeting');
  return meeting;
}

/**
 * Two meetings are the same with account, time and text. One sent without its time is compared by what was said and agreed;
 * a bare outcome may well be that of another meeting, if it comes on another day.
 */
function fingerprint(call: Call, { account_id, outcome, notes, next_step, occurred_at }: MeetingFields): string {
  const isBare = notes === undefined && next_step === undefined;
  const time = occurred_at ?? (isBare ? call.now.toISOString().slice(0, 10) : null);
  return fingerprintOf('meeting', account_id ?? null, time, outcome ?? null, notes ?? null, next_step ?? null);
}

/** The next step of the account's latest meeting is the account's; an older meeting's stays its own. */
function factsOfMeeting(meeting: Meeting, { outcome, notes, next_step }: MeetingFields): NewFact[] {
  const facts: NewFact[] = [];
  const accountId = meeting.account_id;
  const name = meeting.account_name ?? (accountId === null ? undefined : `the account ${accountId}`);
  const day = meeting.occurred_at.slice(0, 10);
  const ofMeeting = { accountId, subjectType: 'meeting', subjectId: meeting.id };
  if (outcome !== undefined) {
    facts.push({
      ...ofMeeting,
      attribute: 'meeting_outcome',
      value: outcome,
      sentence: factSentence('meeting_outcome', `${name ?? 'the meeting'} on ${day}`, outcome),
      single: true,
    });
  }
  if (next_step !== undefined) {
    const isLatest = accountId !== null && meeting.latest === true;
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
