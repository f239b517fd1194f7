import { Button, Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { End, SecretDialog } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { useSession } from '../../session.ts';
import { panel } from '../../trpc.ts';
import { CallsPerMinute, limitProblem, useDefaultLimit } from './calls-per-minute.tsx';
import { expiryChoices, expiryOf, rangesOf } from './expiry.ts';
import { MadeKey } from './made.tsx';
import { ScopePicker } from './scope-picker.tsx';
import { type Scope, scopeList } from './scopes.ts';

type Values = {
  name: string;
  scopes: Scope[];
  may_approve: boolean;
  proposes: boolean;
  limited: boolean;
  /** Undefined: the service's default. */
  rate_limit: number | string | undefined;
  /** Empty: the instance's default. */
  expiry: string;
  allowed_ips: string;
  team: string;
};

const FIELDS = ['name', 'rate_limit', 'allowed_ips'];

/** Creates a key: its name, scopes, limit and expiry. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const teams = session?.teams_owned ?? [];
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
  const defaultLimit = useDefaultLimit();
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: {
      name: '',
      scopes: ['account.read', 'brief.read'],
      may_approve: false,
      proposes: false,
      limited: true,
      rate_limit: undefined,
      expiry: '',
      allowed_ips: '',
      team: '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      rate_limit: (calls, { limited }) =>
        limited ? limitProblem(calls ?? defaultLimit, teams.length > 0, defaultLimit) : null,
    },
  });
  const defaultDays = useQuery(scopeList).data?.default_days;
  const chosenExpiry = form.values.expiry || String(defaultDays ?? 'never');
  const submit = form.onSubmit(({ name, scopes, may_approve, proposes, limited, rate_limit, allowed_ips, team }) =>
    create.mutate({
      name: name.trim(),
      scopes,
      may_approve,
      mode: proposes ? 'propose' : 'write',
      rate_limit: limited ? Number(rate_limit ?? defaultLimit) : null,
      expires_at: expiryOf(chosenExpiry),
      allowed_ips: rangesOf(allowed_ips),
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
          <ScopePicker
            value={form.values.scopes}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
            // A preset says all that a key may do: none of them approves drafts.
            onPreset={() => form.setFieldValue('may_approve', false)}
            isPreset={!form.values.may_approve}
          />
          <Checkbox
            label="May approve and schedule drafts"
            description="Leave it off, and a person decides in the panel. With it, whoever holds the key can approve its own drafts, and they go out in your name."
            {...form.getInputProps('may_approve', { type: 'checkbox' })}
          />
          <Checkbox
            label="Its writes wait for you"
            description="For a new agent: it is answered as usual, and you take or decline what it would write under Proposed."
            {...form.getInputProps('proposes', { type: 'checkbox' })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Stack gap="xs">
              <CallsPerMinute
                mayRaise={teams.length > 0}
                disabled={!form.values.limited}
                {...form.getInputProps('rate_limit')}
                value={form.values.rate_limit ?? defaultLimit ?? ''}
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
            <Select
              label="Expires"
              data={expiryChoices(defaultDays)}
              allowDeselect={false}
              value={chosenExpiry}
              onChange={(expiry) => form.setFieldValue('expiry', expiry ?? '')}
            />
          </SimpleGrid>
          <TextInput
            label="Allowed addresses"
            placeholder="Any"
            description="Addresses or ranges it may be used from, such as 203.0.113.0/24; several between commas."
            {...form.getInputProps('allowed_ips')}
          />
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
