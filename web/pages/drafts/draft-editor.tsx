import { Alert, Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { counted, spaced } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import type { Draft } from './draft-data.ts';
import { destinationOf } from './item.ts';

/** A comma-separated list, without its empty entries. */
const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

type EditorProps = {
  draft: Draft;
  /** Called with whether there are unsaved changes. */
  onUnsaved: (isUnsaved: boolean) => void;
  onSaved: (version: number) => Promise<void>;
  onClose: () => void;
};

/** Changes the text of a draft and where it goes; what is saved is a new version. */
export function DraftEditor({ draft, onUnsaved, onSaved, onClose }: EditorProps) {
  const [title, setTitle] = useState(draft.title ?? '');
  const [body, setBody] = useState(draft.body);
  const fields = destinationOf(draft);
  const [destination, setDestination] = useState(() => Object.fromEntries(fields));
  const save = useMutation(
    panel.drafts.edit.mutationOptions({
      onSuccess: async ({ version }) => {
        await onSaved(version);
        saySo('Saved', `This is version ${version}.`);
      },
    }),
  );
  const shown = ['title', 'body', ...fields.map(([field]) => `destination.${field}`)];
  const wrong = fieldErrors(save.error, shown);
  const redirected = fields.some(([field, text]) => destination[field] !== text);
  const changed = title !== (draft.title ?? '') || body !== draft.body || redirected;
  useEffect(() => {
    onUnsaved(changed);
    return () => onUnsaved(false);
  }, [onUnsaved, changed]);
  const valueOf = (field: string, text: string) =>
    Array.isArray(draft.destination?.[field as keyof Draft['destination']]) ? listOf(text) : text.trim();
  /** The destination without the fields that were cleared. */
  const target = () =>
    Object.fromEntries(
      Object.entries(destination)
        .map(([field, text]) => [field, valueOf(field, text)] as const)
        .filter(([, value]) => value.length > 0),
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          draft_id: draft.draft_id,
          version: draft.version,
          title: title.trim() === '' ? null : title.trim(),
          body,
          ...(redirected ? { destination: target() } : {}),
        });
      }}
    >
      <Stack gap="sm">
        {draft.title !== null && (
          <TextInput
            label="Title"
            value={title}
            maxLength={998}
            error={wrong['title']}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        <Textarea
          label="Text"
          autosize
          minRows={8}
          autoFocus
          value={body}
          error={wrong['body']}
          description={counted([...body].length, 'character')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        {fields.map(([field]) => (
          <TextInput
            key={field}
            label={spaced(field)}
            value={destination[field]!}
            maxLength={5_000}
            error={wrong[`destination.${field}`]}
            onChange={({ currentTarget: { value } }) => setDestination((before) => ({ ...before, [field]: value }))}
          />
        ))}
        {(draft.status === 'approved' || draft.status === 'scheduled') && (
          <Alert variant="light" color="yellow">
            The new version has to be approved again.
          </Alert>
        )}
        <End error={save.error} fields={shown} onClose={onClose}>
          <Button type="submit" loading={save.isPending} disabled={!changed || body.trim() === ''}>
            Save version {draft.version + 1}
          </Button>
        </End>
      </Stack>
    </form>
  );
}
