import { expect, test } from 'vitest';
import { startChild } from './harness/child.ts';
import { createStore, provisioner, type Tenant, tenantOf } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { APPROVER } from './harness/drafts.ts';
import { until } from './harness/until.ts';

const schedule = async (who: Tenant, at: Date) => {
  const staged = await who.rest('studio_stage_draft', { channel: 'manual', body: `For ${at.toISOString()}.` });
  const { draft_id, version } = staged.body as { draft_id: string; version: number };
  const reviewed = { draft_id, version, action: 'schedule', scheduled_for: at.toISOString() };
  expect((await who.rest('studio_review_draft', reviewed)).status).toBe(200);
  return draft_id;
};

const statusOf = async (who: Tenant, draft_id: string) =>
  (await who.rest('studio_list_drafts', { draft_id })).body.drafts[0].status as string;

const released = (who: Tenant, draft_id: string) =>
  until(
    () => statusOf(who, draft_id),
    (status) => status === 'approved',
    60_000,
  );

test('a scheduled draft is released though the process that took it was killed before its time', async () => {
  const store = await createStore();
  let child = await startChild(store.env);
  try {
    const who = await provisioner(child.baseUrl).newTenant(APPROVER);
    const [soon, later] = [new Date(Date.now() + 5_000), new Date(Date.now() + 3_600_000)];
    const drafts = [await schedule(who, soon), await schedule(who, later)];
    await child.end('SIGKILL');
    child = await startChild(store.env);
    const restarted = tenantOf(child.baseUrl, who);
    await released(restarted, drafts[0]!);
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
    expect(await statusOf(restarted, drafts[1]!)).toBe('scheduled');
  } finally {
    await child.end('SIGKILL');
    await store.remove();
  }
}, 120_000);

test.runIf(onPostgres)(
  'a rescheduled draft is released at its new time and not at its old one',
  async () => {
    const store = await createStore();
    const child = await startChild(store.env);
    try {
      const who = await provisioner(child.baseUrl).newTenant(APPROVER);
      const old = new Date(Date.now() + 5_000);
      const moved = await schedule(who, old);
      const hold = await who.rest('studio_review_draft', { draft_id: moved, version: 1, action: 'hold' });
      expect(hold.status).toBe(200);
      // Held drafts are edited before they are scheduled again.
      const edited = await who.rest('studio_stage_draft', {
        draft_id: moved,
        version: 1,
        channel: 'manual',
        body: 'B.',
      });
      const next = { draft_id: moved, version: edited.body.version as number, action: 'schedule' };
      const later = new Date(Date.now() + 3_600_000).toISOString();
      expect((await who.rest('studio_review_draft', { ...next, scheduled_for: later })).status).toBe(200);
      // Due after the old time, so the old job has been run once this is released.
      await released(who, await schedule(who, new Date(Math.max(Date.now(), old.getTime()) + 1_000)));
      expect(await statusOf(who, moved)).toBe('scheduled');
    } finally {
      await child.end('SIGKILL');
      await store.remove();
    }
  },
  120_000,
);
