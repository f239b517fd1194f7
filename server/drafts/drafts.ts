import type { Config } from '../config.ts';
import { newId } from '../../db/ids.ts';
import {
  type Approval,
  type ChangedDraft,
  type DraftStanding,
  editDraft,
  findDraftStanding,
  reviewDraft as reviewDraftStatement,
  stageDraft as stageDraftStatement,
  type StagedDraft,
} from '../../db/statements/drafts.ts';
import { DAY_MS } from '../day.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { emit } from '../webhooks/events.ts';
import { type ChannelName, checkContent, type Destination } from '../channels/channels.ts';
import { AFTER_EDIT, type DraftState, movesFrom, type Review, REVIEWS } from './draft-states.ts';
import { fingerprintOf } from '../repeats/fingerprint.ts';
import { publishing, releasing } from './queues.ts';
import { statusFact } from './status-fact.ts';

/** How far ahead a draft may be scheduled, in days. */
const MAX_AHEAD_DAYS = 366;

export type StageInput = {
  draft_id?: string | undefined;
  version?: number | undefined;
  channel: ChannelName;
  title?: string | undefined;
  body: string;
  destination?: Destination | undefined;
  product?: string | undefined;
  skill?: string | undefined;
  account_id?: string | undefined;
  account_ref?: string | undefined;
  assignee?: string | undefined;
};

/**
 * Puts a new draft, or a new version of an existing one, into the review queue: an approval holds for its version only.
 * @throws Fault invalid_input, not_found, invalid_transition (decisions 12)
 */
export async function stageDraft(call: Call, input: StageInput) {
  checkContent(input.channel, input);
  const draft =
    input.draft_id === undefined ? await stageNew(call, input) : { ...(await stageEdit(call, input)), created: false };
  if (input.draft_id !== undefined || draft.created) call.recordFact(statusFact(draft));
  const { draft_id, created, status, version, channel, updated_at } = draft;
  return { draft_id, created, status, version, channel, updated_at };
}

/**
 * Stages the draft of a play, unless one of the same play is pending: then that one is answered, as it stands now.
 * @param playKey what makes two plays the same
 * @throws Fault invalid_input, not_found
 */
export async function stagePlayDraft(call: Call, input: StageInput, playKey: string): Promise<StagedDraft> {
  checkContent(input.channel, input);
  const draft = await stageNew(call, input, playKey);
  if (draft.created) call.recordFact(statusFact(draft));
  return draft;
}

async function stageNew(call: Call, input: StageInput, playKey?: string): Promise<StagedDraft> {
  if (input.version !== undefined) {
    throw invalidField('version', 'belongs to an edit: give draft_id with it, or leave it out to stage a new draft');
  }
  const [draft] = await call.query(stageDraftStatement, [
    call.workspaceId,
    newId('draft'),
    input.channel,
    ...contentOf(input),
    input.product ?? null,
    input.skill ?? null,
    input.account_id ?? null,
    input.account_ref ?? null,
    call.runRef,
    call.principal.keyId,
    call.principal.user.id,
    call.now.toISOString(),
    input.assignee ?? null,
    playKey ?? sameDraft(call, input),
  ]);
  if (draft!.created) await announceReady(call, draft!.draft_id, input);
  return draft!;
}

/** `draft.ready`: a new draft waits for review; it names the product and skill of a hosted agent (decisions 12). */
async function announceReady(call: Call, draftId: string, { product, skill, account_ref }: StageInput) {
  if (product === undefined || skill === undefined) return;
  await emit(call, 'draft.ready', {
    draft_id: draftId,
    product,
    skill,
    account_ref: account_ref ?? null,
    created_at: call.now.toISOString(),
  });
}

async function stageEdit(call: Call, input: StageInput): Promise<ChangedDraft> {
  const { draft_id: draftId, version } = input;
  if (version === undefined) throw invalidField('version', 'an edit names the version of the draft it is based on');
  const [draft] = await call.query(editDraft, [
    call.workspaceId,
    draftId ?? null,
    version,
    input.channel,
    JSON.stringify(AFTER_EDIT),
    ...contentOf(input),
    input.product ?? null,
    input.skill ?? null,
    input.account_id ?? null,
    input.account_ref ?? null,
    call.principal.keyId,
    call.principal.user.id,
    call.now.toISOString(),
    input.assignee ?? null,
  ]);
  if (draft !== undefined) return draft;
  const current = await reviewStateOf(call, draftId!);
  if (current.channel !== input.channel) {
    throw invalidField('channel', `this is a ${current.channel} draft; stage a new one for another channel`);
  }
  throw refusedMove(call, current, version, `A draft that is ${current.status} cannot be edited.`);
}

/** What makes two drafts the same while one of them is pending: all of it, and whose it is. */
const sameDraft = ({ principal }: Call, input: StageInput) =>
  `draft ${fingerprintOf(
    'draft',
    principal.user.id,
    input.channel,
    ...contentOf(input),
    input.product,
    input.skill,
    input.account_id,
    input.account_ref,
    input.assignee,
  )}`;

const contentOf = ({ title, body, destination }: StageInput) =>
  [title ?? null, body, destination === undefined ? null : JSON.stringify(destination)] as const;

export type ReviewInput = {
  draft_id: string;
  version: number;
  status?: DraftState | undefined;
  action: Review;
  scheduled_for?: string | undefined;
  note?: string | undefined;
};

