import type { KnownMigration } from '../migrate.ts';

/** Why the migrations of this program do not begin with the released ones, unchanged; undefined when they do. */
export function changedReleases(
  released: readonly KnownMigration[],
  known: readonly KnownMigration[],
): string | undefined {
  const place = released.findIndex(({ name }, index) => known[index]?.name !== name);
  if (place >= 0) {
    const found = known[place]?.name ?? 'nothing';
    return `The released migration ${released[place]!.name} is not where it was: ${found} is in its place in db/migrations/index.ts.`;
  }
  const changed = released.find(({ checksum }, index) => known[index]!.checksum !== checksum);
  return (
    changed &&
    `The released migration ${changed.name} is frozen, but what it does has changed, in its file or in a module it ` +
      'imports: databases that have it would not start. Undo that, and write the next migration instead.'
  );
}
