import { expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import { type Statement, statement } from '../../db/statement.ts';
import type { ChannelName } from '../../server/channels/channels.ts';
import { startTestApp, type Tenant } from './app.ts';
import { startMailServer } from './mail-server.ts';
import { startPlatforms } from './platforms.ts';
import { until } from './until.ts';

export const PLANTED = 'planted-9d41c7';
export const MAIL_PASSWORD = `${PLANTED}-mail`;

export const CLIENTS = {
  LINKEDIN_CLIENT_ID: 'linkedin-app',
  LINKEDIN_CLIENT_SECRET: 'linkedin-app-secret',
  REDDIT_CLIENT_ID: 'reddit-app',
  REDDIT_CLIENT_SECRET: 'reddit-app-secret',
  GOOGLE_CLIENT_ID: 'google-app',
  GOOGLE_CLIENT_SECRET: 'google-app-secret',
};

export const CONNECTED = ['linkedin', 'linkedin_company', 'youtube', 'reddit', 'google_drive'] as const;

export type Connected = (typeof CONNECTED)[number];

export const CONTENT: Record<ChannelName, Record<string, unknown>> = {
  linkedin: {},
  linkedin_company: { destination: { organization: '2414183' } },
  youtube: { title: 'A demo', destination: { video_id: 'dQw4w9WgXcQ' } },
  reddit: { title: 'A question', destination: { subreddit: 'r/sales' } },
  google_drive: { title: 'Proposal', destination: { folder_id: 'abc_DEF-1' } },
  email: { title: 'Your renewal', destination: { to: ['dana@example.com'] } },
  manual: {},
};

/** Such a key may approve. */
export const APPROVER = { mayApprove: true };

export async function ok(who: Tenant, tool: string, input: unknown) {
  const { status, body, text } = await who.rest(tool, input);
  expect(status, text).toBe(200);
  return body;
}

export type Staged = { draft_id: string; version: number };

/** A draft like no other: one that is the same as a pending one would be that one. */
export const stage = (who: Tenant, channel: ChannelName, input: Record<string, unknown> = {}): Promise<Staged> =>
  ok(who, 'studio_stage_draft', {
    channel,
    body: 'Hello.',
    product: 'Sequencer',
    skill: newId('request'),
    ...CONTENT[channel],
    ...input,
  });

export const review = (who: Tenant, { draft_id, version }: Staged, input: Record<string, unknown>) =>
  ok(who, 'studio_review_draft', { draft_id, version, ...input });

export const shown = async (who: Tenant, { draft_id }: { draft_id: string }) =>
  (await ok(who, 'studio_list_drafts', { draft_id })).drafts[0];

/** A draft of a channel, approved. */
export async function approved(who: Tenant, channel: ChannelName, input: Record<string, unknown> = {}) {
  const draft = await stage(who, channel, input);
  const { approval } = await review(who, draft, { action: 'approve' });
  return { ...draft, approval };
}

export const ended = (who: Tenant, draft: { draft_id: string }, withinMs = 20_000) =>
  until(
    () => shown(who, draft),
    ({ status }) => status === 'published' || status === 'failed',
    withinMs,
  );

export const eventsOf = statement(
  'test_events_of_type',
  'SELECT body FROM webhook_events WHERE workspace_id = $1 AND type = $2 ORDER BY id',
);
export const sendsOf = statement(
  'test_sends_of',
  'SELECT draft_id, account_id, channel, provider, message_ref, user_id FROM sends WHERE workspace_id = $1 ORDER BY id',
);
export const factsOf = statement(
  'test_draft_facts_of',
  `SELECT value, sentence, superseded_at IS NULL AS current FROM facts
   WHERE workspace_id = $1 AND attribute = 'draft_status' ORDER BY id`,
);
/** A text with what platforms mark up, quote or split by. */
export const MARKED_UP = 'Prices (2026) rise #renewals\n*really* @all {x|#|y} 🚀 "quoted" <b>\n--draft-x--';

/** A service that publishes to platforms and by a mail server of its own. */
export async function startPublishing() {
  const platforms = await startPlatforms();
  const mail = await startMailServer({ user: 'sender', pass: MAIL_PASSWORD });
  const settings: Record<string, string> = { ...platforms.env, ...CLIENTS, SMTP_URL: mail.url };
  const app = await startTestApp(settings);

  const read = <Row>(who: Tenant, query: Statement, values: unknown[] = []) =>
    app.service.app.services.db.read<Row>(who.workspaceId, query, [who.workspaceId, ...values]);

  /** A tenant with a channel connected by a token of its own. */
  async function connected(channel: Connected, extra: Record<string, unknown> = {}) {
    const who = await app.newTenant(APPROVER);
    const token = `token-${newId('request')}`;
    await ok(who, 'connect_integration', { channel, access_token: token, ...extra });
    return { who, token };
  }

  async function published(channel: Connected, body = MARKED_UP) {
    const { who, token } = await connected(channel);
    const draft = await approved(who, channel, { body, account_ref: 'Northwind' });
    expect(await ended(who, draft)).toMatchObject({ status: 'published', failure: null });
    const requests = platforms.publishedWith(token);
    expect(requests).toHaveLength(1);
    return { who, token, draft, request: requests[0]! };
  }

  return {
    app,
    platforms,
    mail,
    settings,
    read,
    connected,
    published,
    sendApproved: async (who: Tenant) =>
      (await read<{ body: string }>(who, eventsOf, ['send.approved'])).map(({ body }) => JSON.parse(body)),
    async stop() {
      await app.stop();
      await platforms.close();
      await mail.close();
    },
  };
}

export type Publishing = Awaited<ReturnType<typeof startPublishing>>;
