import { Alert } from '@mantine/core';
import { unfilledIn } from './body.tsx';

/** Warns of placeholders and gaps that would be sent as they are. */
export function Unfilled({ draft }: { draft: { title: string | null; body: string } }) {
  const found = unfilledIn(draft);
  if (found.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Not filled in" className="words">
      {found.slice(0, 5).join(', ')}
      {found.length > 5 && ` and ${found.length - 5} more`} would be sent as{' '}
      {found.length === 1 ? 'it stands' : 'they stand'}.
    </Alert>
  );
}
