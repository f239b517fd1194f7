import { Text } from '@mantine/core';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { counted, momentWithZone } from '../../parts/words.ts';
import type { DraftDetails } from './draft-data.ts';
import classes from './draft.module.css';

type Review = {
  action: string;
  version: number;
  note: string | null;
  scheduled_for: string | null;
  user_id: string;
  key_id: string | null;
  at: string;
};

const reviewsOf = ({ draft }: DraftDetails): Review[] => ('reviews' in draft ? (draft.reviews as Review[]) : []);

const DONE: Record<string, string> = {
  approve: 'approved',
  schedule: 'scheduled',
  hold: 'held',
  reject: 'rejected',
};

/** Versions, decisions and sends of a draft, newest first. */
export function DraftHistory({ found }: { found: DraftDetails }) {
  const whoOf = useWho();
  const events = [
    ...found.versions.map((version) => ({
      at: version.at,
      words: version.version === 1 ? 'Created' : `Edited: version ${version.version}`,
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
