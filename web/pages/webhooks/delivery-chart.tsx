import { useQuery } from '@tanstack/react-query';
import { Bars } from '../../parts/chart-frame.tsx';
import { Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { shortDate } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';

const STATES = [
  { name: 'delivered', label: 'Delivered', color: 'petrol.5' },
  { name: 'pending', label: 'Waiting', color: 'yellow.6' },
  { name: 'failed', label: 'Failed or stopped', color: 'red.6' },
];

/** The events of an endpoint by day and how they ended. */
export function DeliveryChart({ webhookId }: { webhookId: string }) {
  const { data, error, refetch } = useQuery({
    ...panel.webhooks.days.queryOptions({ webhook_id: webhookId }),
    refetchInterval: 15_000,
  });
  return (
    <Section
      title="Events per day"
      about={data?.is_part === true ? 'The latest of the last 30 days' : 'The last 30 days'}
    >
      {error !== null && data === undefined ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Bars
          none="No events in the last 30 days."
          label="Events per day and how they ended"
          data={data?.days.map(({ day: at, ...states }) => ({ at, ...states }))}
          x="at"
          series={STATES}
          xLabel={shortDate}
          height={160}
        />
      )}
    </Section>
  );
}
