import { Alert } from '@mantine/core';
import { invisibleIn } from '../../parts/invisible.tsx';
import { counted } from '../../parts/words.ts';
import { destinationOf, type DraftItem } from './item.ts';

/** A warning about the invisible characters in a draft. */
export function Invisible({ draft }: { draft: Pick<DraftItem, 'title' | 'body' | 'destination'> }) {
  const texts = [draft.title ?? '', draft.body, ...destinationOf(draft).map(([, text]) => text)];
  const found = texts.reduce((sum, text) => sum + invisibleIn(text), 0);
  if (found === 0) return null;
  return (
    <Alert color="red" variant="light" title={counted(found, 'invisible character')} role="alert">
      {found === 1 ? 'It is' : 'They are'} marked by name, such as [U+202E]. Characters like{' '}
      {found === 1 ? 'it' : 'these'} can hide words, or make a text read otherwise than it is: edit the draft, or reject
      it, unless you know why {found === 1 ? 'it is' : 'they are'} there.
    </Alert>
  );
}
