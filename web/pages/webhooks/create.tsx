import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { End, SecretDialog } from '../../parts/dialog.tsx';
import { fieldErrors } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';
import { EndpointFields, FIELDS, type Types, VALIDATE } from './endpoint-fields.tsx';
import { SigningSecret } from './signing-secret.tsx';

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
    validate: VALIDATE,
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
          <EndpointFields form={form} types={types} />
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
