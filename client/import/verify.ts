import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import type { Mapping } from './mapping.ts';
import { numberOf } from '../../server/imports/values.ts';
import type { CsvRow } from './row.ts';

/** The won amounts in a file: summed in cents, directly from the rows, by account key. */
export async function sumByAccount(folder: string, mapping: Mapping): Promise<Map<string, number>> {
  const { stage, column, amount } = mapping.verify!;
  const source = mapping.sources.find(({ entity }) => entity === 'opp');
  const cents = new Map<string, number>();
  if (source?.account === undefined) return cents;
  const { account } = source;
  const rows = createReadStream(join(folder, source.file)).pipe(
    parse({
      columns: true,
      bom: true,
      delimiter: source.delimiter,
      skip_records_with_error: true,
      skip_empty_lines: true,
    }),
  );
  for await (const row of rows as AsyncIterable<CsvRow>) {
    if (row[column]?.trim() !== stage) continue;
    const named = row[account.column]?.trim() ?? '';
    const name = account.values[named] ?? named;
    const key = name !== '' ? name : account.missing === 'report' ? undefined : account.missing.account;
    const value = numberOf(row[amount] ?? '');
    if (key !== undefined && value !== undefined) cents.set(key, (cents.get(key) ?? 0) + Math.round(value * 100));
  }
  return new Map(Array.from(cents, ([key, value]) => [key, value / 100]));
}
