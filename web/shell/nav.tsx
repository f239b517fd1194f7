import {
  IconActivity,
  IconAddressBook,
  IconArrowBackUp,
  IconBrain,
  IconBuilding,
  IconCopyCheck,
  IconCreditCard,
  IconDeviceDesktop,
  IconFileCheck,
  IconGitPullRequest,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconListSearch,
  IconPlugConnected,
  IconShieldCheck,
  IconShieldLock,
  IconTargetArrow,
  IconUserSearch,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { scrollTo } from '../parts/scroll-to.ts';
import classes from './shell.module.css';

type Place = { to: string; name: string; icon: TablerIcon; key: string; waiting?: keyof Waiting };

/** Every page of the panel in the order of the navigation; `g` and its key open it. */
export const PLACES = [
  {
    group: 'Work',
    places: [
      { to: '/', name: 'Overview', icon: IconLayoutDashboard, key: 'o' },
      { to: '/drafts', name: 'Drafts', icon: IconFileCheck, key: 'd', waiting: 'drafts' },
      { to: '/accounts', name: 'Accounts', icon: IconBuilding, key: 'a', waiting: 'tiers' },
      { to: '/deals', name: 'Deals', icon: IconTargetArrow, key: 'f' },
      { to: '/contacts', name: 'Contacts', icon: IconAddressBook, key: 'n' },
      { to: '/prospects', name: 'Prospects', icon: IconUserSearch, key: 'q' },
      { to: '/target-lists', name: 'Target lists', icon: IconListSearch, key: 'g' },
      { to: '/runs', name: 'Runs', icon: IconActivity, key: 'r' },
      { to: '/proposed', name: 'Proposed', icon: IconGitPullRequest, key: 'u', waiting: 'changesets' },
      { to: '/corrections', name: 'Corrections', icon: IconArrowBackUp, key: 'e', waiting: 'values' },
      { to: '/duplicates', name: 'Duplicates', icon: IconCopyCheck, key: 'm' },
    ],
  },
  {
    group: 'Access',
    places: [
      { to: '/keys', name: 'API keys', icon: IconKey, key: 'k' },
      { to: '/audit', name: 'Audit log', icon: IconListDetails, key: 'l' },
      { to: '/activity', name: 'Activity', icon: IconHistory, key: 'v' },
      { to: '/webhooks', name: 'Webhooks', icon: IconWebhook, key: 'w', waiting: 'webhooks' },
      { to: '/integrations', name: 'Integrations', icon: IconPlugConnected, key: 'i' },
      { to: '/apps', name: 'Connected apps', icon: IconShieldCheck, key: 'c' },
    ],
  },
  {
    group: 'Organization',
    places: [
      { to: '/team', name: 'Team', icon: IconUsers, key: 't' },
      { to: '/brain', name: 'Brain', icon: IconBrain, key: 'b' },
      { to: '/plan', name: 'Plan', icon: IconCreditCard, key: 'p' },
      { to: '/sessions', name: 'Sessions', icon: IconDeviceDesktop, key: 's' },
      { to: '/privacy', name: 'Data and privacy', icon: IconShieldLock, key: 'y' },
    ],
  },
] as const satisfies readonly { group: string; places: readonly Place[] }[];

export type Waiting = { [kind in 'drafts' | 'webhooks' | 'tiers' | 'values' | 'changesets']: number };

const SAYS = {
  drafts: 'drafts waiting or failed',
  webhooks: 'webhooks need attention',
  tiers: 'tier proposals waiting',
  values: 'values proposed',
  changesets: 'runs wait for you',
};

export function Nav({ waiting, onGone }: { waiting: Waiting; onGone?: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const nav = useRef<HTMLElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // On a low screen the page's own entry may lie outside of what the menu shows.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (current != null) scrollTo(current);
  }, [path]);
  return (
    <nav aria-label="Main" className={classes['nav']} ref={nav}>
      {PLACES.map(({ group, places }) => (
        <div key={group} role="group" aria-label={group}>
          <div className={classes['group']} aria-hidden>
            {group}
          </div>
          <ul>
            {places.map((place: Place) => {
              const count = place.waiting === undefined ? 0 : waiting[place.waiting];
              const Icon = place.icon;
              return (
                <li key={place.to}>
                  <Link
                    to={place.to}
                    className={classes['link']!}
                    activeOptions={{ exact: place.to === '/' }}
                    onClick={onGone}
                  >
                    <Icon size={17} stroke={1.7} aria-hidden />
                    <span>{place.name}</span>
                    {count > 0 && (
                      <span className={classes['count']} aria-label={`${count} ${SAYS[place.waiting!]}`} role="img">
                        {count > 99 ? '99+' : count}
                      </span>
                    )}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
