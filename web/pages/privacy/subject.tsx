import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmPassword } from '../../parts/confirm-password.tsx';
import { Section } from '../../parts/page.tsx';
import { fieldErrors, Problem, sayProblem, saySo } from '../../parts/problem.tsx';
import { Table } from '../../parts/table.tsx';
import { counted, spaced } from '../../parts/words.ts';
import { type Answers, ask, type Asks, panel } from '../../trpc.ts';

type Asked = Asks['privacy']['find_subject'];
type Found = Answers['privacy']['find_subject'];

/** What was typed: an e-mail address, the id of a record, or else a name. */
function askedOf(who: string): Asked {
  const text = who.trim();
  if (/^(con|pro)_[0-9a-z]{26}$/.test(text)) return { record_id: text };
  return text.includes('@') ? { email: text } : { name: text };
}

/** Downloads what is kept of a person as a JSON file. */
async function download(asked: Asked): Promise<void> {
  const items = [];
  let cursor: string | undefined;
  let person: unknown;
  do {
    const page = await ask.privacy.export_subject.query({ ...asked, ...(cursor === undefined ? {} : { cursor }) });
    person ??= page.person;
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  const file = new Blob([JSON.stringify({ person, items }, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'person.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Spellings that an erasure does not replace, as they may mean another person. */
function Maybe({ maybe }: { maybe: Found['maybe'] }) {
  if (maybe.length === 0) return null;
  return (
    <Alert variant="light" color="yellow">
      These may mean them or somebody else, and are left as they are:{' '}
      {maybe.map(({ text, count }) => `${text} (${counted(count, 'row')})`).join(', ')}. An operator can have them
      erased, too.
    </Alert>
  );
}

/** Who was found: by what they are told apart, and what stays. */
function Who({ person }: { person: Found['person'] }) {
  const told = [...person.names, ...person.emails, ...person.phones];
  return (
    <Stack gap="xs">
      <Text size="sm" className="words">
        Looked for: {told.join(', ')}
      </Text>
      {person.shared.length > 0 && (
        <Alert variant="light" color="yellow">
          Other people have {person.shared.join(', ')} too, so it is left as it is.
        </Alert>
      )}
      {person.namesakes.length > 0 && (
        <Alert variant="light" color="yellow">
          {counted(person.namesakes.length, 'record')} of somebody else by the same name will stay. In free texts the
          two cannot be told apart: the name is replaced there.
        </Alert>
      )}
      {person.not_searched.length > 0 && (
        <Alert variant="light" color="yellow">
          A name of one word is not looked for in texts: {person.not_searched.join(', ')}.
        </Alert>
      )}
    </Stack>
  );
}

function Result({ asked, found, onErased }: { asked: Asked; found: Found; onErased: () => void }) {
  const [erasing, setErasing] = useState(false);
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    await download(asked).catch(sayProblem);
    setLoading(false);
  };
  const own = found.mentions.reduce((sum, mention) => sum + mention.own, 0);
  if (found.rows === 0) {
    return (
      <Stack>
        <Text size="sm">Nothing in this workspace names them.</Text>
        <Maybe maybe={found.maybe} />
      </Stack>
    );
  }
  return (
    <Stack>
      <Who person={found.person} />
      <Maybe maybe={found.maybe} />
      <Table
        label="Where they are named"
        items={found.mentions}
        expected={3}
        rowKey={({ table }) => table}
        columns={[
          { name: 'Where', cell: ({ table }) => spaced(table) },
          { name: 'Rows', align: 'end', cell: ({ rows }) => rows },
          {
            name: 'An erasure',
            cell: ({ rows, own }) =>
              own === rows
                ? 'deletes them'
                : own === 0
                  ? 'replaces the name'
                  : `deletes ${own}, replaces in ${rows - own}`,
          },
        ]}
      />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={loading}
          onClick={() => void save()}
        >
          Export
        </Button>
        <Button color="red" variant="light" onClick={() => setErasing(true)}>
          Erase this person
        </Button>
      </Group>
      {erasing && (
        <ConfirmPassword
          title="Erase this person?"
          act="Erase for ever"
          onClose={() => setErasing(false)}
          run={async (password) => {
            const { rows } = await ask.privacy.erase_subject.mutate({
              ...asked,
              ...(password === undefined ? {} : { password }),
            });
            saySo('Person erased', `${counted(rows, 'row')} changed`);
            onErased();
          }}
        >
          {counted(own, 'row')} of their own {own === 1 ? 'is' : 'are'} deleted: records and the facts about them,
          earlier values included. In {counted(found.rows - own, 'other row')} their name, addresses and numbers are
          replaced by “[erased]”. It cannot be undone.
        </ConfirmPassword>
      )}
    </Stack>
  );
}

/** Finds a person in the workspace's data. */
export function Subject() {
  const queryClient = useQueryClient();
  const find = useMutation({ mutationFn: (asked: Asked) => ask.privacy.find_subject.query(asked) });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { who: '' },
    validate: { who: (value) => (value.trim() === '' ? 'Enter an e-mail address, a name or a record id' : null) },
  });
  const issues = Object.values(fieldErrors(find.error, ['email', 'name', 'record_id']));
  return (
    <Section
      title="One person"
      about="A contact or prospect, wherever they are named: records, facts, notes, drafts, brain state and the rest."
    >
      <Stack>
        <form onSubmit={form.onSubmit(({ who }) => find.mutate(askedOf(who)))} noValidate>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="E-mail address, full name or record id"
              w={360}
              maw="100%"
              autoComplete="off"
              key={form.key('who')}
              {...form.getInputProps('who')}
            />
            <Button type="submit" loading={find.isPending} leftSection={<IconSearch size={16} aria-hidden />}>
              Find
            </Button>
          </Group>
        </form>
        {find.error !== null && <Problem error={find.error} />}
        {issues.length > 0 && (
          <Text size="sm" c="dimmed">
            Enter the record id of the one that is meant.
          </Text>
        )}
        {find.data !== undefined && find.variables !== undefined && (
          <Result
            asked={find.variables}
            found={find.data}
            onErased={() => {
              find.reset();
              form.reset();
              void queryClient.invalidateQueries({ queryKey: panel.pathKey() });
            }}
          />
        )}
      </Stack>
    </Section>
  );
}
