import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAttempt } from '../../parts/attempt.ts';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { ask } from '../../trpc.ts';
import type { Kind } from './kinds.ts';

type SaveProps = {
  kind: Kind;
  search: Record<string, string>;
  given: { name: string; shared: boolean } | undefined;
  onSaved(): Promise<unknown>;
  onClose(): void;
};

/** Keeps the present filters and order of a list under a name. */
export function SaveView({ kind, search, given, onSaved, onClose }: SaveProps) {
  const [name, setName] = useState(given?.name ?? '');
  const [shared, setShared] = useState(given?.shared ?? false);
  const { busy, error, submit } = useAttempt(async () => {
    await ask.views.save.mutate({ kind, name: name.trim(), search, shared });
    await onSaved();
    saySo(`View “${name.trim()}” saved`);
  }, onClose);
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="The filters and the order are kept. A view of yours with this name is replaced."
            maxLength={80}
            data-autofocus
            value={name}
            error={fieldErrors(error, ['name'])['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Switch
            label="For everybody of this workspace"
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <End error={error} fields={['name']} onClose={onClose}>
            <Button type="submit" loading={busy} disabled={name.trim() === ''}>
              Save view
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
