import { Button, Checkbox, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { End, SecretDialog } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { useSession } from '../../session.ts';
import { panel } from '../../trpc.ts';
import { MadeKey } from './made.tsx';
import { ScopePicker } from './scope-picker.tsx';
import type { Scope } from './scopes.ts';

const DAY_MS = 86_400_000;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

type Values = {
  name: string;
  scopes: Scope[];
  may_approve: boolean;
  limited: boolean;
  rate_limit: number | string;
  expiry: string;
  team: string;
};

const FIELDS = ['name', 'rate_limit'];

/** Creates a key: its name, scopes, limit and expiry. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const create = useMutation(
    panel.keys.create.mutationOptions({
      onSuccess: ({ key }) => {
        setSecret(key);
        void queryClient.invalidateQueries({ queryKey: panel.keys.pathKey() });
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
    }),
  );
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: {
      name: '',
      scopes: ['account.read', 'brief.read'],
      may_approve: false,
      limited: true,
      rate_limit: 60,
      expiry: 'never',
      team: '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
    },
  });
  const teams = session?.teams_owned ?? [];
  const submit = form.onSubmit(({ name, scopes, may_approve, limited, rate_limit, expiry, team }) =>
    create.mutate({
      name: name.trim(),
      scopes,
      may_approve,
      rate_limit: limited ? Number(rate_limit) : null,
      ...(expiry === 'never' ? {} : { expires_at: inDays(Number(expiry)) }),
      ...(team === '' ? {} : { team_id: team }),
    }),
  );
  const close = () => {
    if (secret !== undefined) saySo('Key created');
    onClose();
  };
  return (
    <SecretDialog
      onClose={close}
      title="Create an API key"
      made={secret === undefined ? undefined : { title: 'Your new key', shown: <MadeKey secret={secret} /> }}
    >
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label="Name"
            placeholder="Nightly pipeline review"
            description="What it is for; shown in the audit log."
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ScopePicker value={form.values.scopes} onChange={(scopes) => form.setFieldValue('scopes', scopes)} />
          <Checkbox
            label="May approve and schedule drafts"
            description="Leave it off, and a person decides in the panel. With it, whoever holds the key can approve its own drafts, and they go out in your name."
            {...form.getInputProps('may_approve', { type: 'checkbox' })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Stack gap="xs">
              <NumberInput
                label="Calls per minute"
                min={1}
                max={teams.length > 0 ? 1_000_000 : 60}
                description={teams.length > 0 ? undefined : 'At most 60; a team owner can have more.'}
                allowDecimal={false}
                disabled={!form.values.limited}
                {...form.getInputProps('rate_limit')}
              />
              {teams.length > 0 && (
                <Checkbox
                  size="xs"
                  label="No limit"
                  checked={!form.values.limited}
                  onChange={(event) => form.setFieldValue('limited', !event.currentTarget.checked)}
                />
              )}
            </Stack>
            <Select label="Expires" data={EXPIRIES} allowDeselect={false} {...form.getInputProps('expiry')} />
          </SimpleGrid>
          {teams.length > 0 && (
            <Select
              label="Team"
              description="A team key writes into your workspace and is entitled by the team's plan."
              allowDeselect={false}
              data={[
                { value: '', label: 'None: a key of your own' },
                ...teams.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              {...form.getInputProps('team')}
            />
          )}
          <End error={create.error} fields={FIELDS} onClose={onClose}>
            <Button type="submit" loading={create.isPending}>
              Create key
            </Button>
          </End>
        </Stack>
      </form>
    </SecretDialog>
  );
}