/**
 * Approves, schedules, holds or rejects the version of a draft that the reviewer saw. Nothing is sent here: the publisher sends
 * an approved draft by a job that exists once the approval is committed; a person sends a manual one.
 * A scheduled one is released by a job due at its time.
 * @throws Fault invalid_input, may_not_approve, not_found, invalid_transition (decisions 12)
 */
export async function reviewDraft(
  call: Call,
  input: ReviewInput,
  { jobs, config }: { jobs: Pick<Jobs, 'enlist'>; config: Pick<Config, 'PUBLIC_URL'> },
) {
  const { action, version } = input;
  const scheduledFor = scheduleOf(call, input);
  const { from, to, decides, letsThrough } = REVIEWS[action];
  if (decides && !call.principal.mayApprove) throw aPersonDecides(input, config);
  if (action === 'reject' && input.note === undefined) throw invalidField('note', 'a rejection needs its reason');
  const { keyId, sessionId, user } = call.principal;
  const now = call.now.toISOString();
  const approval: Approval = {
    version,
    user_id: user.id,
    user_name: user.name,
    key_id: keyId,
    ...(sessionId === null ? {} : { session_id: sessionId }),
    at: now,
  };
  const [draft] = await call.query(reviewDraftStatement, [
    call.workspaceId,
    input.draft_id,
    version,
    from.filter((state) => state === (input.status ?? state)),
    to,
    letsThrough ? JSON.stringify(approval) : null,
    scheduledFor,
    now,
    keyId,
    user.id,
    action,
    input.note ?? null,
    newId('review'),
    letsThrough,
    sessionId,
  ]);
  if (draft === undefined) throw await refusedReview(call, input);
  call.recordFact(statusFact(draft));
  const ref = { workspaceId: call.workspaceId, draftId: draft.draft_id };
  if (scheduledFor !== null) {
    // A Date has no microseconds: rounded up, so that the job never runs before the draft is due.
    const startAfter = new Date(Date.parse(scheduledFor) + 1);
    await jobs.enlist(call.em, releasing, { ...ref, dueAt: startAfter.toISOString() }, { startAfter });
  } else if (draft.status === 'approved' && draft.channel !== 'manual') {
    await jobs.enlist(call.em, publishing, ref);
  }
  const { draft_id, status, scheduled_for, updated_at } = draft;
  return { draft_id, status, version: draft.version, scheduled_for, approval: draft.approval, updated_at };
}

function scheduleOf(call: Call, { action, scheduled_for: at }: ReviewInput): string | null {
  if (action !== 'schedule') {
    if (at !== undefined) throw invalidField('scheduled_for', `belongs to schedule; to ${action}, leave it out`);
    return null;
  }
  if (at === undefined) throw invalidField('scheduled_for', 'schedule needs the time to publish at');
  const ahead = new Date(at).getTime() - call.now.getTime();
  if (ahead <= 0) throw invalidField('scheduled_for', 'must be in the future; to publish now, approve');
  if (ahead > MAX_AHEAD_DAYS * DAY_MS) {
    throw invalidField('scheduled_for', `must be within ${MAX_AHEAD_DAYS} days`);
  }
  return at;
}

/** Where a person decides, for refused callers: an address where PUBLIC_URL is set, else its path. */
function aPersonDecides({ action, draft_id }: ReviewInput, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Fault {
  const path = `/app/drafts/${draft_id}`;
  const where = PUBLIC_URL === undefined ? `${path} of this service` : PUBLIC_URL + path;
  return new Fault('may_not_approve', {
    message: `This API key may not ${action} a draft: a person decides in the panel.`,
    hint: `Ask the person to decide in the panel: ${where} (with this key you can hold the draft).`,
  });
}

const PAST: Record<Review, string> = { approve: 'approved', schedule: 'scheduled', hold: 'held', reject: 'rejected' };

async function refusedReview(call: Call, { draft_id, version, status, action }: ReviewInput): Promise<Fault> {
  const current = await reviewStateOf(call, draft_id);
  if (status !== undefined && status !== current.status) {
    return refusedMove(call, current, version, `The draft is ${status} no more.`);
  }
  const allowed = current.version === version && (REVIEWS[action].from as readonly string[]).includes(current.status);
  if (allowed && current.wants_second_approver && REVIEWS[action].letsThrough) {
    return new Fault('invalid_transition', {
      message: `This workspace wants a second approver: the person behind the staging or the last edit of a draft cannot ${action} it, with whichever key or session. It is ${current.status}, version ${current.version}; you can hold it.`,
      hint: 'Another person has to decide.',
    });
  }
  return refusedMove(call, current, version, `A draft that is ${current.status} cannot be ${PAST[action]}.`);
}

async function reviewStateOf(call: Call, draftId: string): Promise<DraftStanding> {
  const [current] = await call.query(findDraftStanding, [call.workspaceId, draftId, call.principal.user.id]);
  if (current === undefined) throw notFound('draft');
  return current;
}

/** Names the current state and version and the possible next steps. */
function refusedMove({ principal }: Call, { status, version }: DraftStanding, seen: number, otherwise: string): Fault {
  const moves = movesFrom(status, principal.mayApprove);
  const reason =
    version === seen
      ? otherwise
      : `The draft is not the one you saw: you named version ${seen}, it is version ${version}.`;
  return new Fault('invalid_transition', {
    message: `${reason} It is ${status}, version ${version}; allowed from there: ${moves.join(', ') || 'nothing'}.`,
    hint: 'Read it with studio_list_drafts, then decide about the version you see there.',
  });
}
