import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconGitPullRequest } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Back, To } from '../../parts/link.tsx';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { count, counted } from '../../parts/words.ts';
import { ask, panel } from '../../trpc.ts';
import { FIRST, Records } from './records.tsx';
import { groupsOf, type Preview, type ProposedCall, titleOf, withDependents, withNeeds } from './words.ts';

/** Loaded on demand. */
const NoteDialog = lazy(async () => ({ default: (await import('../../parts/note-dialog.tsx')).NoteDialog }));

const route = getRouteApi('/inside/proposed/$changesetId');

/** Calls that are chosen, each with what was seen of it: what has moved meanwhile is chosen no more. */
function useChoice(calls: readonly ProposedCall[]) {
  const seenOf = (id: string) => {
    const call = calls.find((each) => each.id === id);
    return `${call?.version} ${call?.problem}`;
  };
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>();
  const isChosen = (id: string) =>
    chosen === undefined
      ? calls.some((call) => call.id === id && call.standing === 'as_proposed')
      : chosen.get(id) === seenOf(id);
  const all = calls.filter(({ id }) => isChosen(id));
  const set = (ids: readonly string[]) => setChosen(new Map(ids.map((id) => [id, seenOf(id)])));
  const choose = (id: string, on: boolean) => {
    const now = new Set(all.map((call) => call.id));
    for (const each of on ? withNeeds(id, calls) : withDependents(id, calls)) {
      if (on) now.add(each);
      else now.delete(each);
    }
    set([...now]);
  };
  return { all, isChosen, choose, set };
}

function Decided({ calls }: { calls: readonly ProposedCall[] }) {
  const whoOf = useWho();
  return (
    <Section title="Decided" flush>
      <Table
        label="Decided calls"
        items={calls}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Call',
            cell: ({ tool, call_id }) => (
              <To to="/audit/$callId" params={{ callId: call_id }} size="sm">
                {tool}
              </To>
            ),
          },
          {
            name: 'Records',
            cell: ({ records }) => (
              <Text size="sm" className="words">
                {records.map(({ name, record_id }) => name ?? record_id).join(', ') || 'none'}
              </Text>
            ),
          },
          {
            name: 'Decision',
            cell: ({ state, note }) => (
              <>
                <Status state={state} tone={state === 'taken' ? 'ok' : 'calm'} />
                {note !== null && (
                  <Text size="xs" c="dimmed" className="words">
                    {note}
                  </Text>
                )}
              </>
            ),
          },
          {
            name: 'By',
            cell: ({ decided_by, decided_at }) => (
              <Text size="sm" component="div">
                {decided_by !== null && whoOf(decided_by)}, <When at={decided_at} />
              </Text>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Waiting({ data, refresh }: { data: Preview; refresh(): Promise<unknown> }) {
  const [isWhole, setWhole] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const calls = data.calls.filter(({ state }) => state === 'waiting');
  const choice = useChoice(calls);
  const groups = groupsOf(calls);
  const shown = isWhole ? groups : groups.slice(0, FIRST);
  const { changeset_id } = data;
  const able = choice.all.filter(({ version }) => version !== null);
  const moved = calls.filter(({ standing }) => standing !== 'as_proposed').length;
  const take = () =>
    confirm({
      title: `Take ${counted(able.length, 'call')}?`,
      act: 'Take',
      calm: true,
      children: 'They are made now as this page shows, all at once, as the agent’s own writes. You can undo the run.',
      async run() {
        try {
          const done = await ask.changesets.take.mutate({
            changeset_id,
            calls: able.map(({ id, version }) => ({ id, version: version! })),
          });
          saySo(`${counted(done.decided.length, 'call')} taken`, counted(done.records, 'record'));
        } finally {
          await refresh();
        }
      },
    });
  const decline = async (said: { note?: string }) => {
    const ids = choice.all.map(({ id }) => id);
    const done = await ask.changesets.decline.mutate({ changeset_id, calls: ids, ...said });
    await refresh();
    saySo(`${counted(done.decided.length, 'call')} declined`);
  };
  const isAll = choice.all.length === calls.length;
  return (
    <>
      {moved > 0 && (
        <Alert variant="light" color="yellow" radius="lg" title="Some of it has moved">
          <Text size="sm">
            {counted(moved, 'call')} would do something else now than when it was proposed, or cannot be made any more.
            They are not chosen: look at them first.
          </Text>
        </Alert>
      )}
      <Section
        title="What would change"
        about="What stands there now, then what the agent would make of it."
        actions={
          <Group gap="xs">
            <Button size="xs" variant="subtle" onClick={() => choice.set(isAll ? [] : calls.map(({ id }) => id))}>
              {isAll ? 'Choose none' : 'Choose all'}
            </Button>
            <Button size="xs" variant="default" disabled={choice.all.length === 0} onClick={() => setDeclining(true)}>
              {`Decline ${count(choice.all.length)}`}
            </Button>
            <Button
              size="xs"
              leftSection={<IconCheck size={14} aria-hidden />}
              disabled={able.length === 0}
              onClick={take}
            >
              {`Take ${count(able.length)}`}
            </Button>
          </Group>
        }
      >
        <Records groups={shown} choice={choice} />
        {shown.length < groups.length && (
          <Button variant="default" size="xs" mt="md" onClick={() => setWhole(true)}>
            {`Show all ${count(groups.length)}`}
          </Button>
        )}
      </Section>
      {isDeclining && (
        <Suspense>
          <NoteDialog
            title={`Decline ${counted(choice.all.length, 'call')}?`}
            act="Decline"
            run={decline}
            onClose={() => setDeclining(false)}
          >
            They are left for good, and with them what builds on them. Nothing of them was written. The agent is told
            when it next verifies its session, with your reason.
          </NoteDialog>
        </Suspense>
      )}
    </>
  );
}

/** What one run would write: all of it is taken, some, or none. */
export function ChangesetPage() {
  const { changesetId } = route.useParams();
  const queryClient = useQueryClient();
  const whoOf = useWho();
  const { data, error, refetch } = useQuery(panel.changesets.preview.queryOptions({ changeset_id: changesetId }));
  const refresh = () => queryClient.invalidateQueries();
  const decided = data?.calls.filter(({ state }) => state !== 'waiting') ?? [];
  return (
    <Page
      title={data === undefined ? 'Proposed' : titleOf(data)}
      above={<Back to="/proposed">Proposed</Back>}
      about={
        data === undefined ? (
          <AboutToCome />
        ) : (
          <Group gap={6}>
            <span>
              {counted(data.waiting, 'call')} {data.waiting === 1 ? 'waits' : 'wait'} · by {whoOf(data)}
            </span>
            {data.run_ref !== null && data.plugin !== null && (
              <To to="/runs/$runRef" params={{ runRef: data.run_ref }} size="sm">
                View run
              </To>
            )}
          </Group>
        )
      }
    >
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {data !== undefined && data.waiting > 0 && <Waiting data={data} refresh={refresh} />}
      {data !== undefined && data.waiting === 0 && decided.length === 0 && (
        <Empty icon={IconGitPullRequest} title="Nothing waits">
          What this run would write appears here.
        </Empty>
      )}
      {decided.length > 0 && <Decided calls={decided} />}
    </Page>
  );
}
