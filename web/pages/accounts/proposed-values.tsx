import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconUserCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { refocus } from '../../parts/focus.ts';
import { To } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Section } from '../../parts/page.tsx';
import { Problem, sayProblem, saySo } from '../../parts/problem.tsx';
import { RunLink } from '../../parts/run-link.tsx';
import { Tag } from '../../parts/status.tsx';
import { More } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { counted, spaced, upTo } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';
import { DeclineValues } from './decline-values.tsx';
import classes from './proposed-values.module.css';

type Proposal = Answers['values']['proposed']['items'][number];

/** Values that agents would have written over a person's: of an account and its records, or of the workspace. */
export function ProposedValues({ accountId }: { accountId?: string }) {
  const input = accountId === undefined ? {} : { account_id: accountId };
  const proposed = useInfiniteQuery(panel.values.proposed.infiniteQueryOptions(input, nextPage));
  const items = itemsOf(proposed.data);
  if (proposed.error !== null && items === undefined) {
    return <Problem error={proposed.error} retry={() => void proposed.refetch()} />;
  }
  if (accountId !== undefined && (items === undefined || items.length === 0)) return null;
  const total = proposed.data?.pages[0]?.total ?? 0;
  const records = Map.groupBy(items ?? [], ({ record_id }) => record_id);
  return (
    <Section
      title="Proposed values"
      about="Agents sent other values for what a person set. Yours stand until you decide."
      actions={total > 0 && <Tag tone="accent">{`${upTo(total)} waiting`}</Tag>}
    >
      {items?.length === 0 ? (
        <Empty icon={IconUserCheck} title="No proposed values">
          When an agent has another value for a field that a person set, it waits here for your decision.
        </Empty>
      ) : (
        <Stack gap="md">
          {Array.from(records, ([id, proposals]) => (
            <RecordProposals key={id} proposals={proposals} isAccountNamed={accountId === undefined} />
          ))}
        </Stack>
      )}
      <More {...proposed} shown={items?.length ?? 0} />
    </Section>
  );
}

const seen = ({ proposal_id, version }: Proposal) => ({ proposal_id, version });

function useDecisions() {
  const queryClient = useQueryClient();
  const done = async (said: string) => {
    saySo(said);
    await queryClient.invalidateQueries({ queryKey: panel.values.pathKey() });
    void queryClient.invalidateQueries({ queryKey: panel.accounts.pathKey() });
    void queryClient.invalidateQueries({ queryKey: panel.session.pathKey() });
    // The button that was pressed is gone with its proposal.
    refocus();
  };
  const accept = useMutation(
    panel.values.accept.mutationOptions({
      onError: sayProblem,
      onSuccess: ({ decided, moved }) =>
        done(
          moved.length === 0
            ? `${counted(decided.length, 'value')} accepted`
            : `${decided.length === 0 ? 'Nothing' : counted(decided.length, 'value')} accepted: ${counted(moved.length, 'value')} changed meanwhile`,
        ),
    }),
  );
  const declined = (count: number) => done(`${counted(count, 'value')} declined`);
  return { accept, declined };
}

const KINDS: Record<string, string> = { opp: 'Deal', target_account: 'Target account' };

