import { Text } from '@mantine/core';
import { To } from './link.tsx';

type Props = {
  kind: string;
  /** What it is called. */
  children: string;
  /** The account that it is, or belongs to. */
  accountId: string | null;
  /** A draft that has a page of its own. */
  draftId?: string | undefined;
  /** Whether it stands out from the text around it. */
  strong?: boolean;
};

/** What a record is called, as a link to where it is shown: its draft, or its account. */
export function RecordName({ kind, children, accountId, draftId, strong = true }: Props) {
  const shown = { size: 'sm', className: 'words', ...(strong ? { fw: 500 } : {}) };
  if (draftId !== undefined) {
    return (
      <To to="/drafts/$draftId" params={{ draftId }} {...shown}>
        {children}
      </To>
    );
  }
  if (accountId === null) {
    return (
      <Text component="span" {...shown}>
        {children}
      </Text>
    );
  }
  const search = kind === 'contact' || kind === 'prospect' ? { tab: 'people' } : {};
  return (
    <To to="/accounts/$accountId" params={{ accountId }} search={search} {...shown}>
      {children}
    </To>
  );
}
