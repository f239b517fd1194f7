import { Detail, Details } from '../../parts/details.tsx';
import { channelName, momentWithZone, spaced } from '../../parts/words.ts';
import type { DraftItem } from './item.ts';

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

/** Where a draft goes, and when. */
export function Target({ draft, as }: { draft: DraftItem; as?: string | null | undefined }) {
  const destination = Object.entries(draft.destination ?? {}).filter(([, value]) => value != null);
  return (
    <Details>
      <Detail name="Channel">{channelName(draft.channel)}</Detail>
      {as != null && (
        <Detail name="As">
          <span className="words">{as}</span>
        </Detail>
      )}
      {destination.map(([name, value]) => (
        <Detail key={name} name={spaced(name)}>
          <span className="words">{listed(value)}</span>
        </Detail>
      ))}
      {draft.title !== null && (
        <Detail name="Title">
          <span className="words">{draft.title}</span>
        </Detail>
      )}
      {draft.scheduled_for !== null && (
        <Detail name="Goes out">
          <span className="num">{momentWithZone(draft.scheduled_for)}</span>
        </Detail>
      )}
    </Details>
  );
}
