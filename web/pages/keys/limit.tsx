import { Button, Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { CallsPerMinute, limitProblem, useDefaultLimit } from './calls-per-minute.tsx';

type LimitProps = {
  name: string;
  /** Calls per minute; null for no limit. */
  limit: number | null;
  /** Whether the person may give more than the default, or no limit. */
  mayRaise: boolean;
  save(limit: number | null): Promise<unknown>;
  onSaved(): unknown;
  onClose(): void;
};

/** Changes how often a key may call. */
export function Limit({ name, limit, mayRaise, save, onSaved, onClose }: LimitProps) {
  const [limited, setLimited] = useState(limit !== null);
  const defaultLimit = useDefaultLimit();
  const [typed, setTyped] = useState<number | string | null>(limit);
  const calls = typed ?? defaultLimit;
  const [wrong, setWrong] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: () => save(limited ? Number(calls) : null),
    onSuccess: async () => {
      await onSaved();
      saySo('Limit changed', `${name}: applies from its next call`);
      onClose();
    },
  });
  const submit = () => {
    const problem = limited ? limitProblem(calls, mayRaise, defaultLimit) : null;
    setWrong(problem);
    if (problem === null) saving.mutate();
  };
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
        <CallsPerMinute
          mayRaise={mayRaise}
          disabled={!limited}
          error={wrong ?? fieldErrors(saving.error, ['rate_limit'])['rate_limit']}
          value={calls ?? ''}
          onChange={(now) => {
            setTyped(now);
            setWrong(null);
          }}
        />
        <End error={saving.error} fields={['rate_limit']} onClose={onClose}>
          <Button loading={saving.isPending} onClick={submit}>
            Save
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}
