import { Button, Group } from '@mantine/core';
import { confirm } from '../../parts/confirm.tsx';
import { saySo } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { ask } from '../../trpc.ts';
import type { Key } from './list.tsx';

/** Whether a key's writes wait for a person, and a person's way to change that. */
export function Mode({ item, onSaved }: { item: Key; onSaved(): unknown }) {
  const { key_id, name } = item;
  const isProposing = item.mode === 'propose';
  const set = (mode: Key['mode']) => async () => {
    await ask.keys.set_mode.mutate({ key_id, mode });
    await onSaved();
    saySo(
      mode === 'propose' ? 'Its writes wait for you now' : 'It writes by itself now',
      'In force from its next call.',
    );
  };
  const propose = () =>
    confirm({
      title: `Let the writes of “${name}” wait for you?`,
      act: 'Let them wait',
      calm: true,
      children:
        'From its next call on, its agent is answered as usual and sees its own changes, but nothing is written: you take or decline it under Proposed.',
      run: set('propose'),
    });
  const write = () =>
    confirm({
      title: `Let “${name}” write by itself?`,
      act: 'Let it write',
      children: 'From its next call on, what it writes counts at once. What waits goes on waiting.',
      run: set('write'),
    });
  return (
    <Group gap="xs">
      {isProposing ? <Tag tone="accent">Wait for you</Tag> : <span>Count at once</span>}
      {item.status === 'active' && (
        <Button size="compact-xs" variant="subtle" onClick={isProposing ? write : propose}>
          {isProposing ? 'Let it write' : 'Let them wait'}
        </Button>
      )}
    </Group>
  );
}
