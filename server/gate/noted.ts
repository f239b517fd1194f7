import { isDeepStrictEqual } from 'node:util';
import type { NotedChange } from '../../db/noted-changes.ts';

type Row = Record<string, unknown>;

/** Columns that hold when a row was written: it is written again, later. */
const TIMES = new Set(['updated_at', 'created_at', 'proposed_at']);

const PLACES = new Set(['workspace_id', 'search', 'name_key']);

/** A row without what differs each time it is written. */
export const essence = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !TIMES.has(name) && !PLACES.has(name)));

/** Whether a change is one: a row that was written as it was is left out. */
export const hasEffect = ({ before, after }: NotedChange): boolean =>
  !isDeepStrictEqual(before === null ? null : essence(before), after === null ? null : essence(after));
