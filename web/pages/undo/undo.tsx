import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Back } from '../../parts/link.tsx';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { counted } from '../../parts/words.ts';
import { type Asks, ask, panel } from '../../trpc.ts';
import { Before, isRunning } from './before.tsx';
import { PreviewOf } from './preview.tsx';

const MomentPicker = lazy(async () => ({ default: (await import('../../parts/moment-picker.tsx')).MomentPicker }));

const route = getRouteApi('/inside/undo');

type Target = Asks['undos']['preview'];

const HOUR_MS = 3_600_000;

const SPANS = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
];

/** Since when a key's writes are undone. */
function Since({ since, choose }: { since: string; choose(since: Date): void }) {
  return (
    <Section title="Since when" about="Everything the key wrote from then on.">
      <Group gap="md" align="flex-end">
        <SegmentedControl
          aria-label="Since when"
          size="xs"
          value=""
          data={SPANS}
          onChange={(hours) => choose(new Date(Date.now() - Number(hours) * HOUR_MS))}
        />
        <Suspense>
          <MomentPicker
            label="Since"
            value={new Date(since)}
            onChange={(at) => at !== null && choose(new Date(at.replace(' ', 'T')))}
          />
        </Suspense>
      </Group>
    </Section>
  );
}

type Named = { run_ref?: string | undefined; call_id?: string | undefined; import_id?: string | undefined };

const targetOf = ({ run_ref, call_id, import_id }: Named): Target | undefined => {
  if (import_id !== undefined) return { import_id };
  if (run_ref !== undefined) return { run_ref };
  return call_id === undefined ? undefined : { call_id };
};

/** What wrote what is undone, in words, and the way back to its page. */
function originOf({ run_ref, call_id, import_id, key_id }: Named & { key_id?: string | undefined }) {
  if (import_id !== undefined) {
    const above = (
      <Back to="/imports/$importId" params={{ importId: import_id }}>
        Import
      </Back>
    );
    return { what: 'import', above };
  }
  if (run_ref !== undefined) {
    const above = (
      <Back to="/runs/$runRef" params={{ runRef: run_ref }}>
        Run
      </Back>
    );
    return { what: 'run', above };
  }
  if (call_id !== undefined) {
    const above = (
      <Back to="/audit/$callId" params={{ callId: call_id }}>
        Call
      </Back>
    );
    return { what: 'call', above };
  }
  const above = (
    <Back to="/keys/$keyId" params={{ keyId: key_id ?? '' }}>
      API key
    </Back>
  );
  return { what: 'key’s writes', above };
}

/** What a run, a call, a key since a time, or an import wrote: a preview of undoing it, and the undo. */
export function UndoPage() {
  const { run_ref, call_id, key_id, since: chosen, import_id } = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [dayAgo] = useState(() => new Date(Date.now() - 24 * HOUR_MS).toISOString());
  const since = chosen ?? dayAgo;
  const target = targetOf({ run_ref, call_id, import_id }) ?? { key_id: key_id ?? '', since };
  const { data, error, refetch, isFetching } = useQuery({
    ...panel.undos.preview.queryOptions(target),
    refetchInterval: (query) => (query.state.data?.undos.some(isRunning) === true ? 1_000 : false),
  });
  const refresh = () => queryClient.invalidateQueries();
  const { what, above } = originOf({ run_ref, call_id, import_id, key_id });
  const changes = data === undefined ? 0 : data.totals.records;
  const running = data?.undos.some(isRunning) === true;
  const waiting = data === undefined ? 0 : data.proposals.values + data.proposals.merges;
  const isNothing = data !== undefined && !running && changes === 0 && data.facts + waiting === 0;
  const doIt = () =>
    confirm({
      title: `Undo the ${what}?`,
      act: 'Undo',
      children: `${counted(changes, 'record')} and ${counted(data!.facts, 'fact')} are put back as this page shows, ${data!.in_parts ? 'part by part: what somebody changes meanwhile stays' : 'all at once'}. You can take the undo back.`,
      async run() {
        const done = await ask.undos.undo.mutate({ ...target, digest: data!.digest });
        await refresh();
        if (done.in_parts) saySo('Undo begun', 'It goes on when you leave this page.');
        else saySo('Undone', `${counted(done.totals.records, 'record')}, ${counted(done.facts, 'fact')}`);
      },
    });
  return (
    <Page
      title={`Undo the ${what}`}
      above={above}
      about={
        data === undefined ? (
          <AboutToCome />
        ) : running ? (
          'A part at a time, beside everything else.'
        ) : isNothing ? (
          'There is nothing to undo.'
        ) : (
          `${counted(changes, 'record')}, ${counted(data.facts, 'fact')}. Nothing changes until you undo.`
        )
      }
      actions={
        <Button
          color="red"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={data === undefined || isNothing || running || isFetching}
          onClick={doIt}
        >
          Undo
        </Button>
      }
    >
      {key_id !== undefined && (
        <Since
          since={since}
          choose={(at) => void navigate({ to: '/undo', search: { key_id, since: at.toISOString() }, replace: true })}
        />
      )}
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {data !== undefined && error === null && (
        <>
          {data.undos.length > 0 && <Before undos={data.undos} refresh={refresh} />}
          {data.totals.stays + data.left.length > 0 && !isNothing && (
            <Alert variant="light" color="yellow" radius="lg" title="Some of it stays">
              <Text size="sm">
                {counted(data.totals.stays + data.left.length, 'part')} of what was written cannot be undone, or
                somebody changed it since: see below.
              </Text>
            </Alert>
          )}
          {isNothing && data.stays.length + data.left.length === 0 && (
            <Empty icon={IconArrowBackUp} title="Nothing to undo">
              It wrote nothing, or all of it was undone.
            </Empty>
          )}
          {waiting > 0 && (
            <Alert variant="light" color="gray" radius="lg" title="Proposals that wait are closed">
              <Text size="sm">
                {[
                  ...(data.proposals.values > 0 ? [counted(data.proposals.values, 'proposed value')] : []),
                  ...(data.proposals.merges > 0 ? [counted(data.proposals.merges, 'proposed merge')] : []),
                ].join(' and ')}{' '}
                of it wait under Corrections. They come back when you take the undo back.
              </Text>
            </Alert>
          )}
          {!running && <PreviewOf preview={data} />}
        </>
      )}
    </Page>
  );
}
