import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { To } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { RecordName } from '../../parts/record-name.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { count, spaced, withLocalTimes } from '../../parts/words.ts';
import classes from './undo.module.css';
import { ACTS, kindOf, type Left, LEFT, type Preview, REASONS, type Stay, type UndoneRecord } from './words.ts';

/** Records that are shown before somebody asks for all. */
const FIRST = 50;

type Named = Pick<UndoneRecord, 'kind' | 'name' | 'record_id' | 'account_id'>;

const Name = ({ of: { kind, name, record_id, account_id } }: { of: Named }) => (
  <RecordName kind={kind} accountId={account_id} draftId={kind === 'draft' ? record_id : undefined}>
    {name ?? record_id}
  </RecordName>
);

const wordsOf = (value: string | null) => (value === null ? 'nothing' : withLocalTimes(value));

/** A field's value now and once it is undone; of what was made, what it says. */
function Change({ act, before, after }: Pick<UndoneRecord, 'act'> & UndoneRecord['changes'][number]) {
  if (act !== 'changed') return <span className="words">{wordsOf(after)}</span>;
  return (
    <>
      <span className={classes['when']}>Now: </span>
      <span className="words">{wordsOf(after)}</span>
      <span aria-hidden> → </span>
      <span className={classes['when']}>After the undo: </span>
      <ins className="words">{wordsOf(before)}</ins>
    </>
  );
}

function RecordCard({ record }: { record: UndoneRecord }) {
  const { act, kind, name, record_id, changes } = record;
  const label = `${kindOf(kind)} ${name ?? record_id}`;
  return (
    <li className={classes['record']} aria-label={label}>
      <Group gap="xs" mb={6}>
        <Tag>{kindOf(kind)}</Tag>
        <Name of={record} />
        <Status state={ACTS[act].state}>{ACTS[act].words}</Status>
      </Group>
      {changes.length > 0 && (
        <dl className={classes['changes']}>
          {changes.map((change) => (
            <div key={change.attribute}>
              <dt>{spaced(change.attribute)}</dt>
              <dd>
                <Change act={act} {...change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** That a list has the first of all there is. */
const firstOf = (listed: number, total: number) =>
  listed < total ? `These are the first ${count(listed)} of ${count(total)}.` : '';

function Records({ records, total }: { records: readonly UndoneRecord[]; total: number }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? records : records.slice(0, FIRST);
  return (
    <Section
      title="What is undone"
      about={`Each field as it is now and as it is after the undo. Records that were made are archived, not deleted. ${firstOf(records.length, total)}`}
    >
      <ul className={classes['records']}>
        {shown.map((record) => (
          <RecordCard key={`${record.record_id} ${record.act}`} record={record} />
        ))}
      </ul>
      {shown.length < records.length && (
        <Button variant="default" size="xs" mt="md" onClick={() => setWhole(true)}>
          {records.length < total ? `Show ${count(records.length)}` : `Show all ${count(total)}`}
        </Button>
      )}
    </Section>
  );
}

function Stays({ stays, total }: { stays: readonly Stay[]; total: number }) {
  const whoOf = useWho();
  return (
    <Section title="Stays" about={`Not undone, and why. ${firstOf(stays.length, total)}`} flush>
      <Table
        label="What stays"
        items={stays}
        rowKey={({ record_id, attribute, reason }) => `${record_id} ${attribute} ${reason}`}
        columns={[
          {
            name: 'Record',
            cell: (stay) => (
              <Stack gap={2}>
                <Name of={stay} />
                <Text size="xs" c="dimmed">
                  {kindOf(stay.kind)}
                  {stay.attribute !== null && ` · ${spaced(stay.attribute)}`}
                </Text>
              </Stack>
            ),
          },
          {
            name: 'Says now',
            cell: ({ value }) => (
              <Text size="sm" className="words" lineClamp={4}>
                {value === null ? '' : withLocalTimes(value)}
              </Text>
            ),
          },
          {
            name: 'Why',
            cell: (stay) => (
              <Stack gap={2}>
                <Text size="sm">{REASONS[stay.reason]}</Text>
                {(stay.reason === 'changed_since' || stay.reason === 'decided') && stay.at !== null && (
                  <Text size="xs" c="dimmed" component="div">
                    {whoOf(stay)}, <When at={stay.at} />
                  </Text>
                )}
              </Stack>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Irreversible({ left }: { left: readonly Left[] }) {
  return (
    <Section title="Has left" about="Nothing takes this back.">
      <ul className={classes['plain']}>
        {left.map(({ kind, name, draft_id, count: times, at }) => (
          <li key={`${kind} ${name} ${draft_id} ${at}`}>
            <Group gap="xs">
              <Tag tone="warn">{LEFT[kind]}</Tag>
              {draft_id === null ? (
                <Text size="sm" className="words">
                  {name}
                </Text>
              ) : (
                <To to="/drafts/$draftId" params={{ draftId: draft_id }} size="sm" className="words">
                  {name}
                </To>
              )}
              {times > 1 && (
                <Text size="sm" c="dimmed" className="num">
                  {count(times)} times
                </Text>
              )}
              {at !== null && (
                <Text size="xs" c="dimmed" component="span">
                  <When at={at} />
                </Text>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What an undo does, what stays and why, what has left, and what nobody kept. */
export function PreviewOf({ preview }: { preview: Preview }) {
  const { records, stays, left, limits, totals } = preview;
  return (
    <>
      {records.length > 0 && <Records records={records} total={totals.records} />}
      {stays.length > 0 && <Stays stays={stays} total={totals.stays} />}
      {left.length > 0 && <Irreversible left={left} />}
      {limits.length > 0 && (
        <Section title="Cannot be undone" about="Nobody kept how it was.">
          <ul className={classes['plain']}>
            {limits.map(({ what }) => (
              <li key={what}>
                <Text size="sm" className="words">
                  {what}
                </Text>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
