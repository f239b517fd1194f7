import { Button, Select, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { moment } from '../../parts/words.ts';
import { ask } from '../../trpc.ts';
import { expiryChoices, expiryOf, rangesOf } from './expiry.ts';
import type { Key } from './list.tsx';

const UNCHANGED = 'unchanged';
const FIELDS = ['allowed_ips', 'expires_at'];

type AccessProps = { item: Key; onSaved(): unknown; onClose(): void };

/** Changes from where and until when a key works. */
export function Access({ item, onSaved, onClose }: AccessProps) {
  const { key_id, expires_at, allowed_ips } = item;
  const [expiry, setExpiry] = useState(UNCHANGED);
  const [addresses, setAddresses] = useState(allowed_ips.join('\n'));
  const saving = useMutation({
    async mutationFn() {
      const ranges = rangesOf(addresses);
      if (ranges.join() !== allowed_ips.join()) await ask.keys.set_allowed_ips.mutate({ key_id, allowed_ips: ranges });
      if (expiry !== UNCHANGED) await ask.keys.set_expiry.mutate({ key_id, expires_at: expiryOf(expiry) });
    },
    onSuccess: async () => {
      await onSaved();
      saySo('Access changed', `${item.name}: applies from its next call`);
      onClose();
    },
  });
  const unchanged = expires_at === null ? 'Never, as now' : `${moment(expires_at)}, as now`;
  return (
    <Dialog onClose={onClose} title={`Access of “${item.name}”`}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Select
          label="Expires"
          data={[{ value: UNCHANGED, label: unchanged }, ...expiryChoices(null)]}
          value={expiry}
          allowDeselect={false}
          onChange={(value) => setExpiry(value ?? UNCHANGED)}
        />
        <Textarea
          label="Allowed addresses"
          description="One address or range a line, such as 203.0.113.0/24. Empty: any address."
          autosize
          minRows={2}
          value={addresses}
          error={fieldErrors(saving.error, FIELDS)['allowed_ips']}
          onChange={(event) => setAddresses(event.currentTarget.value)}
        />
        <End error={saving.error} fields={FIELDS} onClose={onClose}>
          <Button type="submit" loading={saving.isPending}>
            Save
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}
