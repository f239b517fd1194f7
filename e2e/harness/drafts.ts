import { expect } from 'vitest';
import type { CHANNEL_NAMES } from '../../server/channels/channels.ts';
import type { Tenant } from './app.ts';
import { succeed } from './tool-test.ts';

/** A key that may approve drafts. */
export const APPROVER = { mayApprove: true };

export const HOUR = 3_600_000;

export const inAnHour = () => new Date(Date.now() + HOUR).toISOString();

export const CONTENT: Record<(typeof CHANNEL_NAMES)[number], Record<string, unknown>> = {
  linkedin: {},
  linkedin_company: { destination: { organization: 'urn:li:organization:5' } },
  youtube: { title: 'A demo', destination: { video_id: 'dQw4w9WgXcQ' } },
  reddit: { title: 'A question', destination: { subreddit: 'r/sales' } },
  google_drive: { title: 'Proposal', destination: { folder_id: 'abc_DEF-1' } },
  email: { title: 'Your renewal', destination: { to: ['dana@example.com'], cc: ['robin@example.com'] } },
  manual: { destination: { note: 'Hand it over at lunch.' } },
};

export async function refused(who: Tenant, tool: string, input: unknown, code: string) {
  const { body, text } = await who.rest(tool, input);
  expect(body.error?.code, text).toBe(code);
  return body.error as { code: string; message: string; hint?: string; issues?: { path: string; message: string }[] };
}

let staged = 0;

/** A draft like no other: one that is the same as a pending one would be that one. */
export const stage = (who: Tenant, input: Record<string, unknown> = {}) =>
  succeed(who, 'studio_stage_draft', {
    channel: 'linkedin',
    body: 'Hello.',
    skill: `skill ${(staged += 1)}`,
    ...input,
  });

export const review = (who: Tenant, draft: { draft_id: string; version: number }, input: Record<string, unknown>) =>
  succeed(who, 'studio_review_draft', { draft_id: draft.draft_id, version: draft.version, ...input });

export const shown = async (who: Tenant, draftId: string) =>
  (await succeed(who, 'studio_list_drafts', { draft_id: draftId })).drafts[0];

export const refTo = (who: Tenant, draft: { draft_id: string }) => ({
  workspaceId: who.workspaceId,
  draftId: draft.draft_id,
});

export const SENT = { provider: 'linkedin', messageRef: null };
