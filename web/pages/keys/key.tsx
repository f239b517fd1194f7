import { Button, Group, Select, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Bars } from '../../parts/chart-frame.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Detail, Details } from '../../parts/details.tsx';
import { End, SecretDialog } from '../../parts/dialog.tsx';
import { Back, To } from '../../parts/link.tsx';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { count, counted, shortDate } from '../../parts/words.ts';
import { useSession } from '../../session.ts';
import { ask, panel } from '../../trpc.ts';
import { Approval } from './approval.tsx';
import type { Key } from './list.tsx';
import { Mode } from './mode.tsx';

const MadeKey = lazy(async () => ({ default: (await import('./made.tsx')).MadeKey }));
const HeldScopes = lazy(async () => ({ default: (await import('./held-scopes.tsx')).HeldScopes }));
const Rename = lazy(async () => ({ default: (await import('./rename.tsx')).Rename }));
const Access = lazy(async () => ({ default: (await import('./access.tsx')).Access }));
const Limit = lazy(async () => ({ default: (await import('./limit.tsx')).Limit }));

const route = getRouteApi('/inside/keys/$keyId');

const useRefresh = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: panel.keys.pathKey() });
};

const OUTCOMES = [
  { name: 'ok', label: 'Ok', color: 'petrol.5' },
  { name: 'denied', label: 'Denied', color: 'yellow.6' },
  { name: 'error', label: 'Errors', color: 'red.6' },
];

const GRACES = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'After 1 hour' },
  { value: '6', label: 'After 6 hours' },
  { value: '24', label: 'After 24 hours' },
];

function Rotate({ item, onClose }: { item: Key; onClose: () => void }) {
  const refresh = useRefresh();
  const [grace, setGrace] = useState('1');
  const rotate = useMutation(panel.keys.rotate.mutationOptions({ onSuccess: () => void refresh() }));
  return (
    <SecretDialog
      onClose={onClose}
      title="Rotate the key"
      made={
        rotate.data && {
          title: 'New secret',
          shown: (
            <Suspense fallback={null}>
              <MadeKey secret={rotate.data.key} />
            </Suspense>
          ),
        }
      }
    >
      <Stack>
        <Text size="sm">
          “{item.name}” gets a new secret; its name, scopes and history stay. Keep the old one valid until every agent
          uses the new one.
        </Text>
        <Select
          label="The old secret stops working"
          data={GRACES}
          value={grace}
          allowDeselect={false}
          onChange={(value) => setGrace(value ?? '0')}
        />
        <End error={rotate.error} onClose={onClose}>
          <Button
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ key_id: item.key_id, grace_hours: Number(grace) })}
          >
            Rotate key
          </Button>
        </End>
      </Stack>
    </SecretDialog>
  );
}

