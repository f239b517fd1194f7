import { z } from 'zod';
import { DRAFT_STATES } from '../../server/drafts/draft-states.ts';
import { listDrafts } from '../../server/drafts/list-drafts.ts';
import { AS_NAMED, cursor, id, label, limit, nullableText } from '../fields.ts';
import { tool } from '../tool.ts';
import { approval } from './studio-fields.ts';

const who = z.object({ user_id: z.string(), key_id: z.string().nullable() });

export default tool({
  title: 'List drafts',
  description:
    'Drafts, newest first; or with draft_id one whole, with its reviews. Each has the last decision with its note, and a person’s edit as a diff: learn from both. Read a draft before reviewing or editing it.',
  appScope: 'drafts.read',
  entitled: true,
  effect: 'read',
  input: z.object({
    status: z.enum(DRAFT_STATES).optional().describe(AS_NAMED),
    draft_id: id('draft', AS_NAMED).optional(),
    assignee: label('Who is to decide.').optional(),
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
          assignee: nullableText,
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
          decision: z
            .object({
              action: z.string(),
              version: z.int(),
              note: nullableText,
              by_person: z.boolean(),
              at: z.string(),
            })
            .nullable()
            .describe('The last review; its note is for whoever wrote the draft.'),
          edit: nullableText.describe('What a person changed of the agent’s version, as a diff.'),
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
          assignee: null,
          run_ref: null,
          scheduled_for: null,
          approval: null,
          failure: null,
          staged_by: { user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', key_id: 'key_01kaj6w6qk5x3v0c8m9n2p4r7t' },
          edited_by: { user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', key_id: 'key_01kaj6w6qk5x3v0c8m9n2p4r7t' },
          created_at: '2026-03-02T09:30:00.000Z',
          updated_at: '2026-03-02T09:30:00.000Z',
          published_at: null,
          moves: ['approve', 'schedule', 'hold', 'reject', 'edit'],
          decision: null,
          edit: null,
        },
      ],
      next_cursor: null,
    },
  },
  handler: listDrafts,
});
