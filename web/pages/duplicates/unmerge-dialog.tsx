import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempt } from '../../parts/attempt.ts';
import { Dialog, End } from '../../parts/dialog.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { count, counted } from '../../parts/words.ts';
import { type Answers, ask, panel } from '../../trpc.ts';
import classes from './duplicates.module.css';
import { fieldName, kindName, movesInWords, shownValue, tableName } from './words.ts';

type Preview = Answers['merges']['unmerge_preview'];

/** What the merge changed of the record that stayed: what it was goes back, unless somebody changed it since. */
function FieldsBack({ fields }: { fields: Preview['fields'] }) {
  if (fields.length === 0) return null;
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Values that come back">
      <table className={classes['table']} aria-label="Values that come back">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Now</th>
            <th scope="col">After unmerging</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, now, before, changed_since }) => (
            <tr key={field}>
              <th scope="row">{fieldName(field)}</th>
              <td className="words">{shownValue(now)}</td>
              <td className="words">
                {changed_since ? `${shownValue(now)} (changed since the merge, stays)` : shownValue(before)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Stays({ stays, total }: { stays: Preview['stays']; total: number }) {
  if (total === 0) return null;
  const kinds = Map.groupBy(stays, ({ kind }) => kind);
  const said = Array.from(kinds, ([kind, rows]) => `${count(rows.length)} × ${tableName(kind)}`).join(', ');
  return (
    <Text size="sm">
      {counted(total, 'row')} went somewhere else or {total === 1 ? 'is' : 'are'} gone since, and{' '}
      {total === 1 ? 'stays' : 'stay'} so: {said}
      {total > stays.length ? ' and more' : ''}.
    </Text>
  );
}

/** Shows what taking a merge apart would do, and does it. */
export function UnmergeDialog({ mergerId, onClose }: { mergerId: string; onClose(): void }) {
  const queryClient = useQueryClient();
  const [isOther, setOther] = useState(true);
  const { data, error, refetch } = useQuery({
    ...panel.merges.unmerge_preview.queryOptions({ merger_id: mergerId }),
    staleTime: 0,
  });
  const {
    busy,
    error: failure,
    submit,
  } = useAttempt(async () => {
    try {
      const { records } = await ask.merges.unmerge.mutate({
        merger_id: mergerId,
        digest: data!.digest,
        not_duplicates: isOther,
      });
      await queryClient.invalidateQueries();
      saySo(
        'Unmerged',
        `${counted(records.length, 'record')} back by ${records.length === 1 ? 'itself' : 'themselves'}`,
      );
    } catch (problem) {
      void refetch();
      throw problem;
    }
  }, onClose);
  const moves = data === undefined ? '' : movesInWords(data.moves);
  const names = data?.records.map(({ name, record_id }) => name ?? record_id).join(', ');
  return (
    <Dialog title="Unmerge" size="lg" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {error !== null && <Problem error={error} retry={() => void refetch()} />}
          {data === undefined && error === null && <Skeleton height={160} radius="md" />}
          {data !== undefined && (
            <>
              <Text size="sm" className="words">
                {names} {data.records.length === 1 ? 'is its own' : 'are their own'} {kindName(data.kind)}
                {data.records.length === 1 ? '' : 's'} again.
                {moves !== '' && ` Goes back with ${data.records.length === 1 ? 'it' : 'them'}: ${moves}.`} What was
                added since stays with {data.kept_name ?? data.kept_id}.
              </Text>
              <FieldsBack fields={data.fields} />
              <Stays stays={data.stays} total={data.stays_count} />
              <Checkbox
                label="They are not duplicates: do not show them as such again"
                checked={isOther}
                onChange={(event) => setOther(event.currentTarget.checked)}
              />
            </>
          )}
          <End error={failure} onClose={onClose}>
            <Button
              type="submit"
              loading={busy}
              disabled={data === undefined}
              leftSection={<IconArrowsSplit size={16} aria-hidden />}
            >
              Unmerge
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
