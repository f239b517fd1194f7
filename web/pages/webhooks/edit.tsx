import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { type Answers, panel } from '../../trpc.ts';
import { type Endpoint, EndpointFields, FIELDS, type Types, VALIDATE } from './endpoint-fields.tsx';

type Webhook = Answers['webhooks']['list']['items'][number];
type Props = { webhook: Webhook; onClose: () => void };

function EditForm({ webhook, types, onClose }: Props & { types: Types }) {
  const queryClient = useQueryClient();
  const save = useMutation(
    panel.webhooks.change.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() });
        saySo('Webhook changed', 'Events that wait go to the new address.');
        onClose();
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
    }),
  );
  const all = types.map(({ type }) => type);
  const chosen = all.filter((type) => webhook.types === null || webhook.types.includes(type));
  const form = useForm<Endpoint>({
    mode: 'controlled',
    initialValues: { url: webhook.url, types: chosen },
    validate: VALIDATE,
  });
  return (
    <form
      onSubmit={form.onSubmit(({ url, types: wanted }) =>
        save.mutate({
          webhook_id: webhook.webhook_id,
          url: url.trim(),
          types: wanted.length === types.length ? null : wanted,
        }),
      )}
    >
      <Stack gap="lg">
        <EndpointFields form={form} types={types} />
        <End error={save.error} fields={FIELDS} onClose={onClose}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </End>
      </Stack>
    </form>
  );
}

/** Changes an endpoint's address and events; its signing secret stays. */
export function EditWebhook({ webhook, onClose }: Props) {
  const { data } = useQuery(panel.webhooks.types.queryOptions());
  return (
    <Dialog onClose={onClose} title="Edit the webhook">
      {data && <EditForm webhook={webhook} types={data.types} onClose={onClose} />}
    </Dialog>
  );
}
