import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { params } from './route-parts.ts';
import { page } from './route-roots.ts';

export const corrections = createRoute({
  ...page,
  path: '/corrections',
  component: lazyRouteComponent(() => import('./pages/corrections.tsx'), 'Corrections'),
});

export const duplicates = createRoute({
  ...page,
  path: '/duplicates',
  validateSearch: params('kind'),
  component: lazyRouteComponent(() => import('./pages/duplicates/duplicates.tsx'), 'Duplicates'),
});

export const proposed = createRoute({
  ...page,
  path: '/proposed',
  validateSearch: params('show'),
  component: lazyRouteComponent(() => import('./pages/proposed/list.tsx'), 'ProposedList'),
});

export const changeset = createRoute({
  ...page,
  path: '/proposed/$changesetId',
  component: lazyRouteComponent(() => import('./pages/proposed/changeset.tsx'), 'ChangesetPage'),
});

export const undo = createRoute({
  ...page,
  path: '/undo',
  validateSearch: params('run_ref', 'call_id', 'key_id', 'since', 'import_id'),
  component: lazyRouteComponent(() => import('./pages/undo/undo.tsx'), 'UndoPage'),
});
