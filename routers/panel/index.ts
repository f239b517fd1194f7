import type { Registry } from '../registry.ts';
import { t } from '../trpc.ts';
import { activity } from './activity.ts';
import { amendments } from './amendments.ts';
import { accounts, org, tiers } from './accounts.ts';
import { auditRouter } from './audit.ts';
import { drafts } from './drafts.ts';
import { apps, keysRouter } from './keys.ts';
import { changesets } from './changesets.ts';
import { consent } from './consent.ts';
import { imports } from './imports.ts';
import { overview } from './overview.ts';
import { privacy } from './privacy.ts';
import { runs } from './runs.ts';
import { password, session, sessions, signIn } from './session.ts';
import { undos } from './undos.ts';
import { values } from './values.ts';
import { webhooks } from './webhooks.ts';
import { brain, integrations, jobs, plan, search, team } from './workspace.ts';

/**
 * Procedures of the web panel (decisions 3), for people in a session only; no key gives access.
 * @param tools the tools, and the names calls are audited under; a function, called once the registry was read
 */
export const panelRouter = (tools: { registry(): Registry; auditedNames(): Iterable<string> }) =>
  t.router({
    sign_in: signIn,
    session,
    sessions,
    password,
    overview,
    accounts,
    imports,
    amendments,
    undos,
    values,
    changesets,
    org,
    tiers,
    drafts,
    runs,
    keys: keysRouter(tools.registry),
    apps,
    consent,
    audit: auditRouter(tools.auditedNames),
    activity,
    webhooks,
    integrations,
    brain,
    team,
    plan,
    jobs,
    search,
    privacy,
  });
