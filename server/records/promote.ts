import { inheritMarks, lockTarget, promoteScores } from '../../db/statements/scoring.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { takeOut } from './peoples-values.ts';
import type { SortedFacts } from './sort-facts.ts';
import { proposeInstead } from './value-proposals.ts';
import { type WriteOptions, type Written, writeRecord } from './write-record.ts';

const COLUMNS = ['name', 'domain', 'industry', 'employee_count'] as const;

/**
 * Makes an account of a target account: what the target holds, and over it the facts given; its signals and scores
 * become the account's. A target that is an account already merges the facts into that one. What a person set on the
 * target is theirs on the account, too.
 * @param accountId the account it becomes, where that is there already
 * @throws Fault not_found, invalid_input, payload_too_large
 */
export async function promoteTarget(
  call: Call,
  targetId: string,
  accountId: string | undefined,
  { columns, meddpicc, payload }: SortedFacts,
  options: WriteOptions,
): Promise<Written> {
  const [target] = await call.query(lockTarget, [call.workspaceId, targetId]);
  if (target === undefined) throw notFound('target account');
  if (target.account_id !== null)
    return writeRecord(call, 'account', target.account_id, { columns, meddpicc, payload }, options);
  const held = Object.fromEntries(COLUMNS.flatMap((name) => (target[name] === null ? [] : [[name, target[name]]])));
  const sent = { columns, meddpicc, payload };
  const { left, touched } = call.principal.protectsPeople
    ? takeOut(sent, target, columns)
    : { left: sent, touched: [] };
  const facts = { columns: { ...held, ...left.columns }, meddpicc, payload: { ...target.payload, ...left.payload } };
  const written = await writeRecord(call, 'account', accountId, facts, options);
  await proposeInstead(call, [{ kind: 'account', id: written.id, accountId: written.id, touched }]);
  if (written.created && Object.keys(target.set_by_people).length > 0) {
    const { list_name: _list, external_ref: _ref, ...marks } = target.set_by_people;
    await call.query(inheritMarks, [call.workspaceId, written.id, JSON.stringify(marks)]);
  }
  await call.query(promoteScores, [call.workspaceId, targetId, written.id]);
  return written;
}
