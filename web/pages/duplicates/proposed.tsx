import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { More } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { type Answers, panel } from '../../trpc.ts';
import { DuplicateSet } from './set.tsx';
import { type Alike, kindName, type Kind } from './words.ts';

type Proposal = Answers['amendments']['merges']['items'][number];

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const alikeOf = (id: string, kind: string, record: Record<string, unknown>): Alike => ({
  id,
  kind: kind as Kind,
  name: textOf(record['name']),
  domain: textOf(record['domain']),
  email: textOf(record['email']),
  title: textOf(record['title']),
  stage: textOf(record['stage']),
  account_id: textOf(record['account_id']),
  account_name: null,
  external_ref: textOf(record['external_ref']),
  created_at: String(record['created_at']),
  updated_at: String(record['updated_at']),
});

const recordsOf = ({ kind, kept, kept_id, merged, merged_id }: Proposal): Alike[] =>
  kept === null || merged === null ? [] : [alikeOf(kept_id, kind, kept), alikeOf(merged_id, kind, merged)];

export const useProposals = () => useInfiniteQuery(panel.amendments.merges.infiniteQueryOptions({}, nextPage));

/** Records that agents propose to merge, whatever they have in common. */
export function ProposedMerges({ merges }: { merges: ReturnType<typeof useProposals> }) {
  const whoOf = useWho();
  const items = itemsOf(merges.data);
  if (merges.error !== null && items === undefined) {
    return <Problem error={merges.error} retry={() => void merges.refetch()} />;
  }
  if (items === undefined || items.length === 0) return null;
  return (
    <Section title="Merge proposals" about="Agents take these for the same. They never merge anything themselves.">
      <Stack gap="md">
        {items.map((proposal) => (
          <DuplicateSet
            key={proposal.proposal_id}
            records={recordsOf(proposal)}
            matched={`Two ${kindName(proposal.kind)}s`}
            proposal={{
              id: proposal.proposal_id,
              about: (
                <>
                  <Text size="sm" fw={500} className="words">
                    {proposal.reason}
                  </Text>
                  <Text size="xs" c="dimmed" component="div">
                    By {whoOf(proposal)}, <When at={proposal.created_at} />
                  </Text>
                </>
              ),
            }}
          />
        ))}
      </Stack>
      <More {...merges} shown={items.length} />
    </Section>
  );
}
