import { Text } from '@mantine/core';
import { To } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { Standing } from '../../parts/standing.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { withLocalTimes } from '../../parts/words.ts';
import type { DraftDetails } from './draft-data.ts';
import classes from './draft.module.css';

/** What is recorded about the draft's account; without an account, what its run recorded. */
export function DraftFacts({ found }: { found: DraftDetails }) {
  const whoOf = useWho();
  const { draft, facts } = found;
  return (
    <Section
      title={
        draft.account_id !== null
          ? 'What we know about this account'
          : draft.run_ref === null
            ? 'What it rests on'
            : 'Facts from its run'
      }
      about={
        draft.account_id === null ? (
          draft.run_ref === null ? (
            'This draft names no account and no run, so that no recorded facts belong to it.'
          ) : (
            'This draft has no account. These are the facts that its run recorded before it wrote the draft.'
          )
        ) : (
          <>
            <To to="/accounts/$accountId" params={{ accountId: draft.account_id }} size="sm">
              {found.account_name ?? draft.account_ref ?? 'Account'}
            </To>
            , before the draft was written
          </>
        )
      }
    >
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {draft.account_id === null && draft.run_ref === null ? '' : 'Nothing was recorded before it was written. '}
          Check the claims in this draft yourself.
        </Text>
      ) : (
        <ul className={classes['facts']}>
          {facts.map((fact) => (
            <li key={fact.fact_id}>
              <Text size="sm" className="words">
                {withLocalTimes(fact.sentence)}
              </Text>
              <Text size="xs" c="dimmed" component="div" className="words">
                {whoOf(fact)} with {fact.tool}, <When at={fact.at} />
              </Text>
              <Standing fact={fact} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
