import { z } from 'zod';
import { CHANNEL_NAMES, CONNECTED_CHANNELS, MOST_BODY, MOST_TITLE } from '../server/channels/channels.ts';
import { DRAFT_STATES, REVIEWS, type Review } from '../server/drafts/draft-states.ts';
import { listDrafts, reviewDraft, stageDraft } from '../server/drafts/drafts.ts';
import { connectIntegration } from '../server/channels/integrations.ts';
import { cursor, id, label, limit, LINE, timestamp } from './fields.ts';
import { tool } from './tool.ts';

/** What RFC 6749 lets a token be made of. */
const token = (description: string) =>
  z
    .string()
    .min(1)
    .max(16_000)
    .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII')
    .describe(description);

const recipients = (description: string) => z.array(z.email().max(254)).min(1).max(50).optional().describe(description);

export const destination = z.object({
  organization: z
    .string()
    .regex(/^(urn:li:organization:)?\d{1,20}$/, 'expected an organization URN or its number')
    .optional()
    .describe('linkedin_company: URN or number.'),
  video_id: z
    .string()
    .regex(/^[\w-]{11}$/, 'expected a video id of 11 characters')
    .optional()
    .describe('youtube: the video this describes.'),
  subreddit: z
    .string()
    .regex(/^(r\/)?\w{2,21}$/, 'expected the name of a subreddit')
    .transform((name) => name.replace(/^r\//, ''))
    .optional()
    .describe('For reddit.'),
  folder_id: z
    .string()
    .regex(/^[\w-]{1,128}$/, 'expected a folder id')
    .optional()
    .describe('For google_drive.'),
  to: recipients('For email.'),
  cc: recipients('For email.'),
  bcc: recipients('For email.'),
  note: z.string().trim().min(1).max(LINE).optional().describe('manual: how to send it.'),
});

/** A channel's OAuth token, as a connector or a person hands it over. */
export const connection = z.object({
  channel: z.enum(CONNECTED_CHANNELS).describe('Channel the token is for.'),
  access_token: token('OAuth access token.'),
  refresh_token: token('OAuth refresh token, if there is one.').optional(),
  expires_at: timestamp('When the access token ends.').optional(),
  scopes: z.array(label('A scope.')).max(50).optional().describe('Scopes the platform granted.'),
  account_label: label('The connected account, in words for people.').optional(),
});

const version = (description: string) => z.int().min(1).max(1_000_000).describe(description);

const status = z.enum(DRAFT_STATES).describe('Where it stands.');

const approval = z
  .object({
    version: z.int(),
    user_id: z.string(),
    user_name: z.string(),
    key_id: z.string().nullable(),
    session_id: z.string().optional(),
    at: z.string(),
  })
  .nullable()
  .describe('Who let which version through, with which key or in which session of the panel; null while nobody has.');

const who = z.object({ user_id: z.string(), key_id: z.string().nullable() });

const nullableText = z.string().nullable();

export const studio = {
  connect_integration: tool({
    name: 'connect_integration',
    title: 'Connect a publishing channel',
    description:
      'Keeps the OAuth token a connector obtained for a channel, encrypted, so that approved drafts can be published there; a new token replaces the old. The token is never returned.',
    appScope: 'integrations.write',
    entitled: true,
    effect: 'write',
    idempotent: true,
    input: connection,
    output: z.object({
      integration_id: z.string().describe('The connection; the same while the channel stays connected.'),
      channel: z.string().describe('As given.'),
      account_label: nullableText.describe('As given.'),
      scopes: z.array(z.string()).describe('As given.'),
      connected_at: z.string().describe('When this token was kept.'),
      expires_at: nullableText.describe('As given.'),
      replaced: z.boolean().describe('Whether it took the place of an earlier token.'),
    }),
    example: {
      input: {
        channel: 'linkedin',
        access_token: 'AQX-example-token',
        scopes: ['w_member_social'],
        account_label: 'Robin Vale',
      },
      output: {
        integration_id: 'int_01kaj6w6qk5x3v0c8m9n2p4r7t',
        channel: 'linkedin',
        account_label: 'Robin Vale',
        scopes: ['w_member_social'],
        connected_at: '2026-03-02T09:30:00.000Z',
        expires_at: null,
        replaced: false,
      },
    },
    handler: connectIntegration,
  }),

  studio_stage_draft: tool({
    name: 'studio_stage_draft',
    title: 'Stage a draft',
    description:
      'Puts a text into the review queue for a channel, or edits a queued draft (draft_id and the version it is based on; send the whole content again). A person decides; this never publishes. Editing an approved or scheduled draft takes it back to pending.',
    appScope: 'drafts.write',
    entitled: true,
    effect: 'stage',
    refusals: ['invalid_transition'],
    input: z.object({
      draft_id: id('draft', 'Draft to edit; omit to stage a new one.').optional(),
      version: version('With draft_id: the version you edit.').optional(),
      channel: z.enum(CHANNEL_NAMES).describe('Where it is to appear; manual: a person sends it.'),
      title: z
        .string()
        .trim()
        .min(1)
        .max(MOST_TITLE)
        .optional()
        .describe('E-mail subject, Reddit or YouTube title, Drive file name; LinkedIn has none.'),
      body: z
        .string()
        .trim()
        .min(1)
        .max(MOST_BODY)
        .describe('The text. LinkedIn 3,000 characters, YouTube 5,000 bytes.'),
      destination: destination.optional().describe('Where on the channel.'),
      product: label('Product the draft comes from.').optional(),
      skill: label('Skill that wrote it.').optional(),
      account_id: id('account', 'Account it concerns.').optional(),
      account_ref: label('Free-text account label.').optional(),
    }),
    output: z.object({
      draft_id: id('draft', 'The draft.'),
      status,
      version: z.int().describe('Its version now; a review names it.'),
      channel: z.string().describe('As given.'),
      updated_at: z.string().describe('When it was staged.'),
    }),
    example: {
      input: {
        channel: 'linkedin',
        body: 'Three things our customers taught us about renewals this quarter.',
        product: 'content-studio',
        skill: 'weekly-post',
      },
      output: {
        draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t',
        status: 'pending',
        version: 1,
        channel: 'linkedin',
        updated_at: '2026-03-02T09:30:00.000Z',
      },
    },
    handler: stageDraft,
  }),

  studio_list_drafts: tool({
    name: 'studio_list_drafts',
    title: 'List drafts',
    description:
      'Shows the draft queue, newest first, optionally by status; or with draft_id one draft, its body whole, with its reviews. Read a draft here before reviewing or editing it.',
    appScope: 'drafts.read',
    entitled: true,
    effect: 'read',
    input: z.object({
      status: z.enum(DRAFT_STATES).optional().describe('Only drafts in this state.'),
      draft_id: id('draft', 'Only this draft.').optional(),
      limit: limit(20),
      cursor,
    }),
    output: z.object({
      drafts: z
        .array(
          z.object({
            draft_id: z.string(),
            channel: z.string(),
            status: z.enum(DRAFT_STATES),
            version: z.int(),
            title: nullableText,
            body: z.string(),
            body_chars: z.int(),
            destination: z.record(z.string(), z.unknown()).nullable(),
            product: nullableText,
            skill: nullableText,
            account_id: nullableText,
            account_ref: nullableText,
            run_ref: nullableText,
            scheduled_for: nullableText,
            approval,
            failure: nullableText,
            staged_by: who,
            edited_by: who,
            created_at: z.string(),
            updated_at: z.string(),
            published_at: nullableText,
            moves: z.array(z.string()),
            reviews: z.array(z.record(z.string(), z.unknown())).optional(),
          }),
        )
        .describe('Bodies over 5,000 characters are cut in a list (body_chars says); moves: what you can do now.'),
      next_cursor: nullableText.describe('Give it as cursor for the next page; null at the end.'),
    }),
    example: {
      input: { status: 'pending', limit: 10 },
      output: {
        drafts: [
          {
            draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t',
            channel: 'linkedin',
            status: 'pending',
            version: 1,
            title: null,
            body: 'Three things our customers taught us about renewals this quarter.',
            body_chars: 65,
            destination: null,
            product: 'content-studio',
            skill: 'weekly-post',
            account_id: null,
            account_ref: null,
            run_ref: null,
            scheduled_for: null,
            approval: null,
            failure: null,
            staged_by: { user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', key_id: 'key_01kaj6w6qk5x3v0c8m9n2p4r7t' },
            edited_by: { user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', key_id: 'key_01kaj6w6qk5x3v0c8m9n2p4r7t' },
            created_at: '2026-03-02T09:30:00.000Z',
            updated_at: '2026-03-02T09:30:00.000Z',
            published_at: null,
            moves: ['approve', 'schedule', 'hold', 'edit'],
          },
        ],
        next_cursor: null,
      },
    },
    handler: listDrafts,
  }),

  studio_review_draft: tool({
    name: 'studio_review_draft',
    title: 'Review a draft',
    description:
      'Holds a draft; approves or schedules it only with a key that may_approve, else a person decides in the panel (the refusal has the link). The publisher gets that exact version; this never sends. A draft edited since you read it is refused.',
    appScope: 'drafts.hold',
    entitled: true,
    effect: 'write',
    refusals: ['invalid_transition', 'may_not_approve'],
    input: z.object({
      draft_id: id('draft', 'The draft.'),
      version: version('The version you read.'),
      status: z.enum(DRAFT_STATES).optional().describe('The status you read; refused when changed.'),
      action: z.enum(Object.keys(REVIEWS) as [Review, ...Review[]]).describe('What to do with it.'),
      scheduled_for: timestamp('With schedule: when to publish.').optional(),
      note: z.string().trim().min(1).max(LINE).optional().describe('Why; kept with the review.'),
    }),
    output: z.object({
      draft_id: id('draft', 'The draft.'),
      status,
      version: z.int().describe('The version reviewed.'),
      scheduled_for: nullableText.describe('When it is published by itself.'),
      approval,
      updated_at: z.string().describe('When it was reviewed.'),
    }),
    example: {
      input: { draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t', version: 1, action: 'hold', note: 'Waits for the logo.' },
      output: {
        draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t',
        status: 'held',
        version: 1,
        scheduled_for: null,
        approval: null,
        updated_at: '2026-03-02T09:30:00.000Z',
      },
    },
    handler: reviewDraft,
  }),
};
