import { actAs } from '../../db/orm.ts';
import { findDraftStanding } from '../../db/statements/drafts.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { claimIn, publishedIn } from './publisher.ts';

export type MarkSentInput = { draft_id: string; version: number };

/**
 * Records that a person has sent an approved draft of the `manual` channel by hand: it becomes published and emits
 * `send.approved`, all in the call's transaction.
 * @throws Fault not_found; invalid_transition when it is not manual, not approved, or not the version that was sent
 */
export async function markSent(call: Call, { draft_id: draftId, version }: MarkSentInput) {
  const [current] = await call.query(findDraftStanding, [call.workspaceId, draftId, call.principal.user.id]);
  if (current === undefined) throw notFound('draft');
  if (current.channel !== 'manual') throw refused('The publisher sends this draft; only manual ones are sent by hand.');
  const draft = { workspaceId: call.workspaceId, draftId };
  const published = await actAs(call.em, ROLES.publisher, async () => {
    const claimed = current.version === version ? await claimIn(call.em, draft, call.now) : undefined;
    if (claimed === undefined) return false;
    return publishedIn(call.em, claimed, { provider: null, messageRef: null }, call.now);
  });
  if (!published) {
    throw refused(
      `Only the approved version of a draft can be marked as sent. It is ${current.status}, version ${current.version}; you named version ${version}.`,
    );
  }
  return { draft_id: draftId, status: 'published' as const, version, published_at: call.now.toISOString() };
}

const refused = (message: string) => new Fault('invalid_transition', { message });
