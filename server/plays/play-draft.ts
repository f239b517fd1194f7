import type { Contact, Field } from '../enrichment/provider.ts';
import type { Enrichment } from '../enrichment/contact-schema.ts';
import type { Score } from '../scoring/score-schema.ts';
import type { Role } from '../scoring/weights.ts';

/** The input of a play's draft; everything in it is known, nothing is guessed. */
export type PlayFacts = {
  fullName?: string | undefined;
  firstName?: string | undefined;
  company?: string | undefined;
  domain?: string | undefined;
  /** What the caller knows already; found facts take precedence. */
  known?: Contact['known'];
  fields: Enrichment['fields'];
  score: Score | null;
};

export type ComposedDraft = {
  title: string;
  body: string;
  /** The address a person would send it to; null when it is unknown. */
  to: string | null;
  /** The facts that are marked placeholders in the text. */
  placeholders: string[];
};

/**
 * What a signal says, in words its reader may read about their own company; a signal that is not here never gets into a
 * text. None of a risk or of health is: those are what we think of a deal, not what they did.
 */
const SAID_TO_THEM: Readonly<Record<string, string>> = {
  demo_requested: 'you asked for a demo',
  inbound_reply: 'you answered us with interest',
  pricing_page_visit: 'you looked at our pricing',
  event_attendance: 'you attended one of our events',
  content_engagement: 'you read what we publish',
  tech_stack_match: 'the systems you run are those we work with best',
  integration_coverage: 'our integrations cover your systems',
  industry_match: 'we know your industry well',
  company_size_match: 'we work with companies of your size',
  use_case_match: 'we are known for what you need',
  partner_overlap: 'we work with the same partners',
  marketplace_presence: 'we are in the marketplace you buy through',
  region_match: 'we support your region',
  reference_customers: 'companies like yours work with us',
  compliance_match: 'we have the certificates you need',
};

/** The roles whose signals are about what they did or are. */
const SAID_OF: ReadonlySet<string> = new Set<Role>(['awareness', 'ecosystem-fit']);

/**
 * Writes the outreach draft of a play from known facts only. An unknown fact becomes a marked placeholder such as
 * `[[missing: email]]`, for a person to fill in (`gtm_run_play`). Same facts, same text.
 */
export function composeDraft({
  fullName,
  firstName,
  company,
  domain,
  known: sent,
  fields,
  score,
}: PlayFacts): ComposedDraft {
  const placeholders: string[] = [];
  const fact = (field: Field) => String(fields[field]?.value ?? sent?.[field] ?? '').trim() || undefined;
  const known = (name: string, value: string | undefined) => {
    const text = value?.trim().replaceAll(/\s+/g, ' ') ?? '';
    if (text !== '') return text;
    if (!placeholders.includes(name)) placeholders.push(name);
    return `[[missing: ${name}]]`;
  };
  const first = firstName || fullName?.trim().split(/\s+/)[0];
  const employer = known('company', company || (fact('company') ?? domain));
  const email = fact('email');
  const industry = fact('industry');
  const title = `Idea for ${employer}`;
  const paragraphs = [
    `To: ${known('email', email)}`,
    `Hi ${known('first name', first)},`,
    `As ${known('title', fact('title'))} at ${employer} you may be the right person for this${
      industry === undefined ? '' : `; we work with other ${industry} teams`
    }.`,
    ...reasons(score),
    'Would a short call next week be useful?',
    `Best,\n${known('sender name', undefined)}`,
  ];
  return {
    title,
    body: paragraphs.join('\n\n'),
    to: email ?? null,
    placeholders,
  };
}

function reasons(score: Score | null): string[] {
  if (score === null || !SAID_OF.has(score.role)) return [];
  const said = score.drivers
    .filter(({ key, contribution }) => contribution > 0 && Object.hasOwn(SAID_TO_THEM, key))
    .slice(0, 2)
    .map(({ key }) => SAID_TO_THEM[key]!);
  return said.length === 0 ? [] : [`I am writing because ${said.join(', and ')}.`];
}

const PLACEHOLDER = /\[\[missing: ([^[\]]{1,50})\]\]/g;

/** The facts that stand as placeholders in a text, each once. */
export const placeholdersIn = (body: string): string[] => [
  ...new Set(Array.from(body.matchAll(PLACEHOLDER), ([, name]) => name!)),
];
