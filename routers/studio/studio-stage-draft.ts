import { z } from 'zod';
import { CHANNEL_NAMES, MAX_BODY, MAX_TITLE } from '../../server/channels/channels.ts';
import { stageDraft } from '../../server/drafts/drafts.ts';
import { AS_NAMED, exactId, id, label } from '../fields.ts';
import { tool } from '../tool.ts';
import { destination, status, version } from './studio-fields.ts';

export default tool({
  title: 'Stage a draft',
  description:
    'Puts a text into the review queue for a channel, or edits one (draft_id and the version it is based on; send the whole content). A person decides; this never publishes. An edit takes an approved or scheduled draft back to pending.',
  appScope: 'drafts.write',
  entitled: true,
  effect: 'stage',
  sameAnswers: 'while it is pending',
  overwrites: true,
  refusals: ['invalid_transition'],
  input: z.object({
    draft_id: id('draft', 'Draft to edit; omit to stage a new one.').optional(),
    version: version('With draft_id: the version you edit.').optional(),
    channel: z.enum(CHANNEL_NAMES).describe('Where it is to appear; manual: a person sends it.'),
    title: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TITLE)
      .optional()
      .describe('Subject, title or file name; LinkedIn has none.'),
    body: z.string().trim().min(1).max(MAX_BODY).describe('The text. LinkedIn 3,000 characters, YouTube 5,000 bytes.'),
    destination: destination.optional().describe('Where on the channel.'),
    product: label(AS_NAMED).optional(),
    skill: label(AS_NAMED).optional(),
    account_id: id('account', AS_NAMED).optional(),
    account_ref: label('Free text.').optional(),
    assignee: label('Who is to decide.').optional(),
  }),
  output: z.object({
    draft_id: exactId('draft', 'The draft.'),
    created: z
      .boolean()
      .describe('False for an edit, and where the same draft was pending: it is answered as it stands.'),
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
      created: true,
      status: 'pending',
      version: 1,
      channel: 'linkedin',
      updated_at: '2026-03-02T09:30:00.000Z',
    },
  },
  handler: stageDraft,
});
