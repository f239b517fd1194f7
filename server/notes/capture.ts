import { newId } from '../../db/ids.ts';
import { appendTable } from '../../db/append.ts';
import type { Call } from '../gate/call.ts';
import { factsOfText } from '../facts/text-facts.ts';

export type CaptureInput = {
  source: string;
  text: string;
  account_id?: string | undefined;
  prospect_id?: string | undefined;
  tags?: string[] | undefined;
};

const captures = appendTable('captures', 'workspace_id, id, source, text, account_id, prospect_id, tags, created_at');

/** Logs a capture. Attached records are checked by the database as the row goes in: a stranger's id is `not_found`. */
export function logCapture(call: Call, input: CaptureInput) {
  const id = newId('capture');
  const createdAt = call.now.toISOString();
  const row = {
    workspace_id: call.workspaceId,
    id,
    source: input.source,
    text: input.text,
    account_id: input.account_id ?? null,
    prospect_id: input.prospect_id ?? null,
    tags: input.tags ?? [],
    created_at: createdAt,
  };
  if (input.account_id !== undefined || input.prospect_id !== undefined) {
    const subject =
      input.account_id === undefined
        ? { subjectType: 'prospect', subjectId: input.prospect_id! }
        : { subjectType: 'account', subjectId: input.account_id };
    call.recordFact(
      ...factsOfText({ accountId: input.account_id ?? null, ...subject, attribute: 'capture' }, input.text),
    );
  }
  return {
    result: {
      capture_id: id,
      source: input.source,
      account_id: input.account_id ?? null,
      prospect_id: input.prospect_id ?? null,
      tags: input.tags ?? [],
      created_at: createdAt,
    },
    inserts: [{ into: captures, rows: [row] }],
  };
}
