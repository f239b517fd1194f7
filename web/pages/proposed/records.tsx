import { Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { RecordName } from '../../parts/record-name.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { time, withLocalTimes } from '../../parts/words.ts';
import classes from '../undo/undo.module.css';
import { kindOf } from '../undo/words.ts';
import { accountWords, ACTS, type Group as Grouped, labelOf, noneOf, type Part, type ProposedRecord } from './words.ts';

type Choice = { isChosen(id: string): boolean; choose(id: string, on: boolean): void };

/** Records that are shown at first. */
export const FIRST = 50;

/** A record that is still to be made has no page. */
const Name = ({ record: { kind, name, record_id, account_id, act } }: { record: ProposedRecord }) => (
  <RecordName kind={kind} accountId={act === 'made' || kind === 'draft' ? null : account_id}>
    {name ?? record_id}
  </RecordName>
);

function Evidence({ of: { sentence, evidence, after } }: { of: ProposedRecord['changes'][number] }) {
  if (evidence !== null) {
    return (
      <Group gap={6}>
        <Text size="xs" c="dimmed" component="span" className="words">
          “{evidence.quote}”
        </Text>
        <Tag tone={evidence.verified ? 'ok' : 'warn'}>{evidence.verified ? 'Verified' : 'Unverified'}</Tag>
      </Group>
    );
  }
  // A sentence that only says the value again is none.
  if (sentence === null || (after !== null && sentence.endsWith(`: ${after}.`))) return null;
  return (
    <Text size="xs" c="dimmed" component="span" className="words" display="block">
      {withLocalTimes(sentence)}
    </Text>
  );
}

type Change = ProposedRecord['changes'][number];

const inWords = (value: string | null, { attribute }: Change) =>
  value === null ? noneOf(attribute) : withLocalTimes(value);

function Value({ of: change, act }: { of: Change; act: ProposedRecord['act'] }) {
  if (act === 'withdrawn' || act === 'removed') return <del className="words">{inWords(change.before, change)}</del>;
  const isNew = act !== 'changed';
  return (
    <>
      {!isNew && (
        <>
          <span className="words">{inWords(change.before, change)}</span>
          <span aria-hidden> → </span>
          <VisuallyHidden>, would become: </VisuallyHidden>
        </>
      )}
      <ins className="words">{inWords(change.after, change)}</ins>
      {!isNew && <Evidence of={change} />}
    </>
  );
}

/** The reason of a withdrawal, of which the act says whether it is this one. */
const REASONS: Partial<Record<ProposedRecord['act'], string>> = {
  withdrawn: 'Reason',
  restored: 'Was withdrawn because',
};

function Changes({ record: { act, reason, changes } }: { record: ProposedRecord }) {
  const why = reason === null ? undefined : REASONS[act];
  return (
    <dl className={classes['changes']}>
      {changes.map((change) => (
        <div key={change.attribute}>
          <dt>{labelOf(change.attribute)}</dt>
          <dd>
            <Value of={change} act={act} />
          </dd>
        </div>
      ))}
      {why !== undefined && (
        <div>
          <dt>{why}</dt>
          <dd className="words">{reason}</dd>
        </div>
      )}
    </dl>
  );
}

const Act = ({ of: act }: { of: ProposedRecord['act'] }) => (
  <Status state={act} tone={ACTS[act].tone}>
    {ACTS[act].words}
  </Status>
);

function Standing({ part: { call, record } }: { part: Part }) {
  if (call.standing === 'fails') {
    return (
      <Text size="sm" c="red" className="words">
        Cannot be made any more: {call.problem}
      </Text>
    );
  }
  if (call.standing !== 'moved') return null;
  const then = call.before?.find(({ record_id }) => record_id === record?.record_id);
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {then === undefined
          ? 'This is new since it was proposed.'
          : 'When it was proposed, it would have changed this:'}
      </Text>
      {then !== undefined && <Changes record={then} />}
    </Stack>
  );
}

/** @param isOneOf whether calls before or after it change the record, too: then each says what it does */
function OfCall({ part, choice, isOneOf }: { part: Part; choice: Choice; isOneOf: boolean }) {
  const { call, record } = part;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Checkbox
          size="xs"
          label={`${call.tool}, ${time(call.at)}`}
          checked={choice.isChosen(call.id)}
          onChange={(event) => choice.choose(call.id, event.currentTarget.checked)}
        />
        {isOneOf && record !== undefined && <Act of={record.act} />}
        {call.standing === 'moved' && <Tag tone="warn">Moved since</Tag>}
        {call.standing === 'fails' && <Tag tone="bad">Fails</Tag>}
      </Group>
      {record === undefined ? (
        <Text size="sm" c="dimmed">
          {call.standing === 'moved' && call.before !== null && call.before.length > 0
            ? 'It would change nothing any more.'
            : 'It changes no record.'}
        </Text>
      ) : (
        <Changes record={record} />
      )}
      <Standing part={part} />
    </Stack>
  );
}

/** What waits, one card a record, with the calls that would change it. */
export function Records({ groups, choice }: { groups: readonly Grouped[]; choice: Choice }) {
  return (
    <ul className={classes['records']}>
      {groups.map(({ key, record, parts }) => (
        <li
          key={key}
          className={classes['record']}
          aria-label={record === undefined ? parts[0]!.call.tool : `${kindOf(record.kind)} ${record.name ?? key}`}
        >
          {record !== undefined && (
            <Group gap="xs" mb={8}>
              <Tag>{kindOf(record.kind)}</Tag>
              <Name record={record} />
              {accountWords(record) !== undefined && (
                <Text size="sm" c="dimmed" component="span" className="words">
                  {accountWords(record)}
                </Text>
              )}
              {parts.length === 1 && <Act of={record.act} />}
            </Group>
          )}
          <Stack gap="sm">
            {parts.map((part) => (
              <OfCall key={part.call.id} part={part} choice={choice} isOneOf={parts.length > 1} />
            ))}
          </Stack>
        </li>
      ))}
    </ul>
  );
}
