import { Button, Skeleton } from '@mantine/core';
import { IconArchive, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';
import { useArchive } from './archive.tsx';
import { Fields } from './fields.tsx';
import { KINDS } from './kinds.ts';

/** What a person does with an account on its page: edits its fields, and archives it. */
export function AccountActions({ accountId }: { accountId: string }) {
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const archive = useArchive(() => void navigate({ to: '/accounts' }));
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button
        variant="default"
        leftSection={<IconArchive size={16} />}
        loading={archive.isPending}
        onClick={() => archive.mutate({ record_id: accountId })}
      >
        Archive
      </Button>
      {editing && <EditAccount accountId={accountId} onClose={() => setEditing(false)} />}
    </>
  );
}

function EditAccount({ accountId, onClose }: { accountId: string; onClose(): void }) {
  const { data, error } = useQuery(panel.records.get.queryOptions({ record_id: accountId }));
  return (
    <Dialog title="Fields of this account" size="lg" onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {data === undefined ? (
        error === null && <Skeleton height={220} />
      ) : (
        <Fields whole={data} fields={KINDS.account.fields} values={data.record} />
      )}
    </Dialog>
  );
}
