import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { params } from './route-parts.ts';
import { page } from './route-roots.ts';

/** What a list of records is narrowed by. */
const recordFilters = params(
  'search',
  'sort',
  'archived',
  'stage',
  'stage_kind',
  'owner',
  'account_id',
  'account_name',
  'close_from',
  'close_to',
  'amount_min',
  'amount_max',
  'gaps',
  'list',
);

export const deals = createRoute({
  ...page,
  path: '/deals',
  validateSearch: recordFilters,
  component: lazyRouteComponent(() => import('./pages/records/list.tsx'), 'Deals'),
});

export const contacts = createRoute({
  ...page,
  path: '/contacts',
  validateSearch: recordFilters,
  component: lazyRouteComponent(() => import('./pages/records/list.tsx'), 'Contacts'),
});

export const prospects = createRoute({
  ...page,
  path: '/prospects',
  validateSearch: recordFilters,
  component: lazyRouteComponent(() => import('./pages/records/list.tsx'), 'Prospects'),
});

export const targetLists = createRoute({
  ...page,
  path: '/target-lists',
  validateSearch: recordFilters,
  component: lazyRouteComponent(() => import('./pages/records/list.tsx'), 'TargetLists'),
});

export const record = createRoute({
  ...page,
  path: '/records/$recordId',
  component: lazyRouteComponent(() => import('./pages/records/record.tsx'), 'RecordPage'),
});
