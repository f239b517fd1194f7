import { Group, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Back, Outside } from '../../parts/link.tsx';
import { AboutToCome, Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { counted } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { MeetingsAndNotes } from './meetings-and-notes.tsx';
import { Ask } from './ask.tsx';
import { Deals } from './deals.tsx';
import { People } from './people.tsx';
import { RecordNotes } from './record-notes.ts';
import { TierProposal } from './tier-proposal.tsx';

/** Few accounts have any, so the page goes without their scripts. */
const ProposedValues = lazy(async () => ({ default: (await import('./proposed-values.tsx')).ProposedValues }));

/** The tabs that are opened less often. */
const AccountPlan = lazy(async () => ({ default: (await import('./account-plan.tsx')).AccountPlan }));
const Signals = lazy(async () => ({ default: (await import('./signals.tsx')).Signals }));
const Facts = lazy(async () => ({ default: (await import('./facts.tsx')).Facts }));
const COMING = <Skeleton height={320} radius="lg" />;

/** What changes an account comes after what shows it. */
const AccountActions = lazy(async () => ({
  default: (await import('../records/account-actions.tsx')).AccountActions,
}));
const Withdrawn = lazy(async () => ({ default: (await import('./withdrawn.tsx')).Withdrawn }));

const route = getRouteApi('/inside/accounts/$accountId');

const TABS = [
  { value: 'deals', label: 'Deals' },
  { value: 'people', label: 'People' },
  { value: 'activity', label: 'Meetings & notes' },
  { value: 'plan', label: 'Account plan' },
  { value: 'signals', label: 'Signals & scores' },
  { value: 'facts', label: 'Facts' },
] as const;

/** One company: its deals, people, meetings, plan and facts. */
export function AccountPage() {
  const { accountId } = route.useParams();
  const { tab = 'deals' } = route.useSearch();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...panel.accounts.get.queryOptions({ account_id: accountId }),
    refetchInterval: 20_000,
  });
  const above = <Back to="/accounts">Accounts</Back>;
  if (error !== null && data === undefined) {
    return (
      <Page title="Account" above={above}>
        <Problem error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  const account = data?.account;
  return (
    <Page
      title={account === undefined ? 'Account' : (account.name ?? account.domain ?? account.external_ref ?? account.id)}
      above={above}
      about={
        account === undefined ? (
          <AboutToCome />
        ) : (
          <Group gap="xs">
            {account.tier !== null && <Tag tone="accent">{`Tier ${account.tier}`}</Tag>}
            {account.domain !== null && <Outside href={`https://${account.domain}`}>{account.domain}</Outside>}
            {account.industry !== null && <span className="words">{account.industry}</span>}
            {account.external_ref !== null && <span className="words">{`External ID ${account.external_ref}`}</span>}
            {account.employee_count !== null && <span>{counted(account.employee_count, 'employee')}</span>}
          </Group>
        )
      }
      actions={
        <Suspense fallback={<Skeleton height={36} width={190} />}>
          <AccountActions accountId={accountId} />
        </Suspense>
      }
    >
      <Ask accountId={accountId} />
      {data === undefined ? (
        <Skeleton height={420} radius="lg" />
      ) : (
        <>
          <Suspense>
            <RecordNotes id={accountId} ids={[accountId]} />
          </Suspense>
          <TierProposal account={data} />
          {data.proposed_values !== undefined && (
            <Suspense fallback={<Skeleton height={180} radius="lg" />}>
              <ProposedValues accountId={accountId} />
            </Suspense>
          )}
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(value) =>
              void navigate({
                to: '/accounts/$accountId',
                params: { accountId },
                search: value === null || value === 'deals' ? {} : { tab: value },
                replace: true,
              })
            }
          >
            <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
              {TABS.map(({ value, label }) => (
                <Tabs.Tab
                  key={value}
                  value={value}
                  // Scrolls to the selected tab when not all of them fit.
                  ref={(tabbed) => {
                    const list = tabbed?.parentElement;
                    if (value === tab && list) list.scrollLeft = tabbed.offsetLeft - list.clientWidth / 2;
                  }}
                >
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="deals">
              <Deals account={data} />
            </Tabs.Panel>
            <Tabs.Panel value="people">
              <People account={data} />
            </Tabs.Panel>
            <Tabs.Panel value="activity">
              <MeetingsAndNotes account={data} />
            </Tabs.Panel>
            <Tabs.Panel value="plan">
              <Suspense fallback={COMING}>
                <AccountPlan account={data} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="signals">
              <Suspense fallback={COMING}>
                <Signals account={data} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="facts">
              <Suspense fallback={COMING}>
                <Facts accountId={accountId} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
          <Suspense>
            <Withdrawn accountId={accountId} />
          </Suspense>
        </>
      )}
    </Page>
  );
}
