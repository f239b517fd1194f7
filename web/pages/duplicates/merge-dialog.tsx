import { Button, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempt } from '../../parts/attempt.ts';
import { Dialog, End } from '../../parts/dialog.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { counted } from '../../parts/words.ts';
import { type Answers, ask, panel } from '../../trpc.ts';
import classes from './duplicates.module.css';
import { fieldName, kindName, movesInWords, shownValue } from './words.ts';

type Preview = Answers['merges']['preview'];
type Field = Preview['fields'][number];

type Choices = Record<string, string>;

const titleOf = ({ name, record_id }: Preview['records'][number]) => name ?? record_id;

/** Records by their names, those of the same name told apart by their place. */
function titles({ records }: Preview): Map<string, string> {
  const names = records.map(titleOf);
  return new Map(
    records.map((record, place) => {
      const name = titleOf(record);
      const isAlone = names.indexOf(name) === names.lastIndexOf(name);
      return [record.record_id, isAlone ? name : `${name} (${place + 1})`];
    }),
  );
}

/** The preview with its records in the order they were in before one to keep was chosen. */
function inOrder(preview: Preview, ids: readonly string[]): Preview {
  const accounts = new Map(preview.records.map(({ account_id, account_name }) => [account_id, account_name]));
  const placed = <Item extends { record_id: string }>(items: Item[]) =>
    items.toSorted((one, other) => ids.indexOf(one.record_id) - ids.indexOf(other.record_id));
  const named = (value: unknown) => accounts.get(value as string) ?? value;
  return {
    ...preview,
    records: placed(preview.records),
    fields: preview.fields.map((field) => ({
      ...field,
      values: placed(field.values).map((each) =>
        field.field === 'account_id' ? { ...each, value: named(each.value) } : each,
      ),
    })),
  };
}

type RowProps = { field: Field; names: Map<string, string>; chosen: string; choose(record: string): void };

/** A field's values side by side; where they differ, the one that stays is chosen. */
function FieldRow({ field: { field, values, differs }, names, chosen, choose }: RowProps) {
  const name = fieldName(field);
  return (
    <tr className={differs ? undefined : classes['same']}>
      <th scope="row">{name}</th>
      {values.map(({ record_id, value }) => (
        <td key={record_id}>
          {differs && value !== null ? (
            <Radio
              name={`field ${field}`}
              aria-label={`${name}: ${shownValue(value)}, of ${names.get(record_id)}`}
              label={<span className="words">{shownValue(value)}</span>}
              checked={chosen === record_id}
              onChange={() => choose(record_id)}
            />
          ) : (
            <span className="words">{shownValue(value)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

type FieldsProps = { preview: Preview; names: Map<string, string>; choices: Choices; choose(next: Choices): void };

function Fields({ preview, names, choices, choose }: FieldsProps) {
  const fields = preview.fields.toSorted((one, other) => Number(other.differs) - Number(one.differs));
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Values of the records">
      <table className={classes['table']} aria-label="Values of the records">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {preview.records.map(({ record_id }) => (
              <th key={record_id} scope="col" className="words">
                {names.get(record_id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow
              key={field.field}
              field={field}
              names={names}
              chosen={choices[field.field] ?? field.stays}
              choose={(record) => choose({ ...choices, [field.field]: record })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MergeDialogProps = {
  /** The record to keep first. */
  ids: readonly string[];
  onClose(): void;
  onMerged?(merged: Answers['merges']['merge']): void;
};

/** Shows what merging some records would do, lets choose the one that stays and each value, and merges. */
export function MergeDialog({ ids, onClose, onMerged }: MergeDialogProps) {
  const queryClient = useQueryClient();
  const [kept, setKept] = useState(ids[0]!);
  const [choices, setChoices] = useState<Choices>({});
  const asked = { kept_id: kept, merged_ids: ids.filter((id) => id !== kept) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...panel.merges.preview.queryOptions(asked),
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: (preview) => inOrder(preview, ids),
  });
  const names = data === undefined ? new Map<string, string>() : titles(data);
  const {
    busy,
    error: failure,
    submit,
  } = useAttempt(async () => {
    const choose = Object.fromEntries(
      data!.fields.flatMap(({ field, stays }) => {
        const chosen = choices[field];
        return chosen === undefined || chosen === stays ? [] : [[field, chosen]];
      }),
    );
    try {
      const merged = await ask.merges.merge.mutate({ ...asked, choose, digest: data!.digest });
      await queryClient.invalidateQueries();
      saySo(`${counted(ids.length, 'record')} merged`, 'You can unmerge them on the page of the record that stays.');
      onMerged?.(merged);
    } catch (problem) {
      void refetch();
      throw problem;
    }
  }, onClose);
  const moves = data === undefined ? '' : movesInWords(data.moves);
  return (
    <Dialog
      title={data === undefined ? 'Merge' : `Merge ${counted(ids.length, kindName(data.kind))}`}
      size="xl"
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Stack gap="lg">
          {error !== null && <Problem error={error} retry={() => void refetch()} />}
          {data === undefined && error === null && <Skeleton height={260} radius="md" />}
          {data !== undefined && (
            <>
              <Radio.Group
                label="Keep"
                description="The others become part of it; their ids lead to it from then on."
                value={kept}
                onChange={(id) => {
                  setKept(id);
                  setChoices({});
                }}
              >
                <Stack gap={6} mt="xs">
                  {data.records.map(({ record_id }) => (
                    <Radio
                      key={record_id}
                      value={record_id}
                      label={<span className="words">{names.get(record_id)}</span>}
                    />
                  ))}
                </Stack>
              </Radio.Group>
              <Fields preview={data} names={names} choices={choices} choose={setChoices} />
              <Text size="sm">
                {moves === ''
                  ? 'Nothing else belongs to the records that become part of it.'
                  : `Goes over with them: ${moves}.`}{' '}
                Nothing is deleted: you can unmerge.
              </Text>
            </>
          )}
          <End error={failure} onClose={onClose}>
            <Button
              type="submit"
              loading={busy}
              disabled={data === undefined || isPlaceholderData}
              leftSection={<IconArrowMerge size={16} aria-hidden />}
            >
              Merge
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
