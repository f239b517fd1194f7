import { test as base } from 'vitest';
import { type AppContext, startTestApp } from './app.ts';

type Started = (app: AppContext) => void | Promise<void>;

/** The services of a worker, each started when the first of its files asks for it. */
export const test = base
  // oxlint-disable no-empty-pattern -- Vitest derives from the pattern which fixtures a fixture needs: none.
  .extend('working', { scope: 'worker' }, async ({}, { onCleanup }): Promise<AppContext> => {
    const app = await startTestApp();
    onCleanup(() => app.stop());
    return app;
  })
  .extend('quiet', { scope: 'worker' }, async ({}, { onCleanup }): Promise<AppContext> => {
    const app = await startTestApp({ WORKERS: 'off', MCP_OAUTH_ENABLED: 'true', DNS_SERVERS: '127.0.0.1:9' });
    onCleanup(() => app.stop());
    return app;
  });

/**
 * Gives the tests of a file the worker's service with the settings of every test. Other files have called it before:
 * a file that counts what is in the database, changes the service, burdens it or stops it starts one of its own.
 * @param started called with it before the first test
 */
export function useApp(started: Started): void {
  test.beforeAll(({ working }) => started(working));
}

/** As `useApp`, of a service without background work and without name servers, which applications may connect to. */
export function useQuietApp(started: Started): void {
  test.beforeAll(({ quiet }) => started(quiet));
}
