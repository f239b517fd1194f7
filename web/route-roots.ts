import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSession } from './route-parts.ts';
import { Missing } from './shell/failed.tsx';
import { Root } from './shell/root.tsx';

/** Every route is below this one. */
export const root = createRootRoute({ component: Root, notFoundComponent: Missing });

/** And those of a signed-in person below this one. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

export const page = { getParentRoute: () => inside };
