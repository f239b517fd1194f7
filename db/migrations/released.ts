import type { KnownMigration } from '../migrate.ts';

/**
 * The migrations of releases, in order. They are frozen: `npm run db:check` fails when what one of them does changes, be it
 * through a module it imports. `npm run release` adds to the list.
 */
export const released: readonly KnownMigration[] = [
  { name: '0001-foundation', checksum: '9cc7eae45d1f9462287dc64dcdbac7d6' },
  { name: '0002-key-approval', checksum: 'd8c794ecbd5d5ae903be6ceea7adbd46' },
];
