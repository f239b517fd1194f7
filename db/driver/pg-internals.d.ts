// What `pg` exports under lib/ without types of its own.
declare module 'pg/lib/result.js' {
  import type { FieldDef } from 'pg';

  export default class Result {
    constructor(rowMode?: string, types?: { getTypeParser(oid: number, format?: string): (text: string) => unknown });
    /** Such as INSERT; null where nothing was run. */
    readonly command: string | null;
    readonly rowCount: number | null;
    readonly rows: unknown[];
    addCommandComplete(message: { text: string }): void;
    addFields(fields: FieldDef[]): void;
    addRow(row: unknown): void;
    parseRow(fields: (string | null)[]): unknown;
  }
}

declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): unknown;
}
