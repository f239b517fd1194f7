// What `pg` exports under lib/ without types of its own.
declare module 'pg/lib/result.js' {
  import type { FieldDef } from 'pg';

  export default class Result {
    readonly rows: unknown[];
    addFields(fields: FieldDef[]): void;
    addRow(row: unknown): void;
    parseRow(fields: (string | null)[]): unknown;
  }
}

declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): unknown;
}
