import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { Section } from '../../parts/page.tsx';
import { saySo } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { useNow } from '../../parts/when.tsx';
import { counted, DAY_MS } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';
import type { Key } from './list.tsx';
import { type OAuthScope, scopeList } from './scopes.ts';

const ScopePicker = lazy(async () => ({ default: (await import('./scope-picker.tsx')).ScopePicker }));

/** How long a scope may lie unused before it is called so: what the service counts by. */
const UNUSED_MS = 30 * DAY_MS;

function Change({ item, onSaved, onClose }: { item: Key; onSaved(): unknown; onClose(): void }) {
  const [scopes, setScopes] = useState(item.scopes as OAuthScope[]);
  const save = useMutation(
    panel.keys.set_scopes.mutationOptions({
      onSuccess: () => {
        void onSaved();
        saySo('Scopes changed', 'They are in force from its next call.');
        onClose();
      },
    }),
  );
  return (
    <Dialog onClose={onClose} size="lg" title="Change the scopes">
      <Stack>
        <Suspense fallback={<Skeleton height={320} radius="md" />}>
          <ScopePicker
            value={scopes}
            onChange={(next) => setScopes([...next] as OAuthScope[])}
            {...(item.oauth_client_id === null ? {} : { allowed: item.scopes })}
          />
        </Suspense>
        <End error={save.error} onClose={onClose}>
          <Button loading={save.isPending} onClick={() => save.mutate({ key_id: item.key_id, scopes })}>
            Save
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}

type Props = { item: Key | undefined; usage: Answers['keys']['usage'] | undefined; onSaved(): unknown };

/** The scopes of a key: which it holds, and which of them it does not use. */
export function HeldScopes({ item, usage, onSaved }: Props) {
  const [open, setOpen] = useState(false);
  const { data: scopes } = useQuery(scopeList);
  const now = useNow();
  // A key that has not had its 30 days is not accused of anything.
  const isNew = item !== undefined && now - Date.parse(item.created_at) < UNUSED_MS;
  const ofApplication = item !== undefined && item.oauth_client_id !== null;
  return (
    <Section
      title="Scopes"
      actions={
        item?.status === 'active' && (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      <Stack gap={8}>
        {scopes === undefined && <Skeleton height={330} />}
        {[...(scopes?.scopes ?? []), ...(ofApplication ? (scopes?.app_scopes ?? []) : [])].map(
          ({ scope, description }) => {
            const held = item?.scopes.includes(scope) === true;
            const unused = usage?.unused_scopes.includes(scope) === true;
            return (
              <Group key={scope} gap="xs" justify="space-between" wrap="nowrap">
                <div>
                  <Text size="sm" {...(held ? {} : { c: 'dimmed' })}>
                    {description}
                  </Text>
                  <Text size="xs" c="dimmed" className="mono">
                    {scope}
                  </Text>
                </div>
                {held ? (
                  unused ? (
                    <Tag tone={isNew ? 'calm' : 'warn'}>
                      {isNew ? 'Not used yet' : `Not used in ${counted(usage?.counted_days ?? 0, 'day')}`}
                    </Tag>
                  ) : (
                    <Tag tone="ok">Held</Tag>
                  )
                ) : (
                  <Tag>Not held</Tag>
                )}
              </Group>
            );
          },
        )}
      </Stack>
      {item !== undefined && open && <Change item={item} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </Section>
  );
}
