import { Button, Group, Stack, Table as Grid, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../parts/confirm.tsx';
import { Empty } from '../parts/empty.tsx';
import { itemsOf, nextPage } from '../parts/list.ts';
import { Page, Section } from '../parts/page.tsx';
import { Problem, sayProblem, saySo } from '../parts/problem.tsx';
import { Protection } from '../parts/protection.tsx';
import { Tag } from '../parts/status.tsx';
import { More } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { useWho } from '../parts/who.tsx';
import { type Answers, ask, panel } from '../trpc.ts';
import { ProposedValues } from './accounts/proposed-values.tsx';
import { Withdrawn } from './accounts/withdrawn.tsx';

type Proposal = Answers['amendments']['merges']['items'][number];

/** What agents would change of people's values, what was taken back, and which records agents take for the same. */
export function Corrections() {
  return (
    <Page
      title="Corrections"
      about="Values that agents propose in place of yours, what they took back, and records they take for the same. Nothing is deleted: you can restore what was withdrawn."
    >
      <Stack gap="lg">
        <ProposedValues />
        <MergeProposals />
        <Withdrawn />
        <Protection />
      </Stack>
    </Page>
  );
}

function MergeProposals() {
  const merges = useInfiniteQuery(panel.amendments.merges.infiniteQueryOptions({}, nextPage));
  const items = itemsOf(merges.data);
  if (merges.error !== null && items === undefined) {
    return <Problem error={merges.error} retry={() => void merges.refetch()} />;
  }
  return (
    <Section title="Merge proposals">
      {items?.length === 0 ? (
        <Empty icon={IconArrowMerge} title="No merge proposals">
          When an agent finds two records of one company, person or deal, it proposes to merge them, and you decide.
        </Empty>
      ) : (
        <Stack gap="md">
          {items?.map((proposal) => (
            <MergeProposal key={proposal.proposal_id} proposal={proposal} />
          ))}
        </Stack>
      )}
      <More {...merges} shown={items?.length ?? 0} />
    </Section>
  );
}

const HIDDEN = new Set(['payload', 'id', 'created_at', 'updated_at', 'stage_kind']);

const shown = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The fields that one of two records has, those of which they differ first. */
function fieldsOf({ kept, merged }: Proposal) {
  const names = [...new Set([...Object.keys(kept ?? {}), ...Object.keys(merged ?? {})])].filter(
    (name) => !HIDDEN.has(name),
  );
  return names
    .map((name) => ({ name, kept: shown(kept?.[name]), merged: shown(merged?.[name]) }))
    .filter((field) => field.kept !== '–' || field.merged !== '–')
    .sort((a, b) => Number(a.kept === a.merged) - Number(b.kept === b.merged));
}

function MergeProposal({ proposal }: { proposal: Proposal }) {
  const whoOf = useWho();
  const queryClient = useQueryClient();
  const done = async (said: string) => {
    await queryClient.invalidateQueries({ queryKey: panel.amendments.pathKey() });
    void queryClient.invalidateQueries({ queryKey: panel.accounts.pathKey() });
    saySo(said);
  };
  const { proposal_id } = proposal;
  const decline = useMutation(
    panel.amendments.decline_merge.mutationOptions({ onSuccess: () => done('Proposal declined'), onError: sayProblem }),
  );
  const nameOf = (record: Proposal['kept'], id: string) => shown(record?.['name'] ?? record?.['domain'] ?? id);
  const [keptName, mergedName] = [nameOf(proposal.kept, proposal.kept_id), nameOf(proposal.merged, proposal.merged_id)];
  const apply = () =>
    confirm({
      title: `Merge ${mergedName} into ${keptName}?`,
      act: 'Merge',
      children: `Everything that belongs to ${mergedName} goes to ${keptName}, which keeps its own values. The merged record is archived.`,
      async run() {
        await ask.amendments.apply_merge.mutate({ proposal_id });
        await done(`${mergedName} is now part of ${keptName}`);
      },
    });
  return (
    <section
      className="card"
      aria-label={`Merge ${mergedName} into ${keptName}`}
      style={{ padding: 'var(--mantine-spacing-md)' }}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2}>
            <Group gap="xs">
              <Tag>{proposal.kind.replace('_', ' ')}</Tag>
              <Text size="sm" fw={500} className="words">
                {proposal.reason}
              </Text>
            </Group>
            <Text size="xs" c="dimmed" component="div">
              By {whoOf(proposal)}, <When at={proposal.created_at} />
            </Text>
          </Stack>
          <Group gap="xs">
            <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate({ proposal_id })}>
              Decline
            </Button>
            <Button leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={apply}>
              Merge
            </Button>
          </Group>
        </Group>
        <div style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Both records">
          <Grid>
            <Grid.Thead>
              <Grid.Tr>
                <Grid.Th>Field</Grid.Th>
                <Grid.Th>Keep</Grid.Th>
                <Grid.Th>Merge into it</Grid.Th>
              </Grid.Tr>
            </Grid.Thead>
            <Grid.Tbody>
              {fieldsOf(proposal).map(({ name, kept, merged }) => (
                <Grid.Tr key={name}>
                  <Grid.Td>{name.replaceAll('_', ' ')}</Grid.Td>
                  <Grid.Td className="words" fw={kept === merged ? 400 : 500}>
                    {kept}
                  </Grid.Td>
                  <Grid.Td className="words" fw={kept === merged ? 400 : 500}>
                    {merged}
                  </Grid.Td>
                </Grid.Tr>
              ))}
            </Grid.Tbody>
          </Grid>
        </div>
      </Stack>
    </section>
  );
}
