import { highestId, idType } from '../../db/ids.ts';
import {
  type DraftView,
  findDraft,
  listDrafts as listDraftsStatement,
  listDraftsByAssignee,
  listDraftsByState,
} from '../../db/statements/drafts.ts';
import { invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { type DraftState, movesFrom } from './draft-states.ts';
import { editOf } from './edit-diff.ts';

/** Characters of a body that a list shows; a single draft is shown whole. */
const EXCERPT = 5_000;

export type ListInput = {
  status?: DraftState | undefined;
  draft_id?: string | undefined;
  assignee?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

const offered = ({ principal }: Call, { by_agent, ...draft }: DraftView) => ({
  ...draft,
  edit: by_agent === null ? null : editOf(by_agent, draft),
  moves: movesFrom(draft.status, principal.mayApprove),
});

/** Sorts after every draft id, for the first page. */
const NEWEST = highestId('draft');

/** The review queue, newest first; or one draft, whole, with its reviews. @throws Fault not_found, invalid_input */
export async function listDrafts(call: Call, { status, draft_id: draftId, assignee, limit, cursor }: ListInput) {
  if (draftId !== undefined) {
    const [found] = await call.query(findDraft, [call.workspaceId, draftId]);
    if (found === undefined || (status !== undefined && found.draft.status !== status)) throw notFound('draft');
    return { drafts: [{ ...offered(call, found.draft as DraftView), reviews: found.reviews }], next_cursor: null };
  }
  if (cursor !== undefined && idType(cursor) !== 'draft') {
    throw invalidField('cursor', 'is not the next_cursor of a page of drafts');
  }
  const values = [call.workspaceId, cursor ?? NEWEST, limit + 1, EXCERPT] as const;
  const rows = await (assignee !== undefined
    ? call.query(listDraftsByAssignee, [...values, status ?? null, assignee])
    : status === undefined
      ? call.query(listDraftsStatement, values)
      : call.query(listDraftsByState, [...values, status]));
  const drafts = rows.slice(0, limit).map(({ draft }) => offered(call, draft));
  return { drafts, next_cursor: rows.length > limit ? drafts.at(-1)!.draft_id : null };
}
