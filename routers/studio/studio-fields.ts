import { z } from 'zod';
import { CONNECTED_CHANNELS } from '../../server/channels/channels.ts';
import { DRAFT_STATES } from '../../server/drafts/draft-states.ts';
import { AS_NAMED, label, LINE, timestamp } from '../fields.ts';

/** The characters RFC 6749 allows in a token. */
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
  cc: recipients(''),
  bcc: recipients(''),
  note: z.string().trim().min(1).max(LINE).optional().describe('manual: how to send it.'),
});

/** A channel's OAuth token, given by a connector or a person. */
export const connection = z.object({
  channel: z.enum(CONNECTED_CHANNELS).describe(AS_NAMED),
  access_token: token(AS_NAMED),
  refresh_token: token(AS_NAMED).optional(),
  expires_at: timestamp('Of the access token.').optional(),
  scopes: z.array(label(AS_NAMED)).max(50).optional().describe('As granted.'),
  account_label: label('In words for people.').optional(),
});

export const version = (description: string) => z.int().min(1).max(1_000_000).describe(description);

export const status = z.enum(DRAFT_STATES).describe('Where it stands.');

export const approval = z
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
