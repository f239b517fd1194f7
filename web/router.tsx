import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Failed, Missing } from './shell/failed.tsx';
import { contacts, deals, prospects, record, targetLists } from './record-routes.ts';
import { changeset, corrections, duplicates, proposed, undo } from './review-routes.ts';
import { params, requireSession } from './route-parts.ts';
import { inside, page, root } from './route-roots.ts';
import { wasSignedIn } from './session.ts';
import { whenSignedOut } from './trpc.ts';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: params('next', 'error'),
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignIn'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/password-reset.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/password-reset.tsx'), 'ResetPassword'),
});

const consent = createRoute({
  getParentRoute: () => root,
  path: '/consent',
  validateSearch: params('request', 'continue'),
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./pages/consent.tsx'), 'Consent'),
});

const overview = createRoute({
  ...page,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview.tsx'), 'Overview'),
});

const drafts = createRoute({
  ...page,
  path: '/drafts',
  validateSearch: params('status', 'channel', 'account_id', 'assignee'),
  component: lazyRouteComponent(() => import('./pages/drafts/queue.tsx'), 'DraftQueue'),
});

const draft = createRoute({
  getParentRoute: () => drafts,
  path: '$draftId',
  component: lazyRouteComponent(() => import('./pages/drafts/draft.tsx'), 'DraftPage'),
});

const accounts = createRoute({
  ...page,
  path: '/accounts',
  validateSearch: params('search', 'tier', 'industry', 'gaps', 'proposed', 'sort', 'archived'),
  component: lazyRouteComponent(() => import('./pages/accounts/list.tsx'), 'AccountList'),
});

const accountImport = createRoute({
  ...page,
  path: '/accounts/import',
  beforeLoad: () => {
    throw redirect({ to: '/imports' });
  },
});

const imports = createRoute({
  ...page,
  path: '/imports',
  component: lazyRouteComponent(() => import('./pages/imports/imports.tsx'), 'Imports'),
});

const importPage = createRoute({
  ...page,
  path: '/imports/$importId',
  component: lazyRouteComponent(() => import('./pages/imports/import.tsx'), 'ImportPage'),
});

const account = createRoute({
  ...page,
  path: '/accounts/$accountId',
  validateSearch: params('tab'),
  component: lazyRouteComponent(() => import('./pages/accounts/account.tsx'), 'AccountPage'),
});

const runs = createRoute({
  ...page,
  path: '/runs',
  validateSearch: params('status', 'plugin', 'skill'),
  component: lazyRouteComponent(() => import('./pages/runs/list.tsx'), 'RunList'),
});

const run = createRoute({
  ...page,
  path: '/runs/$runRef',
  component: lazyRouteComponent(() => import('./pages/runs/run.tsx'), 'RunPage'),
});

const keys = createRoute({
  ...page,
  path: '/keys',
  validateSearch: params('show'),
  component: lazyRouteComponent(() => import('./pages/keys/list.tsx'), 'KeyList'),
});

const key = createRoute({
  ...page,
  path: '/keys/$keyId',
  component: lazyRouteComponent(() => import('./pages/keys/key.tsx'), 'KeyPage'),
});

const audit = createRoute({
  ...page,
  path: '/audit',
  validateSearch: params('tool', 'outcome', 'transport', 'key_id', 'run_ref', 'request_id', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/audit.tsx'), 'AuditLog'),
});

const call = createRoute({
  ...page,
  path: '/audit/$callId',
  component: lazyRouteComponent(() => import('./pages/call.tsx'), 'CallPage'),
});

const activity = createRoute({
  ...page,
  path: '/activity',
  validateSearch: params('act', 'subject_id', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/activity.tsx'), 'Activity'),
});

const webhooks = createRoute({
  ...page,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/list.tsx'), 'WebhookList'),
});

const webhook = createRoute({
  ...page,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook.tsx'), 'WebhookPage'),
});

const integrations = createRoute({
  ...page,
  path: '/integrations',
  validateSearch: params('channel', 'connected', 'failed'),
  component: lazyRouteComponent(() => import('./pages/integrations.tsx'), 'Integrations'),
});

const apps = createRoute({
  ...page,
  path: '/apps',
  component: lazyRouteComponent(() => import('./pages/apps.tsx'), 'ConnectedApps'),
});

const team = createRoute({
  ...page,
  path: '/team',
  validateSearch: params('team', 'days', 'member'),
  component: lazyRouteComponent(() => import('./pages/team/team.tsx'), 'TeamPage'),
});

const brain = createRoute({
  ...page,
  path: '/brain',
  component: lazyRouteComponent(() => import('./pages/brain/scopes.tsx'), 'BrainScopes'),
});

const brainScope = createRoute({
  ...page,
  path: '/brain/$scope',
  validateSearch: params('version', 'against'),
  component: lazyRouteComponent(() => import('./pages/brain/scope.tsx'), 'BrainScope'),
});

const plan = createRoute({
  ...page,
  path: '/plan',
  component: lazyRouteComponent(() => import('./pages/plan.tsx'), 'PlanPage'),
});

const sessions = createRoute({
  ...page,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./pages/sessions.tsx'), 'SessionsPage'),
});

const privacy = createRoute({
  ...page,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./pages/privacy/privacy.tsx'), 'PrivacyPage'),
});

/** Unknown addresses. */
const missing = createRoute({ ...page, path: '$', component: Missing });

const tree = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  consent,
  inside.addChildren([
    overview,
    drafts.addChildren([draft]),
    accounts,
    accountImport,
    imports,
    importPage,
    account,
    deals,
    contacts,
    prospects,
    targetLists,
    record,
    runs,
    run,
    keys,
    key,
    audit,
    call,
    activity,
    webhooks,
    webhook,
    integrations,
    corrections,
    duplicates,
    proposed,
    changeset,
    undo,
    apps,
    team,
    brain,
    brainScope,
    plan,
    sessions,
    privacy,
    missing,
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: '/app',
  defaultPreload: 'intent',
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: Missing,
  scrollRestoration: true,
  // Values stay strings: an id or a filter made of digits is not a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    ).toString();
    return query === '' ? '' : `?${query}`;
  },
});

whenSignedOut(() => {
  const { pathname } = router.state.location;
  if (pathname === '/sign-in' || pathname === '/reset-password' || !wasSignedIn()) return;
  void router.navigate({ to: '/sign-in', search: { next: router.state.location.href, error: 'ended' } });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
