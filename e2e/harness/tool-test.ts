import { expect } from 'vitest';
import { execute } from '../../db/orm.ts';
import { registry } from '../../routers/index.ts';
import type { Statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from './app.ts';
import { outputProblems } from './schemas.ts';
import { test as base } from './shared-app.ts';

/**
 * The `test` of a tool's test file. `app` is one service that all tool tests of a worker share, without background
 * work; `tenant` is a new one for each test.
 */
export const test = base
  .extend('app', { scope: 'worker' }, ({ quiet }): AppContext => quiet)
  .extend('tenant', ({ app }): Promise<Tenant> => app.newTenant());

/** Calls a tool over REST and gives its result; anything but 200 and what its schema says fails the test. */
export async function succeed(who: Tenant, tool: string, input: unknown, headers?: Record<string, string>) {
  const { status, body, text } = await who.rest(tool, input, headers);
  expect(status, text).toBe(200);
  const declared = registry.get(tool);
  if (declared !== undefined) expect(outputProblems(declared, body), tool).toEqual([]);
  return body;
}

export type Refusal = { code: string; message: string; hint?: string; issues: { path: string; message: string }[] };

/** Calls a tool over REST and gives its refusal; anything but 400 and 404 fails the test. */
export async function refusal(who: Tenant, tool: string, input: unknown): Promise<Refusal> {
  const { status, body, text } = await who.rest(tool, input);
  expect([400, 404], text).toContain(status);
  return body.error;
}

/** Runs a statement in a transaction of the tenant's workspace, bypassing the tools. */
export const inside = <Row>(app: AppContext, who: Tenant, query: Statement, values: readonly unknown[]) =>
  app.service.app.services.db.fork(who.workspaceId).transactional((em) => execute<Row>(em, query, values));

/** Reads with a statement in the tenant's workspace, bypassing the tools. */
export const read = <Row>(app: AppContext, who: Tenant, query: Statement, values: readonly unknown[] = []) =>
  app.service.app.services.db.read<Row>(who.workspaceId, query, values);
