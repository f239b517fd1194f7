import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../parts/confirm.tsx';
import { Page, Section } from '../parts/page.tsx';
import { fieldErrors, isOnFields, Problem, saySo } from '../parts/problem.tsx';
import { Tag } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { counted } from '../parts/words.ts';
import { ask, panel } from '../trpc.ts';
import { SecondFactor } from './second-factor.tsx';

/** A browser in a few words. */
function browserOf(agent: string | null): string {
  if (agent === null || agent === '') return 'Unknown browser';
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser';
  const system = /iPhone|iPad/.test(agent)
    ? 'iOS'
    : /Android/.test(agent)
      ? 'Android'
      : /Mac OS X/.test(agent)
        ? 'macOS'
        : /Windows/.test(agent)
          ? 'Windows'
          : /Linux/.test(agent)
            ? 'Linux'
            : undefined;
  return system === undefined ? browser : `${browser} on ${system}`;
}

const FIELDS = ['current', 'next'];

/** Changes the password; every other session is signed out. */
function Password({ onChanged }: { onChanged: () => void }) {
  const change = useMutation(
    panel.password.change.mutationOptions({ onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', next: '', again: '' },
    validate: {
      current: (value) => (value === '' ? 'Enter your current password' : null),
      next: (value) => (value.length < 8 ? 'At least 8 characters' : null),
      again: (value, { next }) => (value === next ? null : 'The passwords do not match'),
    },
  });
  const submit = form.onSubmit(async ({ current, next }) => {
    const changed = await change.mutateAsync({ current, next }).catch(() => undefined);
    if (changed === undefined) return;
    form.reset();
    saySo('Password changed', changed.ended > 0 ? `${counted(changed.ended, 'other session')} signed out` : undefined);
    onChanged();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={380}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          key={form.key('current')}
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          key={form.key('next')}
          {...form.getInputProps('next')}
        />
        <PasswordInput
          label="Repeat new password"
          autoComplete="new-password"
          key={form.key('again')}
          {...form.getInputProps('again')}
        />
        {change.error !== null && !isOnFields(change.error, FIELDS) && <Problem error={change.error} fields={FIELDS} />}
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The sessions of the person signed in, and their password. */
export function SessionsPage() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(panel.sessions.list.queryOptions());
  const refresh = () => queryClient.invalidateQueries({ queryKey: panel.sessions.pathKey() });
  const others = (data?.items ?? []).filter(({ current }) => !current);
  const end = (session_id: string, name: string) =>
    confirm({
      title: 'Sign out this session?',
      act: 'Sign out session',
      children: `${name} is signed out at its next request.`,
      async run() {
        await ask.sessions.revoke.mutate({ session_id });
        await refresh();
        saySo('Session signed out');
      },
    });
  const endEverywhere = () =>
    confirm({
      title: 'Sign out everywhere?',
      act: 'Sign out everywhere',
      children: 'Every browser is signed out, this one included. API keys keep working.',
      async run() {
        await ask.sessions.revoke_all.mutate();
        location.assign('/app/sign-in');
      },
    });
  return (
    <Page
      title="Sessions"
      about="Browsers you are signed in from. A session ends after 30 minutes without activity, and after 12 hours in any case."
      actions={
        <Button variant="light" color="red" onClick={endEverywhere}>
          Sign out everywhere
        </Button>
      }
    >
      {error !== null && data === undefined ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Section
          title="Signed in"
          flush
          about={others.length > 0 ? `This session and ${others.length} more` : 'This session'}
        >
          <Table
            label="Sessions"
            items={data?.items}
            expected={2}
            rowKey={({ session_id }) => session_id}
            columns={[
              {
                name: 'Where',
                cell: ({ user_agent, ip_address, current }) => (
                  <Group gap="sm" wrap="nowrap">
                    {/Mobile|Android|iPhone/.test(user_agent ?? '') ? (
                      <IconDeviceMobile size={20} stroke={1.6} aria-hidden />
                    ) : (
                      <IconDeviceDesktop size={20} stroke={1.6} aria-hidden />
                    )}
                    <Stack gap={0}>
                      <Group gap="xs">
                        <Text size="sm" fw={500}>
                          {browserOf(user_agent)}
                        </Text>
                        {current && <Tag tone="ok">This session</Tag>}
                      </Group>
                      <Text size="xs" c="dimmed" className="mono">
                        {ip_address ?? 'unknown address'}
                      </Text>
                    </Stack>
                  </Group>
                ),
              },
              { name: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
              { name: 'Last seen', cell: ({ seen_at }) => <When at={seen_at} /> },
              { name: 'Ends', cell: ({ expires_at }) => <When at={expires_at} /> },
              {
                name: 'Sign out',
                align: 'end',
                cell: ({ session_id, user_agent, current }) =>
                  !current && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      onClick={() => end(session_id, browserOf(user_agent))}
                    >
                      Sign out
                    </Button>
                  ),
              },
            ]}
          />
        </Section>
      )}
      {data !== undefined && <SecondFactor />}
      {data !== undefined && (
        <Section title="Password" about="Changing it signs out your other sessions.">
          <Password onChanged={() => void refresh()} />
        </Section>
      )}
    </Page>
  );
}
