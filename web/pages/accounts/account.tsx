import { Group, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Back, Outside } from '../../parts/link.tsx';
import { AboutToCome, Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { counted } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { Activity } from './activity.tsx';
import { Ask } from './ask.tsx';
import { Deals } from './deals.tsx';
import { Facts } from './facts.tsx';
import { People } from './people.tsx';
import { Plan } from './plan.tsx';
import { Signals } from './signals.tsx';
import { Tier } from './tier.tsx';

const route = getRouteApi('/inside/accounts/$accountId');

const TABS = [
  { value: 'deals', label: 'Deals' },
  { value: 'people', label: 'People' },
  { value: 'activity', label: 'Activity' },
  { value: 'plan', label: 'Plan' },
  { value: 'signals', label: 'Signals & scores' },
  { value: 'facts', label: 'Facts' },
] as const;

/** One company: its deals and what is known of them, its people, and every fact with where it comes from. */
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
      title={account === undefined ? 'Account' : (account.name ?? account.domain ?? account.id)}
      above={above}
      about={
        account === undefined ? (
          <AboutToCome />
        ) : (
          <Group gap="xs">
            {account.tier !== null && <Tag tone="accent">{`Tier ${account.tier}`}</Tag>}
            {account.domain !== null && <Outside href={`https://${account.domain}`}>{account.domain}</Outside>}
            {account.industry !== null && <span className="words">{account.industry}</span>}
            {account.employee_count !== null && <span>{counted(account.employee_count, 'person', 'people')}</span>}
          </Group>
        )
      }
    >
      <Ask accountId={accountId} />
      {data === undefined ? (
        <Skeleton height={420} radius="lg" />
      ) : (
        <>
          <Tier account={data} />
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
                  // Where there is no room for all of them, the one chosen is seen.
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
              <Activity account={data} />
            </Tabs.Panel>
            <Tabs.Panel value="plan">
              <Plan account={data} />
            </Tabs.Panel>
            <Tabs.Panel value="signals">
              <Signals account={data} />
            </Tabs.Panel>
            <Tabs.Panel value="facts">
              <Facts accountId={accountId} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Page>
  );
}
