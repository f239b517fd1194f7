import { setImmediate } from 'node:timers/promises';
import { invalidField } from '../errors.ts';
import type { PartReader, Place } from '../imports/read-rows.ts';

/** A line of a file: its number, its text, and where the next one begins. */
export type Line = { line: number; text: string; next: Place };

/** Longest line, in bytes: a row with all that it keeps. */
export const MOST_LINE_BYTES = 4_000_000;

/** Parts that are read at a time. */
const PARTS = 5;

const NEWLINE = 10;

/**
 * The lines of a file from a place on, until they have so many bytes together, or to its end; none at its end. No line but the
 * last lacks its end. @throws Fault invalid_input for a line that is too long
 */
export async function readLines(parts: PartReader, from: Place, most: number): Promise<Line[]> {
  const lines: Line[] = [];
  let { part, byte: at, line } = from;
  let taken = 0;
  let begun: Buffer[] = [];
  let begunBytes = 0;
  const take = (end: Buffer, next: Omit<Place, 'line'>) => {
    const text = begun.length === 0 ? end.toString() : Buffer.concat([...begun, end]).toString();
    lines.push({ line, text, next: { ...next, line: (line += 1) } });
    taken += begunBytes + end.length + 1;
    begun = [];
    begunBytes = 0;
  };
  const checkLength = (more: number) => {
    if (begunBytes + more <= MOST_LINE_BYTES) return;
    throw invalidField('file', `has a line, number ${line}, that is longer than ${MOST_LINE_BYTES / 1e6} MB`);
  };
  for (;;) {
    const read = await parts(part, PARTS);
    for (const { text } of read) {
      const bytes = Buffer.from(text);
      for (let end = bytes.indexOf(NEWLINE, at); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
        checkLength(end - at);
        take(bytes.subarray(at, end), { part, byte: end + 1 });
        if (taken >= most) return lines;
        at = end + 1;
      }
      checkLength(bytes.length - at);
      begun.push(bytes.subarray(at));
      begunBytes += bytes.length - at;
      part += 1;
      at = 0;
    }
    if (read.length < PARTS) {
      if (begunBytes > 0) take(Buffer.alloc(0), { part, byte: 0 });
      return lines;
    }
  }
}

/** Bytes of lines that are looked at before others' calls run in between. */
const AT_ONCE = 64_000;

/** Goes through lines without holding the event loop. */
export async function* unhurriedly(lines: readonly Line[]): AsyncGenerator<Line> {
  let seen = 0;
  for (const line of lines) {
    seen += line.text.length;
    if (seen > AT_ONCE) {
      await setImmediate();
      seen = 0;
    }
    yield line;
  }
}