function RecordProposals({ proposals, isAccountNamed }: { proposals: readonly Proposal[]; isAccountNamed: boolean }) {
  const { accept, declined } = useDecisions();
  const [declining, setDeclining] = useState(false);
  const { record_id, record_name, kind, account_id, account_name } = proposals[0]!;
  const name = record_name ?? record_id;
  const kindName = KINDS[kind] ?? spaced(kind);
  const still = proposals.filter(({ moved }) => !moved);
  const isBusy = accept.isPending;
  return (
    <section className={classes['record']} aria-label={`Proposed values of ${name}`}>
      <Group justify="space-between" align="center" gap="sm" className={classes['head']!}>
        <Group gap="xs" style={{ minWidth: 0, flex: '1 1 14rem' }}>
          <Tag>{kindName}</Tag>
          <Text size="sm" fw={500} className="words">
            {name}
          </Text>
          {isAccountNamed && account_id !== null && (
            <To to="/accounts/$accountId" params={{ accountId: account_id }}>
              {account_id === record_id ? 'Open account' : (account_name ?? account_id)}
            </To>
          )}
        </Group>
        {proposals.length > 1 && (
          <Group gap="xs">
            <Button variant="default" size="xs" disabled={isBusy} onClick={() => setDeclining(true)}>
              Decline all
            </Button>
            {still.length > 0 && (
              <Button size="xs" disabled={isBusy} onClick={() => accept.mutate({ proposals: still.map(seen) })}>
                {still.length === proposals.length ? 'Accept all' : `Accept ${still.length} unchanged`}
              </Button>
            )}
          </Group>
        )}
      </Group>
      <ul className={classes['list']}>
        {proposals.map((proposal) => (
          <ProposedValue key={proposal.proposal_id} proposal={proposal} name={name} />
        ))}
      </ul>
      {declining && (
        <DeclineValues
          ids={proposals.map(({ proposal_id }) => proposal_id)}
          of={name}
          onDone={declined}
          onClose={() => setDeclining(false)}
        />
      )}
    </section>
  );
}

const LONG = 160;

/** A value in words. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(inWords).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Value({ value, label, strong = false }: { value: unknown; label: string; strong?: boolean }) {
  const words = inWords(value);
  const [whole, setWhole] = useState(false);
  const isCut = words.length > LONG && !whole;
  return (
    <div className={classes['value']}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" fw={strong ? 500 : 400} className="words" fs={value === null ? 'italic' : undefined}>
        {isCut ? `${words.slice(0, LONG)}…` : words}
      </Text>
      {isCut && (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
    </div>
  );
}

function ProposedValue({ proposal, name }: { proposal: Proposal; name: string }) {
  const whoOf = useWho();
  const { accept, declined } = useDecisions();
  const [declining, setDeclining] = useState(false);
  const { field, current, now, proposed, moved, evidence, proposal_id, run_ref, times } = proposal;
  const label = spaced(field.replaceAll('.', ' '));
  return (
    <li className={classes['item']} aria-label={`${label} of ${name}`}>
      <div className={classes['what']}>
        <Group gap="xs">
          <Text size="sm" fw={500} className="words">
            {label}
          </Text>
          {moved && <Tag tone="warn">Changed since</Tag>}
        </Group>
        <div className={classes['values']}>
          <Value value={now} label={moved ? 'Stands there now' : 'Set by a person'} />
          <IconArrowRight size={16} aria-hidden className={classes['arrow']!} />
          <Value value={proposed} label="Proposed" strong />
        </div>
        {moved && (
          <Text size="xs" c="dimmed" className="words">
            When it was proposed, {inWords(current).slice(0, LONG)} stood there.
          </Text>
        )}
        {evidence !== null && (
          <Text size="xs" className="words" component="div">
            <q>{evidence.quote}</q> {evidence.verified ? '(verified quote)' : '(quote not found)'}
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          By {whoOf(proposal)}, <When at={proposal.proposed_at} />
          {times > 1 && `, ${times} times`}
          {run_ref !== null && (
            <>
              , run <RunLink runRef={run_ref} />
            </>
          )}
        </Text>
      </div>
      <Group gap="xs" className={classes['decide']!}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Decline ${label} of ${name}`}
          onClick={() => setDeclining(true)}
        >
          Decline
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={accept.isPending}
          aria-label={`${moved ? 'Accept anyway' : 'Accept'} ${label} of ${name}`}
          onClick={() => accept.mutate({ proposals: [seen(proposal)] })}
        >
          {moved ? 'Accept anyway' : 'Accept'}
        </Button>
      </Group>
      {declining && (
        <DeclineValues
          ids={[proposal_id]}
          of={`${label} of ${name}`}
          onDone={declined}
          onClose={() => setDeclining(false)}
        />
      )}
    </li>
  );
}
