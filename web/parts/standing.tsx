import { Group, Text } from '@mantine/core';
import { Tag } from './status.tsx';

/** What a fact was stated to rest on, and what recorded it. */
export type Stated = {
  provider: string | null;
  key_id: string | null;
  tool: string;
  evidence: { quote: string; verified: boolean; stated_by: 'customer' | 'seller' | null } | null;
};

/** Who stated a fact: the customer, the seller, a provider, or the agent that recorded it without a quote. */
export function statedBy({ provider, key_id, tool, evidence }: Stated): string {
  if (provider !== null) return 'the provider';
  if (evidence?.stated_by != null) return `the ${evidence.stated_by}`;
  if (key_id === null) return 'the seller';
  // A note is kept as it was sent; whose words they are it says itself.
  return tool === 'log_capture' ? 'a note' : 'the agent';
}

/** Whether a fact's quote was found in its note, in a word; nothing where none was given. */
export const verifiedWord = ({ evidence }: Pick<Stated, 'evidence'>): string | undefined =>
  evidence === null ? undefined : evidence.verified ? 'Verified' : 'Unverified';

/** Who stated a fact, and whether its quote was found. */
export function Standing({ fact }: { fact: Stated }) {
  const word = verifiedWord(fact);
  return (
    <Group gap={6} align="baseline">
      <Text size="xs" c="dimmed" component="span">
        Stated by {statedBy(fact)}
      </Text>
      {word !== undefined && (
        <Tag
          tone={word === 'Verified' ? 'ok' : 'warn'}
          title={
            word === 'Verified' ? `Quoted: “${fact.evidence!.quote}”` : 'Its quote was not found in the note it names'
          }
        >
          {word}
        </Tag>
      )}
    </Group>
  );
}
