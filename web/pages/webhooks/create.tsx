import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../parts/problem.tsx';
import { Secret } from '../../parts/secret.tsx';
import { type Answers, panel } from '../../trpc.ts';
import { VerifyHint } from './verify-hint.tsx';

type Types = Answers['webhooks']['types']['types'];

/** Adds an endpoint: where events go, and which; its secret is shown once. */
export function CreateWebhook({ types, onClose }: { types: Types; onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation(
    panel.webhooks.create.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() }),
    }),
  );
  const form = useForm({
    mode: 'controlled',
    initialValues: { url: '', types: types.map(({ type }) => type) },
    validate: {
      url: (url) => (/^https:\/\/.+/.test(url.trim()) ? null : 'An address that begins with https://'),
      types: (chosen) => (chosen.length === 0 ? 'Choose at least one event' : null),
    },
  });
  const made = create.data;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={made === undefined ? 'Add a webhook' : 'Its signing secret'}
      closeOnClickOutside={made === undefined}
    >
      {made !== undefined ? (
        <Stack>
          <Secret secret={made.secret} what="the secret">
            <VerifyHint />
          </Secret>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
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
              description="HTTPS on port 443 or 1024 to 65535, reachable from the internet. Path and query are kept encrypted."
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
            {create.error !== null && <Problem error={create.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending}>
                Add webhook
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
