import type { UndoSteps } from '../../db/entities/undos.ts';
import { pointAt } from '../../db/statements/undo-writes.ts';
import type { Call } from '../gate/call.ts';

/** Clears references to records that go, or points them there again: one statement for each column. */
export async function pointAll(call: Call, detached: UndoSteps['detached'], way: 'away' | 'back'): Promise<void> {
  for (const of of Map.groupBy(detached, ({ table, column }) => `${table} ${column}`).values()) {
    const { table, column } = of[0]!;
    const ids = of.flatMap((each) => each.ids);
    const parents = of.flatMap((each) => each.ids.map(() => each.parent));
    const none = ids.map(() => null) as unknown as string[];
    const [held, next] = way === 'away' ? [parents, none] : [none, parents];
    await call.query(pointAt, [call.workspaceId, table, column, ids, held, next]);
  }
}

/** Adds a reference that is cleared to those of its column and record. */
export class Detached {
  readonly #groups = new Map<string, UndoSteps['detached'][number]>();

  add({ table, column, parent }: { table: string; column: string; parent: string }, id: string): void {
    const key = `${table} ${column} ${parent}`;
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, { table, column, parent, ids: [id] });
    else group.ids.push(id);
  }

  all(): UndoSteps['detached'] {
    return [...this.#groups.values()];
  }
}
