import { z } from 'zod';
import { idType, timeInIds } from '../../db/ids.ts';
import { brainProblem } from '../brain/brain.ts';
import type { Issue } from '../errors.ts';
import { firstUnkept, MAX_DEPTH } from '../json-value.ts';
import { KEEP_ROWS } from '../privacy/restored.ts';
import type { Column, Table } from '../privacy/tables.ts';
import { keptShape } from './kept-shapes.ts';

export type Fields = Record<string, unknown>;

/** A line of an export: a row, and the table it is of. */
export const exportedRow = z.strictObject({
  table: z.string().min(1).max(63),
  fields: z.record(z.string(), z.unknown()),
});

/** An id's clock may be ahead of this one so much, in milliseconds. */
const AHEAD_MS = 60_000;

/** Levels of what is kept around a value that a tool took: the line, its fields, steps, rows. */
const AROUND = 8;

/** An id of the service, of a time that has been: what is counted, and what is listed, goes by it. */
const anId = z.string().superRefine((id, { addIssue }) => {
  if (idType(id) === undefined) return addIssue({ code: 'custom', message: 'is not an id of this service' });
  const time = id.slice(id.indexOf('_') + 1).slice(0, 10);
  if (time > timeInIds(new Date(Date.now() + AHEAD_MS))) addIssue({ code: 'custom', message: 'is of a time to come' });
});

const moment = z
  .string()
  .max(40)
  .refine((text) => Number.isFinite(Date.parse(text)), 'is not a time');

function typeOf(table: string, column: Column): z.ZodType {
  const { name, type } = column;
  const kept = keptShape(table, column);
  if (name === 'id') return anId;
  if (type === 'jsonb') return kept ?? z.unknown();
  if (type === 'text') return kept ?? z.string();
  if (type === 'text[]') return z.array(z.string());
  if (type === 'boolean') return z.boolean();
  if (type === 'int') return z.int32();
  if (type === 'double precision' || type.startsWith('numeric')) return z.number();
  if (type === 'timestamptz') return moment;
  if (type === 'date') return z.iso.date();
  throw new Error(`A column of the type ${type} cannot be restored: ${table}.${name}`);
}

const shapes = new WeakMap<Table, z.ZodType>();

/** What the exported rows of a table are. @throws Error for a table that cannot be restored */
export function rowShape(table: Table): z.ZodType {
  let shape = shapes.get(table);
  if (shape === undefined) {
    const columns = table.columns.map((column) => {
      const type = typeOf(table.name, column);
      return [column.name, column.nullable || column.byDefault !== undefined ? type.nullish() : type] as const;
    });
    shapes.set(table, (shape = z.strictObject(Object.fromEntries(columns))));
  }
  return shape;
}

export type Rules = {
  /** The workspace that was exported, and the one it is restored into. */
  from: string;
  to: string;
  /** Whether the workspace's brain state may hold contact data. */
  allowsContactData: boolean;
};

/** Rows that are kept in a row, with the workspace they belong to by now; the first other workspace they name. */
function moved(value: unknown, rules: Rules): { value: unknown; other?: string } {
  if (typeof value !== 'object' || value === null) return { value };
  let other: string | undefined;
  const of = (part: unknown) => {
    const inner = moved(part, rules);
    other ??= inner.other;
    return inner.value;
  };
  if (Array.isArray(value)) return { value: value.map(of), ...(other !== undefined && { other }) };
  const entries = Object.entries(value).map(([key, part]) => {
    if (key !== 'workspace_id' || typeof part !== 'string' || idType(part) !== 'workspace') return [key, of(part)];
    if (part !== rules.from) other ??= part;
    return [key, rules.to];
  });
  return { value: Object.fromEntries(entries), ...(other !== undefined && { other }) };
}

/** Names and messages are cut: they come from the file, and every row may have such an issue. */
const issueOf = (table: string, column: string, message: string): Issue => ({
  path: column === '' ? table : `${table}.${column.slice(0, 100)}`,
  message: message.slice(0, 300),
});

/** A row as it is restored, or why it is not. */
export function checkRow(table: Table, fields: Fields, rules: Rules): { fields: Fields } | { issues: Issue[] } {
  const { name } = table;
  const refused = (column: string, message: string) => ({ issues: [issueOf(name, column, message)] });
  const unkept = firstUnkept(fields, 1, { members: 0, maxDepth: MAX_DEPTH + AROUND, isNumbered: true });
  if (unkept !== undefined) return refused(unkept.path, unkept.message);
  const parsed = rowShape(table).safeParse(fields);
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, 10)
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys
              .slice(0, 10)
              .map((key) =>
                issueOf(
                  name,
                  [...issue.path, key].join('.').slice(0, 100),
                  key === 'workspace_id'
                    ? 'names a workspace; rows belong to the one they are restored into'
                    : 'is no column of this table',
                ),
              )
          : [issueOf(name, issue.path.join('.'), issue.message)],
      );
    return { issues };
  }
  if (name === 'brain_states') {
    const problem = brainProblem(String(fields['scope']), fields['payload'], rules.allowsContactData);
    if (problem !== undefined) return refused('payload', problem);
  }
  if (!KEEP_ROWS.has(name)) return { fields };
  const { value, other } = moved(fields, rules);
  if (other !== undefined) return refused('', `keeps a row of another workspace, ${other}`);
  return { fields: value as Fields };
}
