import { Alert, Anchor, Button, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Problem } from '../parts/problem.tsx';
import { Mark } from '../shell/mark.tsx';
import { type Answers, envelopeOf, panel } from '../trpc.ts';
import { scopeList } from './keys/scopes.ts';
import classes from './sign-in.module.css';

type Request = Answers['consent']['get'];

const route = getRouteApi('/consent');

function Over() {
  return (
    <Stack gap="sm">
      <Title order={1}>This request is over</Title>
      <Text size="sm">
        It was already answered, is older than half an hour, or was started in another session. Go back to the app and
        connect again.
      </Text>
      <Anchor size="sm" renderRoot={(props) => <Link to="/apps" {...props} />}>
        See the connected apps
      </Anchor>
    </Stack>
  );
}

function Decide({ request }: { request: Request }) {
  const [scopes, setScopes] = useState(() => request.scopes.map(({ scope }) => scope));
  const decide = useMutation(
    panel.consent.decide.mutationOptions({
      onSuccess: ({ redirect_to }) => location.assign(redirect_to),
    }),
  );
  const callsAMinute = useQuery(scopeList).data?.default_rate_limit ?? '…';
  const leaving = decide.isPending || decide.isSuccess;
  return (
    <Stack gap="lg">
      <Title order={1} className="words">
        {request.client.name} wants to act for you
      </Title>
      <Text size="sm" className="words">
        In <strong>{request.workspace.name}</strong>, as {request.user.name} ({request.user.email}).
      </Text>
      {request.scopes.length === 0 ? (
        <Text size="sm">
          It asks for nothing more than to look up who you are, what your plan includes and how it is set up.
        </Text>
      ) : (
        <Checkbox.Group
          label="It may"
          description="Take away what it should not have. Besides what is ticked it may look up who you are, what your plan includes and how it is set up."
          value={scopes}
          onChange={(chosen) => setScopes(chosen as typeof scopes)}
        >
          <Stack gap="sm" mt="xs">
            {request.scopes.map(({ scope, description }) => (
              <Checkbox
                key={scope}
                value={scope}
                label={description}
                description={<span className="mono">{scope}</span>}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Alert variant="light" color="gray">
        It can never approve or schedule a draft: you do, in the panel. It gets an API key named “OAuth (
        {request.client.name})”, good for {callsAMinute} calls a minute, until you take it back under Connected apps.
        Everything it does is in the audit log. Your answer goes to{' '}
        <strong className="words">{request.redirect_host}</strong>.
      </Alert>
      {decide.error !== null && <Problem error={decide.error} />}
      <Group grow gap="sm">
        <Button
          variant="default"
          size="md"
          disabled={leaving}
          onClick={() => decide.mutate({ request: request.request, allow: false })}
        >
          Deny
        </Button>
        <Button
          size="md"
          loading={leaving}
          rightSection={<IconArrowRight size={16} />}
          onClick={() => decide.mutate({ request: request.request, allow: true, scopes })}
        >
          Allow
        </Button>
      </Group>
    </Stack>
  );
}

/** Whether an application may act for the person signed in: what it asks for, in words, and where the answer goes. */
export function Consent() {
  useDocumentTitle('Connect an app · Sales Agent Tools');
  const { request, continue: begin } = route.useSearch();
  const found = useQuery({
    ...panel.consent.get.queryOptions(request === undefined ? skipToken : { request }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    // Sent here to sign in first; now that there is a session, the application's request begins.
    if (begin !== undefined && request === undefined) location.replace(`/api/v1/oauth/authorize?${begin}`);
  }, [begin, request]);
  const over = (request === undefined && begin === undefined) || envelopeOf(found.error)?.code === 'not_found';
  return (
    <main className={classes['ground']}>
      <div className={classes['box']}>
        <Group justify="center">
          <Mark size={36} />
        </Group>
        <div className={`card ${classes['form']}`}>
          {over ? (
            <Over />
          ) : found.error !== null ? (
            <Problem error={found.error} retry={() => void found.refetch()} />
          ) : found.data === undefined ? (
            <Stack>
              <Skeleton height={28} width="80%" />
              <Skeleton height={14} />
              <Skeleton height={120} />
              <Skeleton height={42} />
            </Stack>
          ) : (
            <Decide request={found.data} />
          )}
        </div>
      </div>
    </main>
  );
}
