import type { Contact, Field } from '../enrichment/provider.ts';
import type { Enrichment } from '../enrichment/contact-schema.ts';
import type { Score } from '../scoring/score-schema.ts';

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

const words = (key: string) => key.replaceAll(/[_-]+/g, ' ');

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
    ...reasons(score, employer),
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

function reasons(score: Score | null, employer: string): string[] {
  const drivers =
    score?.drivers
      .filter(({ contribution }) => contribution > 0)
      .slice(0, 2)
      .map(({ key }) => words(key)) ?? [];
  return drivers.length === 0 ? [] : [`I am writing because of what we see at ${employer}: ${drivers.join(' and ')}.`];
}
