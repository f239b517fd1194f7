/** An attribute in words: `close_date` and `closeDate` both read `close date`. */
export function labelOf(attribute: string): string {
  return attribute
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Whether a fact reads as `factSentence` writes one; `label` is its attribute's. */
export const isFieldSentence = (label: string, sentence: string): boolean =>
  sentence.toLowerCase().startsWith(`${label} of `);

/**
 * The sentence of a fact about one attribute of a record, for facts that come from a field rather than a text:
 * `Economic buyer of Pilot: Dana Reyes.` Use the record's display name, so that a question that names it finds it.
 */
export function factSentence(attribute: string, subject: string, value: string): string {
  const label = labelOf(attribute);
  const end = /[.!?]$/.test(value) ? '' : '.';
  return `${label.charAt(0).toUpperCase()}${label.slice(1)} of ${subject}: ${value}${end}`;
}
