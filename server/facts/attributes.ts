/** An attribute in words: `close_date` and `closeDate` both read `close date`. */
export function labelOf(attribute: string): string {
  return attribute
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The end of a label that the value follows on: `subsidiary of`. */
const LEADS_ON = / (?:at|by|for|from|in|of|on|to|with)$/;

/**
 * The sentence of a fact about one attribute of a record, for facts that come from a field rather than a text:
 * `Economic buyer of Pilot: Dana Reyes.`, `Acme: subsidiary of Globex.` Use the record's display name, so that a question
 * that names it finds it.
 */
export function factSentence(attribute: string, subject: string, value: string): string {
  const label = labelOf(attribute);
  const end = /[.!?]$/.test(value) ? '' : '.';
  if (LEADS_ON.test(label)) return `${subject}: ${label} ${value}${end}`;
  return `${label.charAt(0).toUpperCase()}${label.slice(1)} of ${subject}: ${value}${end}`;
}
