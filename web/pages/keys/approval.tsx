import { Button, Group, Text } from '@mantine/core';
import { confirm } from '../../parts/confirm.tsx';
import { saySo } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { ask } from '../../trpc.ts';
import type { Key } from './list.tsx';

/** Whether a key may approve drafts, and a person's way to let it or to take that back. */
export function Approval({ item, onSaved }: { item: Key; onSaved(): unknown }) {
  const { key_id, name, may_approve: may, oauth_client_id: client } = item;
  if (client !== null) return <Text size="sm">Never: it is an application’s</Text>;
  const set = (may_approve: boolean) => async () => {
    await ask.keys.set_may_approve.mutate({ key_id, may_approve });
    await onSaved();
    saySo(may_approve ? 'It may approve drafts' : 'Only people approve now', 'In force from its next call.');
  };
  const allow = () =>
    confirm({
      title: `Let “${name}” approve drafts?`,
      act: 'Let it approve',
      children:
        'Whoever holds this key can then approve and schedule drafts, its own too, and what is approved goes out in your name without your reading it.',
      run: set(true),
    });
  const takeBack = () =>
    confirm({
      title: `Take the right to approve from “${name}”?`,
      act: 'Take it back',
      calm: true,
      children: 'From its next call on it can only hold drafts. What it approved before stays approved.',
      run: set(false),
    });
  return (
    <Group gap="xs">
      {may ? <Tag tone="warn">May approve</Tag> : <span>Only people, in the panel</span>}
      {item.status === 'active' && (
        <Button size="compact-xs" variant="subtle" onClick={may ? takeBack : allow}>
          {may ? 'Take back' : 'Let it approve'}
        </Button>
      )}
    </Group>
  );
}
