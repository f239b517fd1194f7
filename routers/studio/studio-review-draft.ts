import { z } from 'zod';
import { DRAFT_STATES, type Review, REVIEWS } from '../../server/drafts/draft-states.ts';
import { reviewDraft } from '../../server/drafts/drafts.ts';
import { AS_NAMED, exactId, id, LINE, nullableText, timestamp } from '../fields.ts';
import { tool } from '../tool.ts';
import { approval, status, version } from './studio-fields.ts';

export default tool({
  title: 'Review a draft',
  description:
    'Holds a draft; approves, schedules or rejects it (with a note) only with a key that may_approve, else a person decides in the panel (the refusal has the link). This never sends. A draft edited since you read it is refused.',
  appScope: 'drafts.hold',
  entitled: true,
  effect: 'write',
  grows: false,
  refusals: ['invalid_transition', 'may_not_approve'],
  input: z.object({
    draft_id: id('draft', AS_NAMED),
    version: version('The version you read.'),
    status: z.enum(DRAFT_STATES).optional().describe('The one you read.'),
    action: z.enum(Object.keys(REVIEWS) as [Review, ...Review[]]).describe(AS_NAMED),
    scheduled_for: timestamp('With schedule: when to publish.').optional(),
    note: z.string().trim().min(1).max(LINE).optional().describe('Why; kept with the review.'),
  }),
  output: z.object({
    draft_id: exactId('draft', 'The draft.'),
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
});
