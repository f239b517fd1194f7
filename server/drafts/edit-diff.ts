import { structuredPatch } from 'diff';
import type { DraftContent } from '../../db/statements/drafts.ts';

/** The most lines that may differ (some 5 ms of work); beyond that both texts are answered whole, one after the other. */
const MOST_EDITS = 200;

/** Everything a person can change of a draft, line by line. */
const linesOf = ({ title, body, destination }: DraftContent) =>
  [
    ...(title === null ? [] : [`Title: ${title}`, '']),
    body,
    ...Object.entries(destination ?? {}).map(([field, value]) => `${field}: ${JSON.stringify(value)}`),
  ].join('\n');

const marked = (mark: string, text: string) =>
  text
    .split('\n')
    .map((line) => mark + line)
    .join('\n');

/** What a person changed of an agent's version: lines that begin with `-` and `+`, with one around each; null for nothing. */
export function editOf(before: DraftContent, after: DraftContent): string | null {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  if (old === fresh) return null;
  const patch = structuredPatch('', '', old, fresh, '', '', { context: 1, maxEditLength: MOST_EDITS });
  if (patch === undefined) return `${marked('-', old)}\n${marked('+', fresh)}`;
  return patch.hunks
    .flatMap(({ lines }) => lines)
    .filter((line) => !line.startsWith('\\'))
    .join('\n');
}
