import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconCheck, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';
import type { Kind } from './kinds.ts';

type Search = Record<string, string>;

/** Loaded on demand. */
const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }));

const isSame = (one: Search, other: Search) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** The views of a list that a person kept, and keeping the present one. */
export function Views({ kind, search, onOpen }: { kind: Kind; search: Search; onOpen(search: Search): void }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(panel.views.list.queryOptions({ kind }));
  const [saving, setSaving] = useState(false);
  const items = data?.items ?? [];
  const now = items.find((view) => isSame(view.search, search));
  const read = () => queryClient.invalidateQueries({ queryKey: panel.views.pathKey() });
  const drop = useMutation(
    panel.views.delete.mutationOptions({
      onError: sayProblem,
      onSuccess: async ({ name }) => {
        await read();
        saySo(`View “${name}” deleted`);
      },
    }),
  );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} />}>
            {now === undefined ? 'Views' : now.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          {items.map((view) => (
            <Menu.Item
              key={view.view_id}
              leftSection={view === now ? <IconCheck size={15} /> : <span style={{ width: 15 }} />}
              onClick={() => onOpen(view.search)}
            >
              {view.name}
              {view.shared && ' (shared)'}
            </Menu.Item>
          ))}
          {items.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setSaving(true)}>Save this view…</Menu.Item>
          {now?.own === true && (
            <Menu.Item
              leftSection={<IconTrash size={15} />}
              onClick={() => drop.mutate({ view_id: now.view_id })}
            >{`Delete “${now.name}”`}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <Suspense>
          <SaveView
            kind={kind}
            search={search}
            given={now?.own === true ? now : undefined}
            onSaved={read}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  );
}
