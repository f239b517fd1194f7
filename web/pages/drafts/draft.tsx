import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Visible } from '../../parts/invisible.tsx';
import { Back } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { RunLink } from '../../parts/run-link.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { channelName } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { Body } from './body.tsx';
import { type Deciding, DraftActions } from './draft-actions.tsx';
import { type Draft, useRefreshDrafts } from './draft-data.ts';
import { DraftFacts } from './draft-facts.tsx';
import { DraftHistory } from './draft-history.tsx';
import { DraftNotices } from './draft-notices.tsx';
import classes from './draft.module.css';
import { headOf } from './item.ts';
import { useGoOn } from './next-draft.ts';
import { Target } from './target.tsx';
import { VersionConflict } from './version-conflict.tsx';

/** Loaded on demand. */
const NoteDraft = lazy(async () => ({ default: (await import('./note-draft.tsx')).NoteDraft }));
const ScheduleDraft = lazy(async () => ({ default: (await import('./schedule-draft.tsx')).ScheduleDraft }));
const DraftEditor = lazy(async () => ({ default: (await import('./draft-editor.tsx')).DraftEditor }));

const route = getRouteApi('/inside/drafts/$draftId');

/** One draft: its text, what it would send and where, beside what is known about its account. */
export function DraftPage() {
  const { draftId } = route.useParams();
  // A draft of its own for each address: nothing seen of one is decided about another.
  return <OneDraft key={draftId} draftId={draftId} />;
}

/** Where the draft goes, who approved it and which run created it. */
function Delivery({ draft, as }: { draft: Draft; as: string | null }) {
  const whoOf = useWho();
  return (
    <Section title="What is sent, and where">
      <Target draft={draft} as={as} />
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
          Created in run <RunLink runRef={draft.run_ref} />
        </Text>
      )}
    </Section>
  );
}

function OneDraft({ draftId }: { draftId: string }) {
  const refresh = useRefreshDrafts();
  const [open, setOpen] = useState<'edit' | Deciding>();
  const [seen, setSeen] = useState<Draft>();
  const [mine, setMine] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...panel.drafts.get.queryOptions({ draft_id: draftId }),
    refetchInterval: 4_000,
  });
  const latest = data?.draft;
  // The version read first stays the one decided about, until its reader asks for the new one.
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
  const goOn = useGoOn(draftId);
  const close = () => setOpen(undefined);
  const [unsaved, setUnsaved] = useState(false);
  const leave = useUnsaved(() => unsaved);
  const decided = async () => {
    goOn();
    await refresh();
  };
  const saved = async (version: number) => {
    // One's own edit is no conflict.
    setMine(version);
    await refresh();
    close();
  };
  const actions = (
    <DraftActions
      draftId={draftId}
      draft={draft}
      found={data}
      can={can}
      canMarkSent={latest?.status === 'approved' && latest.channel === 'manual' && !changed}
      onEdit={() => setOpen('edit')}
      onDecide={setOpen}
    />
  );
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
          <Status state={data.draft.status} />
          <span>{channelName(draft.channel)}</span>
          <Tag>{`Version ${draft.version}`}</Tag>
          {draft.product !== null && (
            <span className="words">{[draft.product, draft.skill].filter(Boolean).join(' · ')}</span>
          )}
        </Group>
      }
      actions={actions}
    >
      {changed && (
        <VersionConflict
          seen={seen}
          now={latest}
          onShow={() =>
            leave(() => {
              close();
              setSeen(latest);
            })
          }
        />
      )}
      <DraftNotices found={data} />
      <div className={classes['sides']}>
        <Stack gap="lg">
          <section className={`card ${classes['text']}`} aria-label="Text of the draft">
            {open === 'edit' ? (
              <Suspense fallback={<Skeleton h={320} />}>
                <DraftEditor draft={draft} onUnsaved={setUnsaved} onSaved={saved} onClose={() => leave(close)} />
              </Suspense>
            ) : (
              <>
                {draft.title !== null && (
                  <Text fw={600} mb="sm" className="words">
                    <Visible text={draft.title} />
                  </Text>
                )}
                <Body text={draft.body} />
              </>
            )}
          </section>
          <Delivery draft={draft} as={data.leaves.as} />
        </Stack>
        <Stack gap="lg">
          <DraftFacts found={data} />
          <DraftHistory found={data} />
        </Stack>
      </div>
      <Suspense>
        {open === 'schedule' && <ScheduleDraft draft={draft} onDone={decided} onClose={close} />}
        {(open === 'hold' || open === 'reject') && (
          <NoteDraft draft={draft} action={open} onDone={decided} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}
