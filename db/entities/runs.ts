import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey } from './tenant.ts';

export const Run = defineEntity({
  name: 'Run',
  tableName: 'runs',
  filters: tenantFilter,
  uniques: [{ name: 'runs_run_ref_unique', properties: ['workspaceId', 'runRef'] }],
  indexes: [
    {
      name: 'runs_of_key',
      properties: ['workspaceId', 'keyId', 'lastSignAt'],
      where: `state = 'running'::text`,
    },
    { name: 'runs_running', properties: ['workspaceId', 'id'], where: `state = 'running'::text` },
    { name: 'runs_user', properties: ['userId', 'createdAt'] },
  ],
  checks: [{ name: 'runs_state_check', property: 'state', expression: `"state" in ('running', 'ok', 'error')` }],
  properties: {
    ...tenantKey,
    runRef: p.text(),
    plugin: p.text().nullable(),
    skill: p.text().nullable(),
    state: p.text(),
    declared: p.boolean(),
    startedAt: p.datetime().nullable(),
    lastSignAt: p.datetime(),
    settledAt: p.datetime().nullable(),
    durationMs: p.double().nullable(),
    outcome: p.text().nullable(),
    counts: p.json<Record<string, unknown>>().nullable(),
    errorCode: p.text().nullable(),
    errorDetail: p.text().nullable(),
    accountRef: p.text().nullable(),
    telemetry: p.text().nullable(),
    keyId: p.text(),
    userId: p.text(),
    teamId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const BrainState = defineEntity({
  name: 'BrainState',
  tableName: 'brain_states',
  filters: tenantFilter,
  uniques: [{ name: 'brain_states_version_unique', properties: ['workspaceId', 'scope', 'version'] }],
  properties: {
    ...tenantKey,
    scope: p.text(),
    version: p.integer(),
    payload: p.json<unknown>(),
    bytes: p.integer(),
    /** The earlier version that an undo, or taking one back, put in force again by this one. */
    copyOf: p.integer().nullable(),
    runRef: p.text().nullable(),
    accountRef: p.text().nullable(),
    keyId: p.text().nullable(),
    userId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export const WorkspaceFlag = defineEntity({
  name: 'WorkspaceFlag',
  tableName: 'workspace_flags',
  filters: tenantFilter,
  properties: {
    workspaceId: p.text().primary(),
    flag: p.text().primary(),
    value: p.json<unknown>(),
  },
});
