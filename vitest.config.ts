import { defineConfig } from 'vitest/config';

const FAMILIES = 'routers/{control,deals,gtm,reasoning,studio,teams}';
const BROWSER = 'e2e/{dev,*-browser}.test.ts';

/** What runs against a service: after the unit tests, since projects of one group share their number of workers. */
const SERVICE = {
  globalSetup: ['e2e/harness/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
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
      {
        // What each tool does, over the transports: the files of a worker share one service (e2e/harness/tool-test.ts).
        test: {
          ...SERVICE,
          name: 'tools',
          include: [`${FAMILIES}/*.test.ts`],
          isolate: false,
        },
      },
      { test: { ...SERVICE, name: 'e2e', include: ['e2e/**/*.test.ts'], exclude: [BROWSER] } },
      // Chromium drives the panel: what it shows does not depend on the kind of database, so .ci/run runs these once.
      { test: { ...SERVICE, name: 'browser', include: [BROWSER] } },
    ],
  },
});
