import { Button, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { saySo } from '../../parts/problem.tsx';
import { counted } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';

const HOUR_MS = 3_600_000;

const SINCE = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last day' },
  { value: '168', label: 'the last 7 days' },
  { value: '720', label: 'the last 30 days' },
];

/** Sends the failed events of a span again. */
export function ReplayFailed({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [hours, setHours] = useState('24');
  const replay = useMutation(
    panel.webhooks.replay_failed.mutationOptions({
      onSuccess: ({ replayed }) => {
        saySo(replayed === 0 ? 'No failed events' : `${counted(replayed, 'event')} sent again`);
        void queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() });
        onClose();
      },
    }),
  );
  return (
    <Dialog onClose={onClose} title="Send failed events again">
      <Stack>
        <Text size="sm">
          Every failed event is sent once more with the same Webhook-Id, so that a receiver that already has it can
          ignore the copy.
        </Text>
        <Select
          label="Failed in"
          data={SINCE}
          value={hours}
          allowDeselect={false}
          onChange={(value) => setHours(value ?? '24')}
        />
        <End error={replay.error} onClose={onClose}>
          <Button
            loading={replay.isPending}
            onClick={() =>
              replay.mutate({
                webhook_id: webhookId,
                failed_since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString(),
              })
            }
          >
            Send again
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}
