import { Button, Text, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { To } from '../../parts/link.tsx';
import { nameOf } from '../../parts/name-of.ts';
import { sayProblem } from '../../parts/problem.tsx';
import { Standing } from '../../parts/standing.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { type Answers, ask } from '../../trpc.ts';
import { Edit, useRecordsChanged } from './edit.tsx';
import { type Field } from './kinds.ts';
import classes from './record.module.css';

/** Loaded on demand. */
const ValueHistory = lazy(async () => ({ default: (await import('./history.tsx')).ValueHistory }));
const AccountSelect = lazy(async () => ({ default: (await import('./account-select.tsx')).AccountSelect }));

type Whole = Answers['records']['get'];
type Stated = Whole['stated'][number];

/** The account a record is of, and choosing another. */
function AccountOf({ whole: { record_id, record, account_name } }: { whole: Whole }) {
  const [choosing, setChoosing] = useState(false);
  const changed = useRecordsChanged();
  const id = record['account_id'] as string | null;
  if (choosing) {
    return (
      <Suspense>
        <AccountSelect
          aria-label={`Account of ${nameOf(record)}`}
          size="xs"
          maw={320}
          value={id}
          name={account_name ?? undefined}
          onChange={(account_id) => {
            void (async () => {
              try {
                await ask.values.set.mutate({ record_id, fields: { account_id } });
                await changed();
              } catch (error) {
                sayProblem(error);
              }
              setChoosing(false);
            })();
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      {id === null ? (
        <Text span inherit c="dimmed">
          none
        </Text>
      ) : (
        <To to="/accounts/$accountId" params={{ accountId: id }}>
          {account_name ?? id}
        </To>
      )}{' '}
      <Button size="compact-xs" variant="subtle" aria-label="Change account" onClick={() => setChoosing(true)}>
        Change
      </Button>
    </>
  );
}

/** Fields of a record, each edited where it stands, with who stated it and its history. */
export function Fields({
  whole,
  fields,
  values,
}: {
  whole: Whole;
  fields: readonly Field[];
  values: Record<string, unknown>;
}) {
  const whoOf = useWho();
  const [shown, setShown] = useState<Field>();
  const by = new Map<string, Stated>(whole.stated.map((fact) => [fact.attribute, fact]));
  const record = { ...values, id: whole.record_id, name: nameOf(whole.record) };
  return (
    <>
      <dl className={classes['fields']}>
        {fields.map((field) => {
          const stated = by.get(field.name);
          return (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                {field.type === 'account' ? (
                  <AccountOf whole={whole} />
                ) : (
                  <Edit
                    field={field}
                    record={{ ...record, [field.name]: values[field.name] }}
                    of={record.name}
                    area={Textarea}
                  />
                )}
                {stated !== undefined && (
                  <Text size="xs" c="dimmed" component="div">
                    {whoOf(stated)}, <When at={stated.at} />
                    {stated.evidence !== null && <Standing fact={stated} />}
                  </Text>
                )}
              </dd>
              <dd>
                {stated !== undefined && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`History of ${field.label}`}
                    onClick={() => setShown(field)}
                  >
                    History
                  </Button>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {shown !== undefined && (
        <Suspense>
          <ValueHistory
            recordId={whole.record_id}
            attribute={shown.name}
            title={`${shown.label} · ${record.name}`}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
