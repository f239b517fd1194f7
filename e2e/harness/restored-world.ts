import { makeWorld, type World } from './merge-world.ts';
import type { Person } from './person.ts';
import { succeed } from './tool-test.ts';

/** Quotes, marks and characters beyond the plane of most. */
const WORD = `O'Neil "Q" \\ Zoë 🙂 <b> ; DROP`;

export type Filled = { world: World; mergerId: string };

/** What no other test's world has: texts of all kinds, brain state, sends and replies, drafts of each state. */
async function addTheRest(owner: Person, { accounts, opps }: World): Promise<void> {
  const [account_id, opp_id] = [accounts[1]!, opps[1]!];
  const { run_ref } = await succeed(owner, 'start_run', { plugin: 'deal-desk', skill: 'night' });
  const within = { 'run-ref': run_ref };
  const facts = { [WORD]: WORD, notes: WORD };
  await succeed(owner, 'gtm_crm_write', { entity: 'account', id: account_id, facts }, within);
  await succeed(owner, 'set_meddpicc', { opp_id, champion: WORD }, within);
  for (const n of [1, 2]) {
    await succeed(owner, 'sync_brain', { scope: 'icp-registry', payload: { n, says: WORD } }, within);
  }
  const { panel } = owner.browser;
  const draft = async (action?: 'approve' | 'schedule' | 'reject'): Promise<string> => {
    const input = { channel: 'manual', title: WORD, body: `To ${action}: ${WORD}`, account_id };
    const { draft_id } = await succeed(owner, 'studio_stage_draft', input, within);
    const scheduled_for = new Date(Date.now() + 86_400_000).toISOString();
    const more = action === 'schedule' ? { scheduled_for } : action === 'reject' ? { note: WORD } : {};
    if (action !== undefined) {
      await panel.drafts.review.mutate({ draft_id, version: 1, status: 'pending', action, ...more });
    }
    return draft_id;
  };
  await draft();
  await draft('approve');
  await draft('schedule');
  await draft('reject');
  await panel.drafts.mark_sent.mutate({ draft_id: await draft('approve'), version: 1 });
  const sent = { channel: 'email', account_id, message_ref: '<1@x>' } as const;
  const { send_id } = await owner.client.hosted.record_send.mutate(sent);
  await owner.client.hosted.record_reply.mutate({ send_id, message_ref: '<2@x>', text: 'Not interested.' });
}

/** A workspace with all that can belong to one: also merged, archived, withdrawn, undone and held rows. */
export async function fillWorkspace(owner: Person): Promise<Filled> {
  const world = await makeWorld(owner, 1);
  await addTheRest(owner, world);
  const { panel } = owner.browser;
  const asked = { kept_id: world.accounts[2]!, merged_ids: [world.accounts[3]!] };
  const { digest } = await panel.merges.preview.query(asked);
  const { merger_id: mergerId } = await panel.merges.merge.mutate({ ...asked, digest });
  await panel.records.archive.mutate({ record_id: world.accounts[0]! });
  await panel.records.archive.mutate({ record_id: world.prospects[1]! });
  await panel.views.save.mutate({ kind: 'opp', name: 'Mine', search: { stage: 'Proposal' } });
  await panel.duplicates.not_duplicates.mutate({ record_ids: [world.contacts[2]!, world.contacts[3]!] });
  return { world, mergerId };
}
