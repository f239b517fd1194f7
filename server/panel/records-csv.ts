import type { Entity } from '../../db/statements/records.ts';
import { exportNames, exportPages } from '../../db/statements/records-export.ts';
import type { Call } from '../gate/call.ts';
import { typedNames } from '../records/sort-facts.ts';
import { csvLines } from './csv.ts';

export const EXPORTED_KINDS = ['account', 'opp', 'contact', 'prospect', 'target_account'] as const satisfies Entity[];

/** Rows in memory at a time. */
const PAGE = 500;
/** Records whose names are counted at a time. */
const LOOK = 5_000;
/** Most columns beside the typed ones: an import takes 500. */
const MOST_NAMES = 450;

const TIE = ['account_ref', 'account_domain', 'account_name'];

/** The names that records hold beside the typed ones, those that most have first. */
async function namesOf(call: Call, kind: Entity): Promise<string[]> {
  const held = new Map<string, number>();
  for (let above = ''; ;) {
    const [found] = await call.query(exportNames[kind], [call.workspaceId, above, LOOK]);
    for (const [name, count] of Object.entries((found!.names ?? {}) as Record<string, number>)) {
      held.set(name, (held.get(name) ?? 0) + count);
    }
    if (found!.rows < LOOK) break;
    above = found!.last_id!;
  }
  return [...held]
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(([name]) => name);
}

/**
 * The records of a kind as CSV, oldest first, piece by piece: under the names that an import takes them by, so that the
 * file brought into an empty workspace makes the same records. A value that is no text is written as JSON.
 */
export async function* recordsCsv(call: Call, kind: Entity): AsyncGenerator<string> {
  const typed = typedNames(kind).filter((name) => name !== 'account_id');
  const columns = kind === 'opp' || kind === 'contact' || kind === 'prospect' ? [...typed, ...TIE] : typed;
  const names = await namesOf(call, kind);
  yield csvLines([[...columns, ...names]]);
  for (let above = ''; ;) {
    const rows: object[] = await call.query(exportPages[kind], [call.workspaceId, above, PAGE]);
    yield csvLines(
      (rows as Record<string, unknown>[]).map((row) => {
        const { payload, meddpicc = {} } = row as Record<string, Record<string, unknown>>;
        return [...columns.map((name) => row[name] ?? meddpicc[name]), ...names.map((name) => payload![name])];
      }),
    );
    if (rows.length < PAGE) return;
    above = (rows.at(-1) as { id: string }).id;
  }
}
