import { z } from 'zod';
import type { AppendTable } from '../../db/append.ts';
import { newId } from '../../db/ids.ts';
import { fingerprints, isNew } from '../../db/statements/repeats.ts';
import { iso, narrowed, statement } from '../../db/statement.ts';
import type { Call } from '../../server/gate/call.ts';
import { factsOfText } from '../../server/facts/text-facts.ts';
import { fingerprintOf } from '../../server/repeats/fingerprint.ts';
import { externalRef, id, label, meaningfulText, unsaid } from '../fields.ts';
import { tool } from '../tool.ts';

const COLUMNS = 'workspace_id, id, source, text, account_id, prospect_id, tags, created_at';

/** Captures, but for those that repeat another. */
const captures: AppendTable = {
  name: 'captures',
  insert: (parameter) => `new_captures AS (INSERT INTO captures (${COLUMNS})
     SELECT ${COLUMNS} FROM json_populate_recordset(NULL::captures, ${parameter}::json) i WHERE ${isNew('i.id')})`,
};

/**
 * Adds a capture, or replaces the one that has the external_ref and supersedes the facts read from it, unless it says the
 * same; a fact has the time at which its capture was written. `$1`: workspace, `$2`: new id, `$3`: external_ref, `$4`:
 * source, `$5`: text, `$6`: account, `$7`: prospect, `$8`: tags, `$9`: now. Null leaves a field unchanged.
 */
const replaceCapture = statement(
  'replace_capture',
  `WITH present AS (
     SELECT id, text, account_id, prospect_id, COALESCE(updated_at, created_at) AS written_at FROM captures
     WHERE workspace_id = $1 AND external_ref = $3 FOR UPDATE
   ), kept AS (
     INSERT INTO captures AS c (workspace_id, id, external_ref, source, text, account_id, prospect_id, tags, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, COALESCE($8::text[], '{}'), $9::timestamptz
     FROM (SELECT count(*) FROM present) read_before
     ON CONFLICT (workspace_id, external_ref) WHERE external_ref IS NOT NULL AND withdrawn_at IS NULL DO UPDATE SET
       source = EXCLUDED.source, text = EXCLUDED.text, account_id = COALESCE(EXCLUDED.account_id, c.account_id),
       prospect_id = COALESCE(EXCLUDED.prospect_id, c.prospect_id), tags = COALESCE($8::text[], c.tags),
       updated_at = CASE WHEN c.text = EXCLUDED.text AND c.account_id IS NOT DISTINCT FROM COALESCE(EXCLUDED.account_id, c.account_id)
                          AND c.prospect_id IS NOT DISTINCT FROM COALESCE(EXCLUDED.prospect_id, c.prospect_id)
                         THEN c.updated_at ELSE EXCLUDED.created_at END
     RETURNING c.*
   ), superseded AS (
     UPDATE facts f SET superseded_at = $9::timestamptz FROM present, kept
     WHERE kept.updated_at = $9::timestamptz AND f.workspace_id = $1 AND f.attribute = 'capture' AND f.superseded_at IS NULL
       AND f.subject_id = COALESCE(present.account_id, present.prospect_id) AND f.at = present.written_at
   )
   SELECT id, source, account_id, prospect_id, tags, ${iso('created_at')} AS created_at,
          id = $2 OR COALESCE(updated_at = $9::timestamptz, false) AS is_new_text
   FROM kept`,
  { row: narrowed<{ tags: string[]; is_new_text: boolean }>() },
);

export default tool({
  title: 'Log a capture',
  description:
    'Keeps a text worth remembering (a call note, an e-mail, an observation), of an account or prospect if you name one. ' +
    'Use it whenever something was learned: questions are answered from it.',
  scope: 'capture.write',
  entitled: true,
  effect: 'write',
  sameAnswers: 'within 7 days',
  input: z.object({
    source: label('Such as call, email or an agent name.'),
    text: meaningfulText(unsaid('The content to keep.')),
    account_id: id('account', unsaid('Account to attach it to.')).optional(),
    prospect_id: id('prospect', unsaid('Prospect to attach it to.')).optional(),
    tags: z
      .array(label(unsaid('A tag.')))
      .max(50)
      .optional()
      .describe(unsaid('Tags to find it by, at most 50.')),
    external_ref: externalRef,
  }),
  output: z.object({
    capture_id: id('capture', 'The capture.'),
    created: z.boolean().describe('False: the same was kept within 7 days, or its external_ref was there.'),
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
      created: true,
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
    const workspace_id = call.workspaceId;
    const created_at = call.now.toISOString();
    const kept = { source, account_id, prospect_id, tags, created_at };
    recordText(call, { account_id, prospect_id }, text, { capture_id, isAdded: true });
    const fingerprint = fingerprintOf('capture', source, text, account_id, prospect_id, [...tags].sort());
    return {
      result: { capture_id, created: true, ...kept },
      inserts: [
        { into: fingerprints, rows: [{ workspace_id, fingerprint, record_id: capture_id, at: created_at }] },
        { into: captures, rows: [{ workspace_id, id: capture_id, text, ...kept }] },
      ],
      repeated: {
        id: capture_id,
        result: ({ kept: id, at }) => ({ capture_id: id, created: false, ...kept, created_at: at }),
      },
    };
  },
  replaces: ({ external_ref }) => external_ref !== undefined,
  async replace(call, { source, text, account_id = null, prospect_id = null, tags = null, external_ref }) {
    const id = newId('capture');
    const at = call.now.toISOString();
    const values = [call.workspaceId, id, external_ref!, source, text, account_id, prospect_id, tags, at] as const;
    const [kept] = await call.query(replaceCapture, values);
    const { id: capture_id, is_new_text, ...rest } = kept!;
    if (is_new_text) recordText(call, rest, text, { capture_id, isAdded: false });
    return { capture_id, created: capture_id === id, ...rest };
  },
});

type Attached = { account_id: string | null; prospect_id: string | null };

/** The facts of a capture's text. @param of the capture, and whether it is added beside them, if it repeats no other */
function recordText(
  call: Call,
  { account_id, prospect_id }: Attached,
  text: string,
  of: { capture_id: string; isAdded: boolean },
): void {
  const subjectId = account_id ?? prospect_id;
  if (subjectId === null) return;
  const subjectType = account_id === null ? 'prospect' : 'account';
  const facts = factsOfText(
    { accountId: account_id, subjectType, subjectId, attribute: 'capture', sourceId: of.capture_id },
    text,
  );
  call.recordFact(...(of.isAdded ? facts.map((fact) => ({ ...fact, ofAdded: of.capture_id })) : facts));
}
