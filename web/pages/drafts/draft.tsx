import { Alert, Button, Group, Menu, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconChevronDown, IconClock, IconHandStop, IconPencil, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from '../../parts/confirm.tsx';
import { Dialog, End } from '../../parts/dialog.tsx';
import { diffLines } from '../../parts/diff.ts';
import { Back, To } from '../../parts/link.tsx';
import { MomentPicker } from '../../parts/moment-picker.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Problem, sayProblem, saySo } from '../../parts/problem.tsx';
import { RunLink } from '../../parts/run-link.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { channelName, counted, momentWithZone, spaced, timeZone } from '../../parts/words.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { type Answers, ask, panel } from '../../trpc.ts';
import { Body, hasPlaceholders } from './body.tsx';
import classes from './draft.module.css';
import { destinationOf, headOf } from './item.ts';
import { Target } from './target.tsx';

type Found = Answers['drafts']['get'];
type Draft = Found['draft'];

type Review = {
  action: string;
  version: number;
  note: string | null;
  scheduled_for: string | null;
  user_id: string;
  key_id: string | null;
  at: string;
};

const route = getRouteApi('/inside/drafts/$draftId');

function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: panel.drafts.pathKey() });
    await queryClient.invalidateQueries({ queryKey: panel.session.pathKey() });
  };
}

/** A list of a draft's destination as it is written in one line; where there is none, nothing is. */
const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

type EditorProps = { draft: Draft; onSaved: (version: number) => Promise<void>; onClose: () => void };

