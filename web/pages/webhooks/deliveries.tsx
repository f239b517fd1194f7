import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Empty } from '../../parts/empty.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Section } from '../../parts/page.tsx';
import { Problem, sayProblem, saySo } from '../../parts/problem.tsx';
import { More } from '../../parts/table.tsx';
import { panel } from '../../trpc.ts';
import { DeliveryRow } from './delivery-row.tsx';
import classes from './webhook.module.css';

/** The events sent to an endpoint, newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const queryClient = useQueryClient();
  const deliveries = useInfiniteQuery({
    ...panel.webhooks.deliveries.infiniteQueryOptions({ webhook_id: webhookId }, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 2 ? false : 3_000),
  });
  const replay = useMutation(
    panel.webhooks.replay.mutationOptions({
      onSuccess: () => {
        saySo('Sent again');
        void queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() });
      },
      onError: sayProblem,
    }),
  );
  const items = itemsOf(deliveries.data);
  return (
    <Section title="Deliveries" about="Kept for 30 days, with every attempt." flush>
      {deliveries.error !== null && items === undefined ? (
        <div style={{ padding: '0 1.25rem 1.25rem' }}>
          <Problem error={deliveries.error} retry={() => void deliveries.refetch()} />
        </div>
      ) : items?.length === 0 ? (
        <Empty
          icon={IconSend}
          title="No events sent yet"
          call={{
            tool: 'studio_stage_draft',
            input: { channel: 'manual', body: 'Hello', product: 'content-studio', skill: 'first-try' },
          }}
        >
          Send a test event, or create a draft: that sends draft.ready.
        </Empty>
      ) : (
        <div className={classes['deliveries']}>
          {items?.map((delivery) => (
            <DeliveryRow
              key={delivery.event_id}
              delivery={delivery}
              busy={replay.isPending && replay.variables.event_id === delivery.event_id}
              onReplay={() => replay.mutate({ webhook_id: webhookId, event_id: delivery.event_id })}
            />
          ))}
          <More {...deliveries} shown={items?.length ?? 0} />
        </div>
      )}
    </Section>
  );
}
