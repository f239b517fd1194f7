import { z } from 'zod';
import { appendTable } from '../../db/append.ts';
import { newId } from '../../db/ids.ts';
import { factsOfText } from '../../server/facts/text-facts.ts';
import { id, label, text } from '../fields.ts';
import { tool } from '../tool.ts';

const captures = appendTable('captures', 'workspace_id, id, source, text, account_id, prospect_id, tags, created_at');

export default tool({
  title: 'Log a capture',
  description:
    'Keeps a piece of text worth remembering (a call note, an e-mail excerpt, an observation), attached to an account or prospect if you name one. ' +
    'Use it whenever something was learned; questions about the account are answered from it. Nothing is sent to anyone.',
  scope: 'capture.write',
  entitled: true,
  effect: 'write',
  input: z.object({
    source: label('Where the text comes from, such as call, email, linkedin or an agent name.'),
    text: text('The content to keep.'),
    account_id: id('account', 'Account to attach it to.').optional(),
    prospect_id: id('prospect', 'Prospect to attach it to.').optional(),
    tags: z.array(label('A tag.')).max(50).optional().describe('Tags to find it by, at most 50.'),
  }),
  output: z.object({
    capture_id: id('capture', 'The new capture.'),
    source: z.string().describe('As given.'),
    account_id: z.string().nullable().describe('The account it is attached to.'),
    prospect_id: z.string().nullable().describe('The prospect it is attached to.'),
    tags: z.array(z.string()).describe('As given.'),
    created_at: z.string().describe('When it was kept.'),
  }),
  example: {
    input: { source: 'call', text: 'Budget is approved for Q3; Dana signs.', tags: ['budget'] },
    output: {
      capture_id: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t',
      source: 'call',
      account_id: null,
      prospect_id: null,
      tags: ['budget'],
      created_at: '2026-03-02T09:30:00.000Z',
    },
  },
  // The database checks attached records on insert: the id of another workspace is `not_found`.
  append(call, { source, text, account_id = null, prospect_id = null, tags = [] }) {
    const capture_id = newId('capture');
    const created_at = call.now.toISOString();
    const kept = { source, account_id, prospect_id, tags, created_at };
    const subject =
      account_id === null
        ? { subjectType: 'prospect', subjectId: prospect_id }
        : { subjectType: 'account', subjectId: account_id };
    const { subjectId } = subject;
    if (subjectId !== null) {
      call.recordFact(...factsOfText({ accountId: account_id, ...subject, subjectId, attribute: 'capture' }, text));
    }
    return {
      result: { capture_id, ...kept },
      inserts: [{ into: captures, rows: [{ workspace_id: call.workspaceId, id: capture_id, text, ...kept }] }],
    };
  },
});
