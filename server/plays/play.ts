import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { stageDraft } from '../drafts/drafts.ts';
import { identify } from '../enrichment/identity.ts';
import { keepReceipts, lookUp, type LookedUp } from '../enrichment/persist.ts';
import type { EnrichInput } from '../enrichment/contact-schema.ts';
import { composeDraft } from './play-draft.ts';
import type { ScoreInput } from '../scoring/score-schema.ts';
import { keepScore, scoreSignals } from '../scoring/keep-score.ts';

/** Characters that an account's label may have (decisions 12). */
const MOST_LABEL = 200;

export type PlayInput = Pick<EnrichInput, 'contact' | 'wanted'> & {
  role?: ScoreInput['role'] | undefined;
  signals: ScoreInput['signals'];
  account_id?: string | undefined;
};

/** Looks the contact up, once the account that the play is for is known to be there. @throws Fault not_found */
export const lookUpForPlay = (call: Call, { contact, wanted, account_id }: PlayInput, services: Services) =>
  lookUp(
    call,
    { contact, wanted, ...(account_id === undefined ? {} : { persist_entity: 'account', persist_id: account_id }) },
    services,
  );

/**
 * `gtm_run_play`: enrichment, score, draft, one after the other. A provider that fails leaves its facts missing; what
 * is missing stands as a marked placeholder. The draft waits for a person: it is staged as `manual`, never sent.
 * @throws Fault not_found when account_id names no account of the workspace
 */
export async function gtmRunPlay(call: Call, input: PlayInput, _rooms: Services, lookedUp: LookedUp) {
  await keepReceipts(call, lookedUp);
  const { enrichment } = lookedUp;
  const { contact, role, signals, account_id: accountId } = input;
  const score = role === undefined ? null : await scoreSignals(call, { role, signals });
  if (score !== null && accountId !== undefined) await keepScore(call, accountId, signals, score);
  const { company, domain } = identify(contact);
  const composed = composeDraft({ ...contact, company, domain, fields: enrichment.fields, score });
  const staged = await stageDraft(call, {
    channel: 'manual',
    title: composed.title,
    body: composed.body,
    product: 'gtm-engine',
    skill: 'run-play',
    account_id: accountId,
    account_ref: (company ?? domain)?.slice(0, MOST_LABEL).toWellFormed(),
  });
  return {
    enrichment,
    score,
    draft: {
      draft_id: staged.draft_id,
      status: staged.status,
      version: staged.version,
      channel: staged.channel,
      to: composed.to,
      title: composed.title,
      body: composed.body,
      placeholders: composed.placeholders,
    },
  };
}
