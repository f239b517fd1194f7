import { idType } from '../../db/ids.ts';
import type { Entity } from '../../db/statements/records.ts';
import { decideValues, findValueVersion, lockValueProposals } from '../../db/statements/value-proposals.ts';
import { lockMeeting } from '../../db/statements/meetings.ts';
import { recordStatements } from '../../db/statements/records.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { type MeetingFields, writeMeeting } from './meetings.ts';
import { fieldOf, fieldsAt, type Path } from './peoples-values.ts';
import { sortTyped } from './panel-write.ts';
import { wantName } from './want-name.ts';
import type { ValueKind } from './value-proposals.ts';
import { doneBy } from './withdraw.ts';
import { writeRecord } from './write-record.ts';

/** What became of proposals: those a person had not seen the present value of are left as they are, and listed. */
export type DecidedValues = { record_id: string; decided: string[]; moved: string[] };

type Locked = { id: string; kind: string; record_id: string; state: string };

/** Locks proposals of one record. @throws Fault not_found, invalid_transition, invalid_input */
async function lockOpen(call: Call, ids: readonly string[]) {
  const rows = await call.query(lockValueProposals, [call.workspaceId, ids]);
  if (rows.length < new Set(ids).size) throw notFound('value proposal');
  const decided: Locked | undefined = rows.find(({ state }) => state !== 'proposed');
  if (decided !== undefined) {
    throw new Fault('invalid_transition', { message: `The proposal ${decided.id} was ${decided.state} before.` });
  }
  const record_id = rows[0]!.record_id;
  if (rows.some((row) => row.record_id !== record_id)) {
    throw invalidField('proposals', 'are of several records; decide about one record at a time');
  }
  return { rows, record_id, kind: rows[0]!.kind as ValueKind };
}

const lockRecord = (call: Call, kind: ValueKind, id: string) =>
  kind === 'meeting'
    ? call.query(lockMeeting, [call.workspaceId, id, '{}'])
    : call.query(recordStatements[kind].lock, [call.workspaceId, id, '{}']);

/**
 * Writes proposed values as the person's own, each a fact of theirs whose source is the proposal. One whose value has become
 * another than the person saw is not written.
 * @param proposals each with the `version` of the value that the person saw
 * @throws Fault not_found, invalid_transition
 */
export async function acceptValues(
  call: Call,
  proposals: readonly { proposal_id: string; version: string }[],
): Promise<DecidedValues> {
  const seen = new Map(proposals.map(({ proposal_id, version }) => [proposal_id, version]));
  const { rows, record_id, kind } = await lockOpen(call, [...seen.keys()]);
  const [record] = await lockRecord(call, kind, record_id);
  if (record === undefined) throw notFound(kind.replaceAll('_', ' '));
  const decided: string[] = [];
  const moved: string[] = [];
  for (const { id, path: place, proposed, evidence: quote } of rows) {
    const [now] = await call.query(findValueVersion, [call.workspaceId, id]);
    if (now?.version !== seen.get(id)) {
      moved.push(id);
      continue;
    }
    const path = JSON.parse(place) as Path;
    const evidence = quote === null ? new Map() : new Map([[fieldOf(path), quote]]);
    const fields = fieldsAt(path, proposed);
    const options = { sourceId: id, evidence };
    if (kind === 'meeting') {
      await writeMeeting(call, { meeting_id: record_id }, fields.columns as MeetingFields, options);
    } else await writeRecord(call, kind, record_id, fields, options);
    decided.push(id);
  }
  await decide(call, decided, 'accepted', null);
  return { record_id, decided, moved };
}

/** Leaves what stands there; the same value proposed again is answered with that. @throws Fault not_found, invalid_transition */
export async function declineValues(
  call: Call,
  ids: readonly string[],
  note: string | undefined,
): Promise<DecidedValues> {
  const { record_id } = await lockOpen(call, ids);
  await decide(call, ids, 'declined', note ?? null);
  return { record_id, decided: [...ids], moved: [] };
}

async function decide(call: Call, ids: readonly string[], state: 'accepted' | 'declined', note: string | null) {
  if (ids.length === 0) return;
  const by = JSON.stringify(doneBy(call));
  await call.query(decideValues, [call.workspaceId, ids, state, by, call.now.toISOString(), note]);
}

const KINDS = ['account', 'opp', 'contact', 'prospect', 'target_account', 'meeting'] as const satisfies ValueKind[];

const MEETING_FIELDS = ['outcome', 'notes', 'next_step', 'occurred_at'] as const;

/** Sets fields of a record as a person's own, by the names that `gtm_crm_write` has. @throws Fault not_found, invalid_input */
export async function setValues(call: Call, record_id: string, fields: Record<string, unknown>) {
  const kind = KINDS.find((each) => each === idType(record_id));
  if (kind === undefined) throw invalidField('record_id', `expected the id of a record: ${KINDS.join(', ')}`);
  if (kind === 'meeting') {
    const other = Object.entries(fields).find(
      ([name, value]) => typeof value !== 'string' || !(MEETING_FIELDS as readonly string[]).includes(name),
    );
    if (other !== undefined) {
      throw invalidField(`fields.${other[0]}`, `expected texts of the fields ${MEETING_FIELDS.join(', ')}`);
    }
    await writeMeeting(call, { meeting_id: record_id }, fields as MeetingFields);
  } else {
    const entity = kind as Entity;
    wantName(entity, await writeRecord(call, entity, record_id, sortTyped(entity, fields)));
  }
  return { record_id, fields: Object.keys(fields) };
}
