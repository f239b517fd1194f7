import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { Standing } from '../../parts/standing.tsx';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { withLocalTimes } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { useRecordsChanged } from './edit.tsx';
import classes from './record.module.css';

type Props = { recordId: string; attribute: string; title: string; onClose(): void };

/** Whose values are fields of a record, which a person can set again. */
const HAS_FIELDS = /^(acc|opp|con|pro|tgt)_/;

/** Everything that was stated of one field, newest first; an earlier value can be made to stand again. */
export function ValueHistory({ recordId, attribute, title, onClose }: Props) {
  const whoOf = useWho();
  const changed = useRecordsChanged();
  const { data, error } = useQuery(panel.records.history.queryOptions({ record_id: recordId, attribute }));
  const restore = useMutation(
    panel.records.restore_value.mutationOptions({
      onSuccess: async ({ value }) => {
        await changed();
        saySo(`“${value}” stands again`, 'It is a new fact of yours.');
        onClose();
      },
    }),
  );
  const now = data?.items.find(({ superseded_at }) => superseded_at === null)?.value;
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      {error !== null && <Problem error={error} />}
      {restore.error !== null && <Problem error={restore.error} />}
      {data === undefined && error === null && <Skeleton height={120} />}
      {data?.items.length === 0 && <Text size="sm">Nothing was recorded of this field.</Text>}
      <ol className={classes['history']}>
        {data?.items.map((item) => (
          <li key={item.fact_id}>
            <Group gap="xs" justify="space-between" align="baseline" wrap="nowrap">
              <Group gap="xs" align="baseline">
                <Text size="sm" fw={500} className="words">
                  {withLocalTimes(item.value)}
                </Text>
                {item.superseded_at === null ? <Tag tone="ok">Current</Tag> : <Tag>Outdated</Tag>}
              </Group>
              {item.superseded_at !== null && item.value !== now && HAS_FIELDS.test(recordId) && (
                <Button
                  size="compact-xs"
                  variant="default"
                  style={{ flex: 'none' }}
                  aria-label={`Restore this value: ${item.value.slice(0, 80)}`}
                  loading={restore.isPending && restore.variables.fact_id === item.fact_id}
                  onClick={() => restore.mutate({ fact_id: item.fact_id })}
                >
                  Restore this value
                </Button>
              )}
            </Group>
            <Text size="sm" className="words">
              {withLocalTimes(item.sentence)}
            </Text>
            <Text size="xs" c="dimmed" component="div" className="words">
              <Standing fact={item} />
              {whoOf(item)} with {item.tool}, <When at={item.at} />
              {item.superseded_at !== null && (
                <>
                  ; until <When at={item.superseded_at} />
                </>
              )}
            </Text>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
