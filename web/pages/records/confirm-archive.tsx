import { Stack, Text } from '@mantine/core';
import { confirm } from '../../parts/confirm.tsx';
import { counted } from '../../parts/words.ts';

/** What belongs to records, by its kind: one, and several. */
const GOES: Record<string, [string, string]> = {
  opp: ['deal', 'deals'],
  contact: ['contact', 'contacts'],
  prospect: ['prospect', 'prospects'],
  plan: ['account plan', 'account plans'],
  signal: ['signal', 'signals'],
};
const STAYS: Record<string, [string, string]> = {
  capture: ['note', 'notes'],
  meeting: ['meeting', 'meetings'],
};

type Belonging = { kind: string; count: number };

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const listed = (belonging: readonly Belonging[], names: typeof GOES) =>
  list.format(
    belonging.flatMap(({ kind, count }) => (names[kind] === undefined ? [] : counted(count, ...names[kind]))),
  );

function Belongs({ belonging }: { belonging: readonly Belonging[] }) {
  const going = listed(belonging, GOES);
  const notes = listed(belonging, STAYS);
  const drafts = belonging.find(({ kind }) => kind === 'draft')?.count ?? 0;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {going === '' ? '' : `With them go ${going}. `}They and what is known of them are gone from every list and
        answer.
      </Text>
      {notes !== '' && <Text size="sm">{`${notes} that belong to nothing else are withdrawn.`}</Text>}
      {drafts > 0 && (
        <Text size="sm">{`${counted(drafts, 'waiting draft')} of theirs ${drafts === 1 ? 'is' : 'are'} held.`}</Text>
      )}
      <Text size="sm" c="dimmed">
        All of it is kept, and comes back when you restore them.
      </Text>
    </Stack>
  );
}

/** Asks before records are archived at once. @param what how many of which kind */
export function confirmArchive(
  what: string,
  { records, belonging }: { records: number; belonging: readonly Belonging[] },
  run: () => Promise<unknown>,
): void {
  confirm({ title: `Archive ${what}?`, act: `Archive ${records}`, children: <Belongs belonging={belonging} />, run });
}
