import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';
import type { Key } from './list.tsx';

/** Renames a key. */
export function Rename({ item, onSaved, onClose }: { item: Key; onSaved(): unknown; onClose(): void }) {
  const [name, setName] = useState(item.name);
  const rename = useMutation(
    panel.keys.rename.mutationOptions({
      onSuccess: async () => {
        await onSaved();
        saySo('Renamed');
        onClose();
      },
    }),
  );
  return (
    <Dialog onClose={onClose} title="Rename the key">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ key_id: item.key_id, name: name.trim() });
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            maxLength={200}
            error={fieldErrors(rename.error, ['name'])['name']}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <End error={rename.error} fields={['name']} onClose={onClose}>
            <Button type="submit" loading={rename.isPending} disabled={name.trim() === '' || name.trim() === item.name}>
              Rename
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
