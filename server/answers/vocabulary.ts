import examples from './terms/examples.json' with { type: 'json' };
import glossary from './terms/glossary.json' with { type: 'json' };
import type { Kind } from './terms/patterns.ts';
import { stemsOf } from './words.ts';

/** A thing sellers record and ask for, with the attributes that hold it. */
export type Topic = {
  readonly name: string;
  readonly attributes: ReadonlySet<string>;
  readonly record: readonly [tool: string, field: string];
  readonly kind: Kind | undefined;
  /** Ways to ask for it and for nothing else, as stems, the longest first. */
  readonly terms: readonly (readonly string[])[];
  /** Stems that texts about it hold. */
  readonly also: ReadonlySet<string>;
};

type Source = { name: string; attributes: string[]; record: string[]; kind?: string; terms: string[]; also: string[] };

export const topics: readonly Topic[] = (glossary.topics as Source[]).map((source) => ({
  name: source.name,
  attributes: new Set(source.attributes),
  record: source.record as [string, string],
  kind: source.kind as Kind | undefined,
  terms: source.terms.map(stemsOf).sort((a, b) => b.length - a.length),
  also: new Set(source.also.flatMap(stemsOf)),
}));

const groups = glossary.synonyms.map((group) => group.split(', ').map(stemsOf));
const near = new Map<string, Set<string>>();
for (const group of groups) {
  const single = group.flatMap((phrase) => (phrase.length === 1 ? phrase : []));
  for (const stem of single) near.set(stem, new Set([...(near.get(stem) ?? []), ...single].filter((s) => s !== stem)));
}
const NONE: ReadonlySet<string> = new Set();

/** Stems that mean much the same as a stem. */
export const nearTo = (stem: string): ReadonlySet<string> => near.get(stem) ?? NONE;

const asked = Object.entries(examples).flatMap(([attribute, questions]) =>
  questions.map((question) => ({ attribute, stems: new Set(stemsOf(question)) })),
);

/** Stems that the glossary and the example questions hold: words of the language. */
export const stemsOfGlossary: ReadonlySet<string> = new Set([
  ...groups.flat(2),
  ...topics.flatMap(({ terms, also }) => [...terms.flat(), ...also]),
  ...asked.flatMap(({ stems }) => [...stems]),
]);

const frequency = new Map<string, number>();
for (const { stems } of asked) for (const stem of stems) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
const weightOf = (stem: string) => Math.log(1 + asked.length / (frequency.get(stem) ?? asked.length));
const lengthOf = (stems: ReadonlySet<string>) => Math.hypot(...Array.from(stems, weightOf));
const known = asked.map((example) => ({ ...example, length: lengthOf(example.stems) }));

/** How like a question is to the example questions of each attribute: the highest cosine, 0 to 1. */
export function likeExamples(question: ReadonlySet<string>): Map<string, number> {
  const length = lengthOf(question);
  const like = new Map<string, number>();
  for (const { attribute, stems, length: own } of known) {
    let sum = 0;
    for (const stem of stems) if (question.has(stem)) sum += weightOf(stem) ** 2;
    like.set(attribute, Math.max(like.get(attribute) ?? 0, sum / (length * own || 1)));
  }
  return like;
}

/** Whether stems stand one after another in others. */
export const hasPhrase = (stems: readonly string[], phrase: readonly string[]): boolean =>
  stems.some((_, at) => phrase.every((stem, index) => stems[at + index] === stem));
