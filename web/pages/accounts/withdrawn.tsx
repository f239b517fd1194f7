import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Empty } from '../../parts/empty.tsx';
import { To } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Section } from '../../parts/page.tsx';
import { Problem, sayProblem, saySo } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { More } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { type Answers, panel } from '../../trpc.ts';
import classes from './entries.module.css';

type Item = Answers['amendments']['withdrawn']['items'][number];

/** What was withdrawn of an account, or of the workspace: struck, with why and by whom, to be restored. */
export function Withdrawn({ accountId }: { accountId?: string }) {
  const input = accountId === undefined ? {} : { account_id: accountId };
  const withdrawn = useInfiniteQuery(panel.amendments.withdrawn.infiniteQueryOptions(input, nextPage));
  const items = itemsOf(withdrawn.data);
  if (withdrawn.error !== null && items === undefined) {
    return <Problem error={withdrawn.error} retry={() => void withdrawn.refetch()} />;
  }
  if (accountId !== undefined && (items === undefined || items.length === 0)) return null;
  return (
    <Section title="Withdrawn" flush>
      {items?.length === 0 ? (
        <Empty icon={IconArrowBackUp} title="Nothing is withdrawn">
          Notes, meetings, plan entries, signals and drafts that an agent took back, with the reason it gave.
        </Empty>
      ) : (
        <ol className={classes['list']}>
          {items?.map((item) => (
            <WithdrawnItem key={item.id} item={item} isAccountNamed={accountId === undefined} />
          ))}
        </ol>
      )}
      <More {...withdrawn} shown={items?.length ?? 0} />
    </Section>
  );
}

const KINDS = {
  capture: 'Note',
  plan_entry: 'Plan entry',
  meeting: 'Meeting',
  signal: 'Signal',
  draft: 'Draft',
} as const;

function WithdrawnItem({ item, isAccountNamed }: { item: Item; isAccountNamed: boolean }) {
  const whoOf = useWho();
  const queryClient = useQueryClient();
  const restore = useMutation(
    panel.amendments.restore.mutationOptions({
      onError: sayProblem,
      async onSuccess({ lost_ref }) {
        const without = lost_ref === null ? '' : ` without its reference ${lost_ref}, which another one has by now`;
        saySo(`${KINDS[item.kind]} restored${without}`);
        await queryClient.invalidateQueries();
      },
    }),
  );
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ flex: '1 1 20rem', minWidth: 0 }}>
          <Group gap="xs">
            <Tag tone="warn">{KINDS[item.kind]}</Tag>
            <Text size="sm" td="line-through" className="words">
              {item.name}
            </Text>
            {isAccountNamed && item.account_id !== null && (
              <To to="/accounts/$accountId" params={{ accountId: item.account_id }}>
                {item.account_name ?? item.account_id}
              </To>
            )}
          </Group>
          {item.excerpt !== null && item.excerpt !== '' && (
            <Text size="sm" td="line-through" c="dimmed" className="words" lineClamp={3}>
              {item.excerpt}
            </Text>
          )}
          <Text size="sm" className="words">
            {item.withdrawn_reason}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            Withdrawn by {whoOf(item)}, <When at={item.withdrawn_at} />
          </Text>
        </Stack>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          loading={restore.isPending}
          onClick={() => restore.mutate({ record_id: item.id })}
        >
          Restore
        </Button>
      </Group>
    </li>
  );
}
