import { z } from 'zod';
import { INTENTS } from '../server/outreach/intent.ts';
import { intentOf, recordReply, recordSend } from '../server/outreach/sends.ts';
import { proposeTier } from '../server/outreach/tiers.ts';
import { CHANNEL_NAMES } from '../server/channels/channels.ts';
import { id, label, line, TEXT, timestamp } from './fields.ts';
import { internalProcedure } from './tool.ts';
import { t } from './trpc.ts';

const messageRef = z
  .string()
  .trim()
  .min(1)
  .max(998)
  .optional()
  .describe("The provider's id of the message; reported twice, it is kept once.");

/** Reports of the product's own hosted agents; other agents have no access (decisions 3). */
export const hosted = t.router({
  record_send: internalProcedure({
    name: 'hosted.record_send',
    input: z.object({
      channel: z.enum(CHANNEL_NAMES).describe('How it was sent.'),
      draft_id: id('draft', 'The draft that was sent.').optional(),
      account_id: id('account', "Whom it concerns; by default the draft's account.").optional(),
      provider: label('The provider that carried it, such as gmail.').optional(),
      message_ref: messageRef,
      sent_at: timestamp('When it was sent; now when omitted.').optional(),
    }),
    handler: recordSend,
  }),
  record_reply: internalProcedure({
    name: 'hosted.record_reply',
    input: z.object({
      send_id: id('send', 'The send that is replied to.'),
      text: z.string().max(TEXT).optional().describe('What the reply says, in English: classified, and not kept.'),
      subject: z.string().max(998).optional().describe('Its subject; tells automatic replies.'),
      intent: z.enum(INTENTS).optional().describe('What it wants, when that is known; then nothing is classified.'),
      message_ref: messageRef,
      received_at: timestamp('When it came; now when omitted.').optional(),
    }),
    prepare: (_call, input) => intentOf(input),
    handler: (call, input, _services, intent) => recordReply(call, input, intent),
  }),
  propose_tier: internalProcedure({
    name: 'hosted.propose_tier',
    input: z.object({
      account_id: id('account', 'The account.'),
      tier: label('The tier proposed for it.'),
      reason: line('Why, for the person who decides.').optional(),
      evidence: z.array(line('A piece of evidence.')).max(20).optional().describe('What it rests on, at most 20.'),
    }),
    handler: proposeTier,
  }),
});
