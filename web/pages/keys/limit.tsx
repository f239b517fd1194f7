import { Button, NumberInput, Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';

type LimitProps = {
  name: string;
  /** Calls per minute; null for no limit. */
  limit: number | null;
  /** Whether the person may give more than the usual 60, or no limit. */
  mayRaise: boolean;
  save(limit: number | null): Promise<unknown>;
  onSaved(): unknown;
  onClose(): void;
};

/** Changes how often a key may call. */
export function Limit({ name, limit, mayRaise, save, onSaved, onClose }: LimitProps) {
  const [limited, setLimited] = useState(limit !== null);
  const [calls, setCalls] = useState<number | string>(limit ?? 60);
  const saving = useMutation({
    mutationFn: () => save(limited ? Number(calls) : null),
    onSuccess: async () => {
      await onSaved();
      saySo('Limit changed', `${name}: applies from its next call`);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={`Limit of “${name}”`}>
      <Stack>
        {mayRaise && (
          <Switch
            label="Limit calls per minute"
            checked={limited}
            onChange={(event) => setLimited(event.currentTarget.checked)}
          />
        )}
        <NumberInput
          label="Calls per minute"
          description={mayRaise ? undefined : 'At most 60; a team owner can have more.'}
          min={1}
          max={mayRaise ? 1_000_000 : 60}
          allowDecimal={false}
          disabled={!limited}
          error={fieldErrors(saving.error, ['rate_limit'])['rate_limit']}
          value={calls}
          onChange={setCalls}
        />
        <End error={saving.error} fields={['rate_limit']} onClose={onClose}>
          <Button loading={saving.isPending} onClick={() => saving.mutate()}>
            Save
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}
