import { CsvError, parse } from 'csv-parse/sync';
import { invalidField } from '../errors.ts';

/** Where a row begins: the part of the file, the byte in it, and the line of the file. */
export type Place = { part: number; byte: number; line: number };

/** A row of a file: the line it begins on, its cells, and where the row after it begins. */
export type FileRow = { line: number; cells: string[]; next: Place };

/** Reads parts of a file: from which, how many at most. */
export type PartReader = (from: number, count: number) => Promise<readonly { place: number; text: string }[]>;

/** Parts that a row may reach over: a longer one is refused. */
const MOST_PARTS = 8;

const BOM = '\uFEFF';

type Parsed = { info: { bytes: number; lines: number }; record: string[] };

const parseBytes = (bytes: Buffer, delimiter: string, most: number) =>
  parse(bytes, {
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    delimiter,
    // Found anew in each window, it would be taken from whatever stands first there.
    record_delimiter: ['\r\n', '\n', '\r'],
    to: most,
  }) as unknown as Parsed[];

/** The delimiter: whichever occurs most in the line of column names. */
export function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/
    .exec(text)![0]
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '');
  const [most] = [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length);
  return most!;
}

/** A byte of the window as a place in the file. */
function placeOf(sizes: readonly number[], from: Place, offset: number, line: number): Place {
  let byte = offset + from.byte;
  let part = from.part;
  for (const size of sizes) {
    if (byte < size) break;
    byte -= size;
    part += 1;
  }
  return { part, byte, line };
}

/** Why a file cannot be read as CSV. */
export const unreadable = (error: unknown, from: Place) => {
  if (!(error instanceof CsvError)) throw error;
  const line = from.line + Number((error as unknown as { lines?: number }).lines ?? 1) - 1;
  return invalidField('csv', `cannot be read as CSV at line ${line}: ${error.message.split(' at line ', 1)[0]}`);
};

/**
 * The rows of a file from a place on, as many as asked for, or fewer at its end. Reads as many parts as the rows reach
 * over. @throws Fault invalid_input for what is no CSV
 */
export async function readRows(
  parts: PartReader,
  { from, most, delimiter }: { from: Place; most: number; delimiter: string },
): Promise<FileRow[]> {
  for (let count = 2; ; count = Math.min(MOST_PARTS, count * 2)) {
    const read = await parts(from.part, count);
    if (read.length === 0) return [];
    const isLast = read.length < count;
    const buffers = read.map(({ text }) => Buffer.from(text));
    const bytes = Buffer.concat(buffers).subarray(from.byte);
    let parsed: Parsed[];
    try {
      parsed = parseBytes(bytes, delimiter, most);
    } catch (error) {
      if (isLast || count === MOST_PARTS) throw unreadable(error, from);
      continue;
    }
    // The last row of a window may go on behind it.
    if (!isLast && (parsed.at(-1)?.info.bytes ?? 0) >= bytes.length) parsed.pop();
    if (parsed.length === 0 && !isLast) {
      if (count < MOST_PARTS) continue;
      throw invalidField('csv', `has a row at line ${from.line} that is longer than 1 MB`);
    }
    const sizes = buffers.map(({ length }) => length);
    let line = from.line;
    return parsed.map(({ info, record }) => {
      const row = { line, cells: record };
      line = from.line + info.lines;
      return { ...row, next: placeOf(sizes, from, info.bytes, line) };
    });
  }
}

/** Where a file's text begins: behind the mark that some programs put first. */
export const beginningOf = (text: string): Place => ({
  part: 0,
  byte: text.startsWith(BOM) ? Buffer.byteLength(BOM) : 0,
  line: 1,
});
