import type { Registry } from '../registry.ts';
import { t } from '../trpc.ts';
import { activity } from './activity.ts';
import { amendments } from './amendments.ts';
import { accounts, org, tiers } from './accounts.ts';
import { auditRouter } from './audit.ts';
import { drafts } from './drafts.ts';
import { duplicates } from './duplicates.ts';
import { apps, keysRouter } from './keys.ts';
import { changesets } from './changesets.ts';
import { consent } from './consent.ts';
import { imports } from './imports.ts';
import { merges } from './merges.ts';
import { overview } from './overview.ts';
import { privacy } from './privacy.ts';
import { records } from './records.ts';
import { runs } from './runs.ts';
import { password, secondFactor, session, sessions, signIn } from './session.ts';
import { undos } from './undos.ts';
import { values } from './values.ts';
import { views } from './views.ts';
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
    second_factor: secondFactor,
    overview,
    accounts,
    imports,
    amendments,
    duplicates,
    merges,
    undos,
    values,
    records,
    views,
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
