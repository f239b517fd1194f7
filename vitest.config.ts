import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { inherited } from './e2e/harness/child-environment.ts';
import { onPostgres } from './e2e/harness/databases.ts';
import { LongestFirst } from './e2e/harness/longest-first.ts';
import { useMemory } from './e2e/harness/temporary-folder.ts';

// Workers inherit them: what they import of node_modules starts from compiled code, and memory comes in large pages.
for (const name of ['NODE_COMPILE_CACHE', 'GLIBC_TUNABLES']) process.env[name] ??= inherited()[name]!;
useMemory();

const FAMILIES = 'routers/{control,deals,gtm,reasoning,studio,teams}';
const BROWSER = 'e2e/{dev,*-browser}.test.ts';
/**
 * Schemas, documents, packages, programs that call the service over HTTP, settings, the words of refusals, what a tool
 * answers over each transport, what platforms are sent, signing in, OAuth, what people do in the panel and may approve,
 * exports, how long it takes to read a text, and the time limits of outgoing requests: the same on either kind of database.
 */
const WIRE =
  'e2e/{docs,openapi,openapi-product,mcp,mcp-conformance,mcp-clients,client-package,admin,adding-a-tool,start-errors,webhook-verifiers,webhook-time-limits,debug-log,fuzz,first-start,oauth-clients,sso-only,operator-port,publisher-platforms,sign-in-pages,panel-sign-in,second-factor,panel-procedures,panel-work,panel-activity,panel-edits,people,approval,outreach,exports,adversarial-readings,contract,oauth,oauth-scopes,connect,answer-model,agents/*}.test.ts';

/** What runs against a service: after the unit tests, since projects of one group share their number of workers. */
const SERVICE = {
  globalSetup: ['e2e/harness/global-setup.ts'],
  setupFiles: ['e2e/harness/each-file.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A file waits for a quarter of its time: time limits, other processes, databases.
  maxWorkers: Math.min(6, availableParallelism() + 1),
  sequence: { groupOrder: 1 },
  isolate: false,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{server,routers,adapters,db,web,checks}/**/*.test.ts'],
          exclude: [`${FAMILIES}/*.test.ts`],
          testTimeout: 20_000,
          isolate: false,
          maxWorkers: '100%',
        },
      },
      // One project: where the next file is another's, a worker ends, with its service and all it has imported.
      {
        test: {
          ...SERVICE,
          name: 'e2e',
          include: [`${FAMILIES}/*.test.ts`, 'e2e/**/*.test.ts'],
          exclude: [BROWSER, ...(onPostgres ? [WIRE] : [])],
        },
      },
      // What .ci/run runs once, on the embedded database.
      ...(onPostgres ? [{ test: { ...SERVICE, name: 'wire', include: [WIRE] } }] : []),
      // Chromium drives the panel.
      {
        test: {
          ...SERVICE,
          name: 'browser',
          include: [BROWSER],
          // A worker and its pages keep a core busy; on more than two, one is left to databases.
          maxWorkers: Math.max(2, Math.min(6, availableParallelism() - 1)),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
