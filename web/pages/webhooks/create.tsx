import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { End, SecretDialog } from '../../parts/dialog.tsx';
import { fieldErrors } from '../../parts/problem.tsx';
import { type Answers, panel } from '../../trpc.ts';
import { SigningSecret } from './signing-secret.tsx';

type Types = Answers['webhooks']['types']['types'];

const FIELDS = ['url', 'types'];

/** Adds an endpoint: its address and events; its secret is shown once. */
export function CreateWebhook({ types, onClose }: { types: Types; onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation(
    panel.webhooks.create.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() }),
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
    }),
  );
  const form = useForm({
    mode: 'controlled',
    initialValues: { url: '', types: types.map(({ type }) => type) },
    validate: {
      url: (url) => (/^https:\/\/.+/.test(url.trim()) ? null : 'Enter an address that starts with https://'),
      types: (chosen) => (chosen.length === 0 ? 'Choose at least one event' : null),
    },
  });
  const made = create.data;
  return (
    <SecretDialog
      onClose={onClose}
      title="Add a webhook"
      made={made === undefined ? undefined : { title: 'Signing secret', shown: <SigningSecret secret={made.secret} /> }}
    >
      <form
        onSubmit={form.onSubmit(({ url, types: chosen }) =>
          create.mutate({
            url: url.trim(),
            ...(chosen.length === types.length ? {} : { types: chosen }),
          }),
        )}
      >
        <Stack gap="lg">
          <TextInput
            label="Address"
            description="HTTPS on port 443 or 1024 to 65535, reachable from the internet. Path and query are stored encrypted."
            placeholder="https://hooks.example.com/sales"
            data-autofocus
            {...form.getInputProps('url')}
          />
          <Checkbox.Group label="Events" {...form.getInputProps('types')}>
            <Stack gap={8} mt="xs">
              {types.map(({ type, description }) => (
                <Checkbox
                  key={type}
                  value={type}
                  label={<span className="mono">{type}</span>}
                  description={description}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <End error={create.error} fields={FIELDS} onClose={onClose}>
            <Button type="submit" loading={create.isPending}>
              Add webhook
            </Button>
          </End>
        </Stack>
      </form>
    </SecretDialog>
  );
}
