import { Detail, Details } from '../../parts/details.tsx';
import { Visible } from '../../parts/invisible.tsx';
import { channelName, momentWithZone, spaced } from '../../parts/words.ts';
import { destinationOf, type DraftItem } from './item.ts';

/** Where a draft goes, and when. */
export function Target({ draft, as }: { draft: DraftItem; as?: string | null | undefined }) {
  return (
    <Details>
      <Detail name="Channel">{channelName(draft.channel)}</Detail>
      {as != null && (
        <Detail name="From">
          <span className="words">{as}</span>
        </Detail>
      )}
      {destinationOf(draft).map(([name, value]) => (
        <Detail key={name} name={spaced(name)}>
          <span className="words">
            <Visible text={value} />
          </span>
        </Detail>
      ))}
      {draft.title !== null && (
        <Detail name={draft.channel === 'email' ? 'Subject' : 'Title'}>
          <span className="words">
            <Visible text={draft.title} />
          </span>
        </Detail>
      )}
      {draft.scheduled_for !== null && (
        <Detail name="Sent at">
          <span className="num">{momentWithZone(draft.scheduled_for)}</span>
        </Detail>
      )}
    </Details>
  );
}