/** One key: its scopes, limit and use, and how to rotate or revoke it. */
export function KeyPage() {
  const { keyId } = route.useParams();
  const refresh = useRefresh();
  const session = useSession();
  const [open, setOpen] = useState<'rotate' | 'rename' | 'limit' | 'access'>();
  const { data: item, error, refetch } = useQuery(panel.keys.get.queryOptions({ key_id: keyId }));
  const { data: usage } = useQuery({
    ...panel.keys.usage.queryOptions({ key_id: keyId }),
    refetchInterval: 15_000,
  });
  const countedDays = counted(usage?.counted_days ?? 0, 'day');
  const close = () => setOpen(undefined);
  const above = <Back to="/keys">API keys</Back>;
  if (error !== null && item === undefined) {
    return (
      <Page title="API key" above={above}>
        <Problem error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  const state = item?.status;
  const revoke = () =>
    confirm({
      title: `Revoke “${item!.name}”?`,
      act: 'Revoke key',
      children: 'Its next call is refused. This cannot be undone; its history stays.',
      async run() {
        await ask.keys.revoke.mutate({ key_id: keyId });
        await refresh();
        saySo('Key revoked');
      },
    });
  return (
    <Page
      title={item?.name ?? 'API key'}
      above={above}
      about={
        item === undefined ? (
          <AboutToCome />
        ) : (
          <Group gap="xs">
            <Status state={item.status} />
            <span className="mono">{item.prefix}…</span>
            {item.team !== null && <Tag>{`Team ${item.team.name}`}</Tag>}
            {item.mode === 'propose' && <Tag tone="accent">Proposes</Tag>}
            {item.may_approve && <Tag tone="warn">May approve drafts</Tag>}
          </Group>
        )
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            renderRoot={(props) => <To to="/undo" search={{ key_id: keyId }} underline="never" {...props} />}
          >
            Undo writes
          </Button>
          {(item === undefined || state === 'active') && (
            <>
              <Button variant="default" disabled={item === undefined} onClick={() => setOpen('rename')}>
                Rename
              </Button>
              <Button
                variant="default"
                disabled={item === undefined}
                leftSection={<IconRefresh size={16} />}
                onClick={() => setOpen('rotate')}
              >
                Rotate
              </Button>
              <Button color="red" variant="light" disabled={item === undefined} onClick={revoke}>
                Revoke
              </Button>
            </>
          )}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="About">
          <Details>
            <Detail name="Created">{item && <When at={item.created_at} />}</Detail>
            <Detail name="Last used">{item && <When at={usage?.last_used_at ?? item.last_used_at} />}</Detail>
            <Detail name="Expires">{item && <When at={item.expires_at} />}</Detail>
            <Detail name="Allowed addresses">
              {item && (
                <Group gap="xs">
                  <span className="words">{item.allowed_ips.join(', ') || 'Any'}</span>
                  {state !== 'revoked' && (
                    <Button size="compact-xs" variant="subtle" onClick={() => setOpen('access')}>
                      Change expiry or addresses
                    </Button>
                  )}
                </Group>
              )}
            </Detail>
            {item?.grace_until != null && (
              <Detail name="Old secret until">
                <When at={item.grace_until} />
              </Detail>
            )}
            {item?.revoked_at != null && (
              <Detail name="Revoked">
                <When at={item.revoked_at} />
              </Detail>
            )}
            <Detail name="Limit">
              {item && (
                <Group gap="xs">
                  <span className="num">
                    {item.rate_limit === null ? 'None' : `${counted(item.rate_limit, 'call')} per minute`}
                  </span>
                  {state === 'active' && (
                    <Button size="compact-xs" variant="subtle" onClick={() => setOpen('limit')}>
                      Change
                    </Button>
                  )}
                </Group>
              )}
            </Detail>
            <Detail name="Its writes">{item && <Mode item={item} onSaved={refresh} />}</Detail>
            <Detail name="Approving drafts">{item && <Approval item={item} onSaved={refresh} />}</Detail>
            <Detail name="History">
              <To to="/activity" search={{ subject_id: keyId }} size="sm">
                View activity
              </To>
            </Detail>
            <Detail name="Id">{item && <span className="mono words">{item.key_id}</span>}</Detail>
          </Details>
        </Section>
        <Suspense fallback={<Skeleton height={320} radius="lg" />}>
          <HeldScopes item={item} usage={usage} onSaved={refresh} />
        </Suspense>
      </SimpleGrid>
      <Section
        title="Calls per day"
        {...(usage !== undefined && usage.counted_days < usage.days.length
          ? { about: `The last ${countedDays} only` }
          : {})}
        actions={
          <To to="/audit" search={{ key_id: keyId }} size="sm">
            View calls
          </To>
        }
      >
        <Bars
          none="No calls in the last 30 days."
          label="Calls of this key per day"
          data={usage?.days.map(({ day: at, ok, error: failed, denied }) => ({ at, ok, denied, error: failed }))}
          x="at"
          series={OUTCOMES}
          xLabel={shortDate}
          height={180}
        />
      </Section>
      {usage !== undefined && usage.tools.length > 0 && (
        <Section title="Tools called" about={`In the last ${countedDays}`}>
          <Details>
            {usage.tools.map(({ tool, calls }) => (
              <Detail key={tool} name={tool}>
                <span className="num">{count(calls)}</span>
              </Detail>
            ))}
          </Details>
        </Section>
      )}
      {item !== undefined && open === 'rotate' && <Rotate item={item} onClose={close} />}
      {item !== undefined && open === 'rename' && (
        <Suspense>
          <Rename item={item} onSaved={refresh} onClose={close} />
        </Suspense>
      )}
      {item !== undefined && open === 'access' && (
        <Suspense>
          <Access item={item} onSaved={refresh} onClose={close} />
        </Suspense>
      )}
      {item !== undefined && open === 'limit' && (
        <Suspense>
          <Limit
            name={item.name}
            limit={item.rate_limit}
            mayRaise={(session?.teams_owned.length ?? 0) > 0}
            save={(rate_limit) => ask.keys.set_rate_limit.mutate({ key_id: keyId, rate_limit })}
            onSaved={refresh}
            onClose={close}
          />
        </Suspense>
      )}
    </Page>
  );
}
