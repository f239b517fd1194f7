import { newId } from '../../db/ids.ts';
import {
  decideTierProposal,
  insertTierProposal,
  lockAccountTier,
  lockTierProposal,
} from '../../db/statements/outreach.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import { factSentence } from '../facts/attributes.ts';
import type { Call } from '../gate/call.ts';
import { emit } from '../webhooks/events.ts';

export type ProposeTierInput = {
  account_id: string;
  tier: string;
  reason?: string | undefined;
  evidence?: string[] | undefined;
};

/**
 * Stores a tier proposed for an account, in place of the open proposal; the account's tier stays until a
 * person decides. @throws Fault not_found
 */
export async function proposeTier(call: Call, input: ProposeTierInput) {
  const [account] = await call.query(lockAccountTier, [call.workspaceId, input.account_id]);
  if (account === undefined) throw notFound('account');
  const id = newId('proposal');
  const [proposal] = await call.query(insertTierProposal, [
    call.workspaceId,
    id,
    input.account_id,
    account.tier,
    input.tier,
    input.reason ?? null,
    input.evidence ?? [],
    call.runRef,
    call.principal.keyId,
    call.principal.user.id,
    call.now.toISOString(),
  ]);
  recordProposal(call, input.account_id, input.tier, `The tier ${input.tier} is proposed and not decided.`);
  return {
    proposal_id: id,
    account_id: input.account_id,
    status: 'proposed' as const,
    current_tier: account.tier,
    proposed_tier: input.tier,
    supersedes: proposal!.superseded_id,
    created_at: call.now.toISOString(),
  };
}

export type DecideTierInput =
  | { proposal_id: string; decision: 'accept' }
  | { proposal_id: string; decision: 'override'; tier: string };

/** The data of an `account.tier_changed` event, and whether one is sent: an unchanged tier emits none. */
export type TierDecision = {
  account_id: string;
  from_tier: string | null;
  to_tier: string;
  source: 'accepted' | 'overridden';
  changed_at: string;
  moved: boolean;
};

/**
 * A person's decision on an open proposal: accepts its tier, or overrides it with any other, the current one too.
 * @throws Fault not_found; invalid_input; invalid_transition when it was decided already
 */
export async function decideTier(call: Call, input: DecideTierInput): Promise<TierDecision> {
  const [proposal] = await call.query(lockTierProposal, [call.workspaceId, input.proposal_id]);
  if (proposal === undefined) throw notFound('proposal');
  const tier = input.decision === 'accept' ? proposal.tier : input.tier;
  if (input.decision === 'override' && tier === proposal.tier) {
    throw invalidField('tier', 'is the proposed tier: accept the proposal, or choose another');
  }
  const source = input.decision === 'accept' ? 'accepted' : 'overridden';
  const [decided] = await call.query(decideTierProposal, [
    call.workspaceId,
    input.proposal_id,
    source,
    tier,
    call.principal.user.id,
    call.now.toISOString(),
  ]);
  if (decided === undefined) {
    throw new Fault('invalid_transition', {
      message: 'This proposal was decided or superseded already; only an open one can be decided.',
    });
  }
  const { account_id: accountId, account_name: name, from_tier: fromTier } = proposal;
  recordProposal(call, accountId, proposal.tier, `The proposed tier ${proposal.tier} was ${source}.`);
  if (decided.moved) {
    call.recordFact({
      accountId,
      subjectType: 'account',
      subjectId: accountId,
      attribute: 'tier',
      value: tier,
      sentence: factSentence('tier', name!, tier),
      single: true,
    });
  }
  const change = {
    account_id: accountId,
    from_tier: fromTier,
    to_tier: tier,
    source,
    changed_at: call.now.toISOString(),
  } as const;
  if (decided.moved) await emit(call, 'account.tier_changed', change);
  return { ...change, moved: decided.moved };
}

function recordProposal(call: Call, accountId: string, value: string, sentence: string): void {
  call.recordFact({
    accountId,
    subjectType: 'account',
    subjectId: accountId,
    attribute: 'proposed_tier',
    value,
    sentence,
    single: true,
  });
}
