import { hash } from 'node:crypto';
import { z } from 'zod';
import { stagePlayDraft } from '../../server/drafts/drafts.ts';
import { enrichInput, enrichOutput, warnOfUnused } from '../../server/enrichment/contact-schema.ts';
import { contactKey, identify } from '../../server/enrichment/identity.ts';
import { storeReceipts, lookUp, type LookedUp } from '../../server/enrichment/persist.ts';
import { composeDraft, placeholdersIn } from '../../server/plays/play-draft.ts';
import { keepScore, scoreSignals } from '../../server/scoring/keep-score.ts';
import { scoreInput, scoreOutput, scoreSignal } from '../../server/scoring/score-schema.ts';
import { AS_NAMED, id, label } from '../fields.ts';
import { tool } from '../tool.ts';

/** Longest label of an account, in characters (decisions 12). */
const MAX_LABEL = 200;

const { key, value, at } = scoreSignal.shape;

/** A signal without the words that gtm_score has for its fields. */
const plainSignal = { key: key.describe(''), value: value.describe(''), at: at.describe('') };

export default tool({
  title: 'Run an outreach play',
  description:
    'Enriches a contact, scores the signals when role is given, and stages an outreach draft for a person to edit and send: it is never sent from here. ' +
    'A fact nobody has stands in the text as [[missing: name]]; leave it or fill it with what you know, never with a guess. The same play again answers its pending draft.',
  scope: 'prospect.write',
  appScope: 'drafts.write',
  entitled: true,
  effect: 'stage',
  sameAnswers: 'while it is pending',
  openWorld: true,
  input: z.object({
    contact: enrichInput.shape.contact,
    wanted: enrichInput.shape.wanted,
    role: scoreInput.shape.role.optional(),
    signals: z.array(z.object(plainSignal)).max(1000).default([]).describe('The evidence, as gtm_score takes it.'),
    account_id: id('account', AS_NAMED).optional(),
    assignee: label('Who is to decide.').optional(),
  }),
  output: z.object({
    enrichment: enrichOutput.describe('What was found, as gtm_enrich answers it.'),
    score: scoreOutput.nullable().describe('The score, as gtm_score answers it; null without role.'),
    draft: z
      .object({
        draft_id: z.string(),
        created: z.boolean().describe('False: the draft of this play that was pending, as it stands.'),
        status: z.string(),
        version: z.int(),
        channel: z.string(),
        to: z.string().nullable().describe('The address, when known.'),
        title: z.string(),
        body: z.string(),
        placeholders: z.array(z.string()).describe('The facts a person must fill in.'),
      })
      .describe('The staged draft.'),
  }),
  example: {
    input: { contact: { fullName: 'Ada Lovelace', company: 'Acme' }, wanted: ['email'] },
    output: {
      enrichment: {
        fields: {},
        attempts: [],
        missing: ['email'],
        total_cost: 0,
        hint: 'No enrichment provider is configured. The operator can set one or more of PROSPEO_API_KEY, HUNTER_API_KEY, APOLLO_API_KEY, PDL_API_KEY and restart the service.',
      },
      score: null,
      draft: {
        draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t',
        created: true,
        status: 'pending',
        version: 1,
        channel: 'manual',
        to: null,
        title: 'Idea for Acme',
        body: 'To: [[missing: email]]\n\nHi Ada,\n\nAs [[missing: title]] at Acme you may be the right person for this.\n\nWould a short call next week be useful?\n\nBest,\n[[missing: sender name]]',
        placeholders: ['email', 'title', 'sender name'],
      },
    },
  },
  // The account is read before any provider is called; nothing is written to it.
  prepare: (call, { contact, wanted, account_id }, services) =>
    lookUp(
      call,
      { contact, wanted, ...(account_id === undefined ? {} : { persist_entity: 'account', persist_id: account_id }) },
      services,
    ),
  /** A provider that fails leaves its facts missing; a missing fact is a marked placeholder in the text. */
  async handler(call, { contact, role, signals, account_id: accountId, assignee }, _services, lookedUp: LookedUp) {
    warnOfUnused(call, contact);
    await storeReceipts(call, lookedUp);
    const { enrichment } = lookedUp;
    const score = role === undefined ? null : await scoreSignals(call, { role, signals });
    if (score !== null && accountId !== undefined) await keepScore(call, accountId, signals, score);
    const { company, domain } = identify(contact);
    const composed = composeDraft({ ...contact, company, domain, fields: enrichment.fields, score });
    const staged = await stagePlayDraft(
      call,
      {
        channel: 'manual',
        title: composed.title,
        body: composed.body,
        product: 'gtm-engine',
        skill: 'run-play',
        account_id: accountId,
        account_ref: (company ?? domain)?.slice(0, MAX_LABEL).toWellFormed(),
        assignee,
      },
      playKeyOf({ contact: contactKey(contact), role, account: accountId }),
    );
    const { draft_id, created, status, version, channel } = staged;
    // A pending draft may have been edited since: what it says now is answered.
    const text = created
      ? composed
      : { ...composed, title: staged.title ?? '', body: staged.body, placeholders: placeholdersIn(staged.body) };
    const { to, title, body, placeholders } = text;
    return {
      enrichment,
      score,
      draft: { draft_id, created, status, version, channel, to, title, body, placeholders },
    };
  },
});

/** Plays of one contact for one role and account are the same play. */
const playKeyOf = (play: { contact: string; role: string | undefined; account: string | undefined }): string =>
  hash('sha256', JSON.stringify(play), 'base64url');
