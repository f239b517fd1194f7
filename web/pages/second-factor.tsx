import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { confirm } from '../parts/confirm.tsx';
import { Section } from '../parts/page.tsx';
import { Problem, saySo } from '../parts/problem.tsx';
import { Tag } from '../parts/status.tsx';
import { When } from '../parts/when.tsx';
import { counted } from '../parts/words.ts';
import { ask, panel } from '../trpc.ts';

const SetUp = lazy(() => import('./second-factor-set-up.tsx').then((part) => ({ default: part.SetUp })));
const Renew = lazy(() => import('./second-factor-set-up.tsx').then((part) => ({ default: part.Renew })));

/** The second factor of the person signed in: set up, renewed or removed. */
export function SecondFactor() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(panel.second_factor.get.queryOptions());
  const [open, setOpen] = useState<'set-up' | 'renew'>();
  const refresh = () =>
    Promise.all(
      [panel.second_factor, panel.session, panel.sessions].map((of) =>
        queryClient.invalidateQueries({ queryKey: of.pathKey() }),
      ),
    );
  const close = () => {
    setOpen(undefined);
    void refresh();
  };
  const remove = () =>
    confirm({
      title: 'Remove your second factor?',
      act: 'Remove second factor',
      children: 'Your password alone then signs you in. Your backup codes stop working.',
      async run() {
        await ask.second_factor.remove.mutate();
        await refresh();
        saySo('Second factor removed');
      },
    });
  return (
    <Section
      title="Second factor"
      about="A code of an authenticator app, asked for after your password. Single sign-on has its own."
    >
      {error !== null && data === undefined && <Problem error={error} retry={() => void refetch()} />}
      <Stack gap="md">
        {data?.owed === true && (
          <Alert color="yellow" variant="light" title="Your team wants you to have one">
            Until it is set up, the rest of the panel is closed to you. Your API keys keep working.
          </Alert>
        )}
        {data?.on === false && (
          <Group>
            <Button onClick={() => setOpen('set-up')}>Set up a second factor</Button>
          </Group>
        )}
        {data?.on === true && (
          <>
            <Group gap="xs">
              <Tag tone="ok">On</Tag>
              <Text size="sm">
                since {data.since !== null && <When at={data.since} />} ·{' '}
                {counted(data.backup_codes_left, 'backup code')} left
              </Text>
            </Group>
            <Group>
              <Button variant="default" onClick={() => setOpen('renew')}>
                New backup codes
              </Button>
              <Button variant="light" color="red" onClick={remove}>
                Remove second factor
              </Button>
            </Group>
          </>
        )}
      </Stack>
      <Suspense fallback={null}>
        {open === 'set-up' && <SetUp onClose={close} />}
        {open === 'renew' && <Renew onClose={close} />}
      </Suspense>
    </Section>
  );
}
