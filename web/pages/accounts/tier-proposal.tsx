import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sayProblem } from '../../parts/problem.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { panel } from '../../trpc.ts';
import type { Account } from './account-data.ts';
import classes from './ask.module.css';
import { useDecided } from './tier-decided.ts';

/** Loaded on demand. */
const Override = lazy(async () => ({ default: (await import('./override-tier.tsx')).Override }));

/** The tier an agent proposes, for a person to accept or replace. */
export function TierProposal({ account }: { account: Account }) {
  const whoOf = useWho();
  const [overriding, setOverriding] = useState(false);
  const done = useDecided(() => setOverriding(false));
  const accept = useMutation(panel.tiers.accept.mutationOptions({ onSuccess: done, onError: sayProblem }));
  const proposal = account.proposals.find(({ state }) => state === 'proposed');
  if (proposal === undefined) return null;
  return (
    <section className={`card ${classes['ask']}`} aria-label="Proposed tier">
      <Group justify="space-between" align="flex-start" gap="md">
        <Group gap="sm" align="flex-start" wrap="nowrap" style={{ flex: '1 1 20rem', minWidth: 0 }}>
          <IconStairsUp size={20} color="var(--accent-text)" aria-hidden />
          <Stack gap={4} style={{ minWidth: 0 }}>
            <Text size="sm" fw={500} className="words">
              Proposed tier: {proposal.tier}
              {account.account.tier !== null && ` (now ${account.account.tier})`}
            </Text>
            {proposal.reason !== null && (
              <Text size="sm" className="words">
                {proposal.reason}
              </Text>
            )}
            {proposal.evidence.length > 0 && (
              <List size="sm" spacing={2}>
                {proposal.evidence.map((piece) => (
                  <List.Item key={piece} className="words">
                    {piece}
                  </List.Item>
                ))}
              </List>
            )}
            <Text size="xs" c="dimmed" component="div">
              By {whoOf(proposal)}, <When at={proposal.created_at} />. The tier changes only when you accept.
            </Text>
          </Stack>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => setOverriding(true)}>
            Choose another
          </Button>
          <Button loading={accept.isPending} onClick={() => accept.mutate({ proposal_id: proposal.proposal_id })}>
            Accept {proposal.tier.length <= 12 ? proposal.tier : ''}
          </Button>
        </Group>
      </Group>
      {overriding && (
        <Suspense>
          <Override proposal={proposal} onClose={() => setOverriding(false)} />
        </Suspense>
      )}
    </section>
  );
}
