import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAttempt } from '../../parts/attempt.ts';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { ask } from '../../trpc.ts';
import { AccountSelect } from './account-select.tsx';
import { useRecordsChanged } from './edit.tsx';
import { type Field, type Kind, KINDS, valueOf } from './kinds.ts';

type Props = {
  kind: Kind;
  onClose(): void;
  given?: { account_id?: string | undefined; list_name?: string | undefined };
};

/** Adds a record of a person's own. */
export function AddRecord({ kind, onClose, given }: Props) {
  const { one, fields } = KINDS[kind];
  const navigate = useNavigate();
  const changed = useRecordsChanged();
  const [typed, setTyped] = useState<Record<string, string>>(
    Object.fromEntries(Object.entries(given ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  );
  const paths = fields.map(({ name }) => `fields.${name}`);
  const { busy, error, submit } = useAttempt(async () => {
    const sent = fields.flatMap((field) => {
      const value = valueOf(field, typed[field.name] ?? '');
      return value === null ? [] : [[field.name, value] as const];
    });
    const made = await ask.records.create.mutate({ kind, fields: Object.fromEntries(sent) });
    await changed();
    const twins = made.possible_duplicates.length;
    saySo(
      `${KINDS[kind].one.replace(/^./, (first) => first.toUpperCase())} added`,
      twins === 0
        ? undefined
        : `It may be there already: ${twins === 1 ? 'another has' : `${twins} others have`} the same ${made.possible_duplicates[0]!.matched}.`,
    );
    void navigate(
      kind === 'account'
        ? { to: '/accounts/$accountId', params: { accountId: made.record_id } }
        : { to: '/records/$recordId', params: { recordId: made.record_id } },
    );
  }, onClose);
  const errors = fieldErrors(error, paths);
  const lacks = fields.some(({ name, needed = false }) => needed && (typed[name] ?? '').trim() === '');
  const inputOf = (field: Field, first: boolean) => {
    const { name, label, type, needed = false } = field;
    const props = {
      label,
      error: errors[`fields.${name}`],
      'data-autofocus': first || undefined,
      ...(needed ? { withAsterisk: true } : {}),
    };
    const set = (value: string | null) => setTyped((all) => ({ ...all, [name]: value ?? '' }));
    if (type === 'account') return <AccountSelect key={name} {...props} value={typed[name] ?? null} onChange={set} />;
    const value = typed[name] ?? '';
    if (type === 'long') {
      return (
        <Textarea
          key={name}
          {...props}
          autosize
          minRows={2}
          maxRows={8}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    }
    return (
      <TextInput
        key={name}
        {...props}
        type={type === 'date' ? 'date' : 'text'}
        inputMode={type === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  };
  return (
    <Dialog title={`Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            What you enter is yours: agents propose changes to it, and do not overwrite it.
          </Text>
          {fields.map((field, index) => inputOf(field, index === 0))}
          <End error={error} fields={paths} onClose={onClose}>
            <Button type="submit" loading={busy} disabled={lacks}>
              Add {one}
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
