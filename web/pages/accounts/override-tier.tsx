import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';
import type { Account } from './account-data.ts';
import { useDecided } from './tier-decided.ts';

type Proposal = Account['proposals'][number];

/** Another tier in place of the proposed one. */
export function Override({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const [tier, setTier] = useState(proposal.from_tier ?? '');
  const done = useDecided(onClose);
  const override = useMutation(panel.tiers.override.mutationOptions({ onSuccess: done }));
  return (
    <Dialog onClose={onClose} title="Choose another tier">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          override.mutate({ proposal_id: proposal.proposal_id, tier: tier.trim() });
        }}
      >
        <Stack>
          <TextInput
            label="Tier"
            description={`The proposed tier is ${proposal.tier}.`}
            value={tier}
            maxLength={200}
            error={fieldErrors(override.error, ['tier'])['tier']}
            data-autofocus
            onChange={(event) => setTier(event.currentTarget.value)}
          />
          <End error={override.error} fields={['tier']} onClose={onClose}>
            <Button type="submit" loading={override.isPending} disabled={tier.trim() === ''}>
              Save tier
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
