import { defineConfig } from 'vitest/config';

const FAMILIES = 'routers/{control,deals,gtm,reasoning,studio,teams}';

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
        },
      },
      {
        // What each tool does, over the transports: the files of a worker share one service (e2e/harness/tool-test.ts).
        test: {
          name: 'tools',
          include: [`${FAMILIES}/*.test.ts`],
          globalSetup: ['e2e/harness/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/harness/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
