import { TextInput, type Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { nameOf } from '../../parts/name-of.ts';
import { fieldErrors, isOnFields, sayProblem } from '../../parts/problem.tsx';
import { calendarDate, count, money } from '../../parts/words.ts';
import { ask, panel } from '../../trpc.ts';
import classes from './edit.module.css';
import { type Field, valueOf } from './kinds.ts';

type Record_ = Record<string, unknown> & { id: string };

/** Reads again whatever shows records. */
export function useRecordsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: panel.accounts.pathKey() });
    void queryClient.invalidateQueries({ queryKey: panel.overview.pathKey() });
    await queryClient.invalidateQueries({ queryKey: panel.records.pathKey() });
  };
}

/** A field's value as it is read. */
export function shownOf({ name, type }: Field, record: Record<string, unknown>): string {
  const value = record[name];
  if (value === null || value === undefined) return '';
  if (name === 'amount' && typeof value === 'number')
    return money(value, (record['currency'] ?? null) as string | null);
  if (type === 'date' && typeof value === 'string') return calendarDate(value);
  if (type === 'number' && typeof value === 'number') return count(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type EditProps = {
  field: Field;
  record: Record_;
  /** What the record is called. */
  of?: string;
  /** What long texts are typed in, where there are any. */
  area?: typeof Textarea;
};

const TYPES = { text: 'text', email: 'text', number: 'text', date: 'date', account: 'text', long: 'text' } as const;

/**
 * A value that is edited where it stands: Enter and leaving it save what was typed as a new fact of the person's, Escape
 * leaves what was there.
 */
export function Edit({ field, record, of = nameOf(record), area: Area }: EditProps) {
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  const changed = useRecordsChanged();
  useEffect(() => {
    if (!editing && back.current) button.current?.focus();
    back.current = false;
  }, [editing]);
  const held = record[field.name];
  const before = held === null || held === undefined ? '' : String(held);
  const label = `${field.label} of ${of}`;
  const end = (withFocus: boolean) => {
    back.current = withFocus;
    setError(undefined);
    setEditing(false);
  };
  const save = async (typed: string, withFocus: boolean) => {
    if (busy) return;
    if (typed.trim() === before) return end(withFocus);
    setBusy(true);
    const path = `fields.${field.name}`;
    try {
      await ask.values.set.mutate({ record_id: record.id, fields: { [field.name]: valueOf(field, typed) } });
      await changed();
      end(withFocus);
    } catch (failure) {
      if (isOnFields(failure, [path])) setError(fieldErrors(failure, [path])[path]);
      else sayProblem(failure);
    } finally {
      setBusy(false);
    }
  };
  if (!editing) {
    const shown = shownOf(field, record);
    return (
      <div className={classes['cell']}>
        <button
          ref={button}
          type="button"
          className={classes['value']}
          data-type={field.type}
          aria-label={`${shown === '' ? 'Nothing' : shown}, edit ${label}`}
          onClick={() => setEditing(true)}
        >
          {shown === '' ? <span className={classes['empty']}>–</span> : shown}
        </button>
      </div>
    );
  }
  const input = {
    'aria-label': label,
    size: 'xs',
    defaultValue: before,
    error: error,
    autoFocus: true,
    readOnly: busy,
    className: classes['form']!,
    onBlur: (event: { currentTarget: { value: string } }) => void save(event.currentTarget.value, false),
    onKeyDown: (event: React.KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        end(true);
      } else if (event.key === 'Enter' && (field.type !== 'long' || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void save(event.currentTarget.value, true);
      }
    },
  } as const;
  return field.type === 'long' && Area !== undefined ? (
    <Area {...input} autosize minRows={3} maxRows={14} />
  ) : (
    <TextInput {...input} type={TYPES[field.type]} inputMode={field.type === 'number' ? 'decimal' : undefined} />
  );
}
