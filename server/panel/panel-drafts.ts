import { highestId, idType } from '../../db/ids.ts';
import { findFactsOfDraft } from '../../db/statements/panel-accounts.ts';
import {
  type DraftSurroundings,
  findDraftContent,
  findQueueWords,
  findSurroundings,
  listQueue,
  listQueueByAccount,
  listQueueByState,
} from '../../db/statements/panel-drafts.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { type ChannelName, CHANNELS, type Destination } from '../channels/channels.ts';
import { type DraftState, movesFrom } from '../drafts/draft-states.ts';
import { stageDraft } from '../drafts/drafts.ts';
import { listDrafts as readDrafts } from '../drafts/list-drafts.ts';

/** Characters of a body that the queue shows. */
const EXCERPT = 5_000;

export type QueueInput = {
  status?: DraftState | undefined;
  channel?: string | undefined;
  account_id?: string | undefined;
  assignee?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

/** The queue, newest first, narrowed by state, channel, account and assignee. @throws Fault invalid_input */
export async function listQueueOf(call: Call, input: QueueInput) {
  const { status, account_id: accountId, limit, cursor } = input;
  if (cursor !== undefined && idType(cursor) !== 'draft') throw invalidField('cursor', 'is not a next_cursor');
  const values = [
    call.workspaceId,
    cursor ?? highestId('draft'),
    limit + 1,
    call.principal.user.id,
    EXCERPT,
    input.channel ?? null,
    input.assignee ?? null,
  ] as const;
  const rows = await (accountId !== undefined
    ? call.query(listQueueByAccount, [...values, accountId, status ?? null])
    : status !== undefined
      ? call.query(listQueueByState, [...values, status])
      : call.query(listQueue, values));
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    moves: movesFrom(row.status),
  }));
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.draft_id : null };
}

/** Channels, assignees and accounts of the newest drafts, for the queue's filters. */
export async function queueWords(call: Call) {
  const [found] = await call.query(findQueueWords, [call.workspaceId]);
  return found!;
}

/** How a draft would be published, for its reviewer: by which channel, as whom, and what blocks it. */
function publishingOf(call: Call, channel: ChannelName, { connection }: DraftSurroundings, { config }: Services) {
  const common = { channel, channel_name: CHANNELS[channel].name };
  if (channel === 'manual') return { ...common, as: null, obstacle: null };
  if (channel === 'email') {
    const obstacle = config.SMTP_URL === undefined ? 'No mail server is configured; SMTP_URL names it.' : null;
    return { ...common, as: config.SMTP_FROM ?? call.principal.user.email, obstacle };
  }
  if (connection === null) return { ...common, as: null, obstacle: 'The channel is not connected.' };
  const ended = connection.expires_at !== null && Date.parse(connection.expires_at) <= call.now.getTime();
  const obstacle = ended ? 'The connection has expired; it is renewed when it can be, else connect it anew.' : null;
  return { ...common, as: connection.account_label, obstacle };
}

/**
 * A draft, whole, with its reviews and versions, related facts, and how it would be published. @throws Fault not_found
 */
export async function readDraft(call: Call, draftId: string, services: Services) {
  const { drafts } = await readDrafts(call, { draft_id: draftId, limit: 1 });
  const [draft] = drafts;
  const [around] = await call.query(findSurroundings, [call.workspaceId, draftId, call.principal.user.id]);
  if (draft === undefined || around === undefined) throw notFound('draft');
  const facts = await call.query(findFactsOfDraft, [call.workspaceId, draft.run_ref, draft.account_id, draftId]);
  const { connection: _connection, ...rest } = around;
  return { draft, ...rest, leaves: publishingOf(call, draft.channel as ChannelName, around, services), facts };
}

export type EditInput = {
  draft_id: string;
  version: number;
  title?: string | null | undefined;
  body?: string | undefined;
  destination?: Destination | null | undefined;
};

/** A new version of a draft; omitted fields stay. @throws Fault not_found, invalid_input, invalid_transition */
export async function editDraft(call: Call, { draft_id, version, ...edit }: EditInput) {
  const [present] = await call.query(findDraftContent, [call.workspaceId, draft_id]);
  if (present === undefined) throw notFound('draft');
  const { title, body, destination } = { ...present, ...definedOf(edit) };
  return stageDraft(call, {
    draft_id,
    version,
    channel: present.channel as ChannelName,
    title: title ?? undefined,
    body,
    destination: destination ?? undefined,
  });
}

const definedOf = <Part extends object>(part: Part) =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as {
    [key in keyof Part]: Exclude<Part[key], undefined>;
  };

/** The outcome of one of several decisions. */
export type Decided<Result> =
  | { draft_id: string; ok: true; result: Result }
  | { draft_id: string; ok: false; error: Refusal };

type Refusal = { code: string; message: string; hint?: string };

/** Decides several drafts, each by itself: one that changed meanwhile does not block the others. */
export async function decideEach<Input extends { draft_id: string }, Result>(
  inputs: readonly Input[],
  decide: (input: Input) => Promise<Result>,
  faultOf: (error: unknown) => Fault,
): Promise<Decided<Result>[]> {
  const decided: Decided<Result>[] = [];
  for (const input of inputs) {
    const { draft_id } = input;
    try {
      decided.push({ draft_id, ok: true, result: await decide(input) });
    } catch (error) {
      const { code, message, hint } = faultOf(error);
      decided.push({ draft_id, ok: false, error: { code, message, ...(hint === undefined ? {} : { hint }) } });
    }
  }
  return decided;
}
