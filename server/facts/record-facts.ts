import type { NewFact } from '../gate/call.ts';
import { isObject } from '../json-value.ts';
import { factSentence, labelOf } from './attributes.ts';
import { factsOfText } from './text-facts.ts';

/** Text up to this length is one value, superseded as a whole; longer text becomes a fact per sentence. */
export const MAX_VALUE = 500;

/** The value of a fact whose field was removed. */
export const NO_LONGER_KNOWN = 'no longer known';

/** A record that fields belong to: `label` is its display name. */
export type Subject = { accountId: string | null; type: string; id: string; label: string };

/** A field's value in words: lists with commas, yes and no. */
export function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ');
  if (isObject(value)) {
    return Object.entries(value)
      .map(([key, part]) => `${labelOf(key)} ${wordsOf(part)}`)
      .join(', ');
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? '' : String(value);
}

/**
 * The facts of a record's fields that were just written: one single-valued fact each, inner objects field by
 * field (`address.city`). Removing a field (null) from an existing record supersedes its fact.
 */
export function factsOfRecord(subject: Subject, fields: Record<string, unknown>, isNew: boolean): NewFact[] {
  const factsIn = (part: Record<string, unknown>, prefix: string): NewFact[] =>
    Object.entries(part).flatMap(([key, value]) => {
      const attribute = `${prefix}${key}`;
      if (isObject(value)) return factsIn(value, `${attribute}.`);
      const about = { accountId: subject.accountId, subjectType: subject.type, subjectId: subject.id, attribute };
      const words = value === null && !isNew ? NO_LONGER_KNOWN : wordsOf(value);
      if (words === '') return [];
      if (words.length > MAX_VALUE) return factsOfText(about, words);
      // A record does not belong to itself: its name is its label.
      const of = attribute === 'name' ? subject.type.replaceAll('_', ' ') : subject.label;
      return [{ ...about, value: words, sentence: factSentence(attribute, of, words), single: true }];
    });
  return factsIn(fields, '');
}
