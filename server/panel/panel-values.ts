import { highestId } from '../../db/ids.ts';
import { countValueProposals, listValueProposals } from '../../db/statements/value-proposals.ts';
import type { Call } from '../gate/call.ts';

/** Values that agents proposed and no person decided about, newest first: of one account with its records, or of all. */
export async function valueProposals(
  call: Call,
  { account_id, limit, cursor }: { account_id?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const of = account_id ?? null;
  const [rows, [waiting]] = await Promise.all([
    call.query(listValueProposals, [call.workspaceId, cursor ?? highestId('value_proposal'), limit + 1, of]),
    call.query(countValueProposals, [call.workspaceId, of]),
  ]);
  const items = rows.slice(0, limit).map(({ proposed_by, ...proposal }) => ({ ...proposal, ...proposed_by }));
  return {
    items,
    total: waiting!.count,
    next_cursor: rows.length > limit ? items.at(-1)!.proposal_id : null,
  };
}