function Editor({ draft, onSaved, onClose }: EditorProps) {
  const [title, setTitle] = useState(draft.title ?? '');
  const [body, setBody] = useState(draft.body);
  const fields = destinationOf(draft);
  const [destination, setDestination] = useState(() => Object.fromEntries(fields));
  const save = useMutation(
    panel.drafts.edit.mutationOptions({
      onSuccess: async ({ version }) => {
        await onSaved(version);
        saySo('Saved', `It is version ${version} now.`);
      },
    }),
  );
  const moved = fields.some(([field, text]) => destination[field] !== text);
  const changed = title !== (draft.title ?? '') || body !== draft.body || moved;
  const written = (field: string, text: string) =>
    Array.isArray(draft.destination?.[field as keyof Draft['destination']]) ? listOf(text) : text.trim();
  /** What was emptied is left out. */
  const target = () =>
    Object.fromEntries(
      Object.entries(destination)
        .map(([field, text]) => [field, written(field, text)] as const)
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
          ...(moved ? { destination: target() } : {}),
        });
      }}
    >
      <Stack gap="sm">
        {draft.title !== null && (
          <TextInput
            label="Title"
            value={title}
            maxLength={998}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        <Textarea
          label="Text"
          autosize
          minRows={8}
          maxRows={28}
          autoFocus
          value={body}
          description={`${[...body].length} characters`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        {fields.map(([field]) => (
          <TextInput
            key={field}
            label={spaced(field)}
            value={destination[field]!}
            maxLength={5_000}
            onChange={({ currentTarget: { value } }) => setDestination((before) => ({ ...before, [field]: value }))}
          />
        ))}
        {(draft.status === 'approved' || draft.status === 'scheduled') && (
          <Alert variant="light" color="yellow">
            What you save has to be approved anew.
          </Alert>
        )}
        <End error={save.error} onClose={onClose}>
          <Button type="submit" loading={save.isPending} disabled={!changed || body.trim() === ''}>
            Save version {draft.version + 1}
          </Button>
        </End>
      </Stack>
    </form>
  );
}

/** Tomorrow at nine, in the reader's zone. */
function nextMorning(): Date {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at;
}

function Schedule({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const refresh = useRefresh();
  const [at, setAt] = useState<Date>(nextMorning);
  const [today] = useState(() => new Date());
  const schedule = useMutation(
    panel.drafts.review.mutationOptions({
      onSuccess: async () => {
        await refresh();
        saySo('Scheduled', momentWithZone(at));
        onClose();
      },
    }),
  );
  return (
    <Dialog onClose={onClose} title="Schedule this version">
      <Stack>
        <MomentPicker
          label="Goes out"
          description={`In your time zone, ${timeZone()}`}
          value={at}
          minDate={today}
          onChange={(value) => {
            if (value !== null) setAt(new Date(value));
          }}
        />
        <Text size="sm">
          That is <strong className="num">{momentWithZone(at)}</strong>
          <Text span c="dimmed" className="num">
            {' '}
            ({at.toISOString().slice(0, 16).replace('T', ' ')} UTC)
          </Text>
          . Until then it can be held.
        </Text>
        <End error={schedule.error} onClose={onClose}>
          <Button
            loading={schedule.isPending}
            onClick={() =>
              schedule.mutate({
                draft_id: draft.draft_id,
                version: draft.version,
                status: draft.status,
                action: 'schedule',
                scheduled_for: at.toISOString(),
              })
            }
          >
            Schedule
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}

/** All that leaves with a draft, and where to, line by line. */
const wholeOf = (draft: Draft) =>
  [draft.title ?? '', '', draft.body, '', ...destinationOf(draft).map(([field, text]) => `${spaced(field)}: ${text}`)]
    .join('\n')
    .trim();

/** What somebody else changed while one was reading. */
function Changed({ seen, now, onShow }: { seen: Draft; now: Draft; onShow: () => void }) {
  const lines = diffLines(wholeOf(seen), wholeOf(now));
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      title={`Changed while you were reading: version ${seen.version} is version ${now.version} now`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">Nothing can be decided about the version below any more. This is what changed:</Text>
        <div className={classes['diff']}>
          {lines
            .filter(({ kind }) => kind !== 'same')
            .map(({ kind, text }, index) => (
              <div key={index} data-kind={kind}>
                {kind === 'added' ? '+ ' : '− '}
                {text}
              </div>
            ))}
        </div>
        <Button size="xs" onClick={onShow}>
          Show version {now.version}
        </Button>
      </Stack>
    </Alert>
  );
}

function Facts({ found }: { found: Found }) {
  const whoOf = useWho();
  const { draft, facts } = found;
  return (
    <Section
      title="What it rests on"
      about={
        draft.account_id === null ? (
          'No account is attached to it. These facts come from the run it was staged in.'
        ) : (
          <To to="/accounts/$accountId" params={{ accountId: draft.account_id }} size="sm">
            {found.account_name ?? draft.account_ref ?? 'The account'}
          </To>
        )
      }
    >
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No fact is recorded that it could rest on. Check what it claims yourself.
        </Text>
      ) : (
        <ul className={classes['facts']}>
          {facts.map((fact) => (
            <li key={fact.fact_id}>
              <Text size="sm" className="words">
                {fact.sentence}
              </Text>
              <Text size="xs" c="dimmed" component="div" className="words">
                {whoOf(fact)} with {fact.tool}, <When at={fact.at} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What is asked before a draft leaves; of the other channels, whether to publish there. */
const QUESTIONS: Record<string, string> = { manual: 'Approve this draft?', email: 'Send this e-mail?' };
const ACTS: Record<string, string> = { manual: 'Approve', email: 'Approve and send' };

const reviewsOf = ({ draft }: Found): Review[] => ('reviews' in draft ? (draft.reviews as Review[]) : []);

const DONE: Record<string, string> = {
  approve: 'approved',
  schedule: 'scheduled',
  hold: 'held',
};

function History({ found }: { found: Found }) {
  const whoOf = useWho();
  const events = [
    ...found.versions.map((version) => ({
      at: version.at,
      words: version.version === 1 ? 'Staged' : `Edited: version ${version.version}`,
      by: version,
      note: null as string | null,
    })),
    ...reviewsOf(found).map((review) => ({
      at: review.at,
      words: `Version ${review.version} ${DONE[review.action] ?? review.action}${
        review.scheduled_for === null ? '' : ` for ${momentWithZone(review.scheduled_for)}`
      }`,
      by: review,
      note: review.note,
    })),
    ...found.sends.map((send) => ({
      at: send.sent_at,
      words: `Sent${send.provider === null ? '' : ` by ${send.provider}`}, ${counted(send.replies, 'reply', 'replies')} so far`,
      by: undefined,
      note: null as string | null,
    })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  return (
    <Section title="History">
      <ol className={classes['facts']}>
        {events.map(({ at, words, by, note }) => (
          <li key={`${at} ${words}`}>
            <Text size="sm">{words}</Text>
            {note !== null && (
              <Text size="sm" className="words">
                “{note}”
              </Text>
            )}
            <Text size="xs" c="dimmed" component="div" className="words">
              {by !== undefined && `${whoOf(by)}, `}
              <When at={at} />
            </Text>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** One draft: its text, what it would send and where, beside the facts it rests on. */
export function DraftPage() {
  const { draftId } = route.useParams();
  // A draft of its own for each address: nothing seen of one is decided about another.
  return <OneDraft key={draftId} draftId={draftId} />;
}

function OneDraft({ draftId }: { draftId: string }) {
  const refresh = useRefresh();
  const whoOf = useWho();
  const [open, setOpen] = useState<'edit' | 'schedule'>();
  const [seen, setSeen] = useState<Draft>();
  const [mine, setMine] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...panel.drafts.get.queryOptions({ draft_id: draftId }),
    refetchInterval: 4_000,
  });
  const review = useMutation(panel.drafts.review.mutationOptions({ onSuccess: () => refresh(), onError: sayProblem }));
  const latest = data?.draft;
  // What was read first stays what is decided about, until its reader says otherwise.
  if (latest !== undefined && (seen === undefined || (latest.version === mine && seen.version !== mine)))
    setSeen(latest);
  const changed = seen !== undefined && latest !== undefined && latest.version !== seen.version;
  const draft = changed ? seen : latest;
  const needsAnother = data?.needs_other_approver === true;
  const can = (move: string) =>
    draft !== undefined &&
    !changed &&
    open !== 'edit' &&
    latest!.moves.includes(move) &&
    !(needsAnother && (move === 'approve' || move === 'schedule'));
  const close = () => setOpen(undefined);
  const saved = async (version: number) => {
    // One's own edit is no news.
    setMine(version);
    await refresh();
    close();
  };

  const approve = () => {
    if (draft === undefined || !can('approve')) return;
    const { version, status } = draft;
    confirm({
      title: QUESTIONS[draft.channel] ?? `Publish on ${channelName(draft.channel)}?`,
      act: ACTS[draft.channel] ?? 'Approve and publish',
      calm: true,
      children: (
        <Stack gap="sm">
          <Text size="sm">
            {draft.channel === 'manual'
              ? 'It is yours to send by hand; mark it as sent when you have.'
              : `Version ${version}, exactly as you see it, goes out now. That cannot be taken back.`}
          </Text>
          <Target draft={draft} as={data?.leaves.as} />
          {data?.leaves.obstacle != null && (
            <Alert color="yellow" variant="light">
              {data.leaves.obstacle} As it stands, publishing fails, and the draft waits here as failed.
            </Alert>
          )}
          {hasPlaceholders(draft.body) && (
            <Alert color="yellow" variant="light">
              There are facts missing in it, marked [[missing: …]]. They would go out as they stand.
            </Alert>
          )}
        </Stack>
      ),
      async run() {
        await ask.drafts.review.mutate({ draft_id: draftId, version, status, action: 'approve' });
        await refresh();
        saySo('Approved', draft.channel === 'manual' ? undefined : 'The publisher has it.');
      },
    });
  };
  const hold = () => {
    if (draft === undefined || !can('hold')) return;
    const { version, status } = draft;
    review.mutate(
      { draft_id: draftId, version, status, action: 'hold' },
      { onSuccess: () => saySo('Held', 'It stays here until somebody lets it go.') },
    );
  };
  const markSent = () =>
    confirm({
      title: 'Mark it as sent?',
      act: 'I have sent it',
      calm: true,
      children: 'It is published from then on, and send.approved tells it. This cannot be undone.',
      async run() {
        await ask.drafts.mark_sent.mutate({ draft_id: draftId, version: draft!.version });
        await refresh();
        saySo('Marked as sent');
      },
    });
  useShortcut('a', 'Approve the draft', 'Drafts', approve);
  useShortcut('h', 'Hold the draft', 'Drafts', hold);
  useShortcut('e', 'Edit the draft', 'Drafts', () => can('edit') && setOpen('edit'));
  useShortcut('s', 'Schedule the draft', 'Drafts', () => can('schedule') && setOpen('schedule'));

  const above = (
    <Back to="/drafts" search={(search) => search} className={classes['back']!}>
      Drafts
    </Back>
  );
  if (error !== null && data === undefined) {
    return (
      <Page title="Draft" above={above}>
        <Problem error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  if (draft === undefined || data === undefined) {
    return (
      <Page title="Draft" above={above}>
        <Skeleton height={280} radius="lg" />
      </Page>
    );
  }
  return (
    <Page
      title={headOf(draft)}
      above={above}
      about={
        <Group gap="xs">
          <Status state={latest!.status} />
          <span>{channelName(draft.channel)}</span>
          <Tag>{`Version ${draft.version}`}</Tag>
          {draft.product !== null && (
            <span className="words">{[draft.product, draft.skill].filter(Boolean).join(' · ')}</span>
          )}
        </Group>
      }
      actions={
        <>
          {can('edit') && (
            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
              Edit
            </Button>
          )}
          {can('hold') && (
            <Button
              variant="default"
              leftSection={<IconHandStop size={16} />}
              loading={review.isPending}
              onClick={hold}
            >
              Hold
            </Button>
          )}
          {latest!.status === 'approved' && draft.channel === 'manual' && !changed && (
            <Button leftSection={<IconSend size={16} />} onClick={markSent}>
              Mark as sent
            </Button>
          )}
          {can('approve') && (
            <Button.Group>
              <Button leftSection={<IconCheck size={16} />} onClick={approve}>
                Approve
              </Button>
              {can('schedule') && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button px={8} aria-label="Other ways to approve" className={classes['more']!}>
                      <IconChevronDown size={16} />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item leftSection={<IconClock size={16} />} onClick={() => setOpen('schedule')}>
                      Schedule…
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </Button.Group>
          )}
        </>
      }
    >
      {changed && (
        <Changed
          seen={seen}
          now={latest}
          onShow={() => {
            setOpen(undefined);
            setSeen(latest);
          }}
        />
      )}
      {latest!.failure !== null && latest!.status === 'failed' && (
        <Alert color="red" variant="light" title="It was not published" role="alert" className="words">
          {latest!.failure}
        </Alert>
      )}
      {needsAnother && (latest!.moves.includes('approve') || latest!.moves.includes('schedule')) && (
        <Alert color="gray" variant="light" title="Somebody else has to approve it">
          This workspace wants a second approver, and you, or an agent with a key of yours, staged or last edited this
          draft. You can hold it.
        </Alert>
      )}
      {data.leaves.obstacle !== null &&
        ['pending', 'held', 'scheduled', 'approved', 'failed'].includes(latest!.status) && (
          <Alert color="yellow" variant="light" title="It cannot be sent yet">
            {data.leaves.obstacle}
          </Alert>
        )}
      <div className={classes['sides']}>
        <Stack gap="lg">
          <section className={`card ${classes['text']}`} aria-label="Text of the draft">
            {open === 'edit' ? (
              <Editor draft={draft} onSaved={saved} onClose={close} />
            ) : (
              <>
                {draft.title !== null && (
                  <Text fw={600} mb="sm" className="words">
                    {draft.title}
                  </Text>
                )}
                <Body text={draft.body} />
              </>
            )}
          </section>
          <Section title="What it sends, and where">
            <Target draft={draft} as={data?.leaves.as} />
            {draft.approval !== null && (
              <Text size="xs" c="dimmed" mt="sm" className="words" component="div">
                Version {draft.approval.version} approved by {draft.approval.user_name}
                {draft.approval.key_id !== null ? (
                  ` with ${whoOf(draft.approval)}`
                ) : (
                  <span title={draft.approval.session_id}> in the panel</span>
                )}
                , <When at={draft.approval.at} />
              </Text>
            )}
            {draft.run_ref !== null && (
              <Text size="xs" c="dimmed" mt={4} component="div">
                Staged in run <RunLink runRef={draft.run_ref} />
              </Text>
            )}
          </Section>
        </Stack>
        <Stack gap="lg">
          <Facts found={data} />
          <History found={data} />
        </Stack>
      </div>
      {open === 'schedule' && <Schedule draft={draft} onClose={close} />}
    </Page>
  );
}
