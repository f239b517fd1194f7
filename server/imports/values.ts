import type { ImportOptions } from '../../db/entities/imports.ts';
import { readableDomain } from '../records/domain.ts';

export type DateFormat = ImportOptions['date_format'];

export const DATE_FORMATS = ['YYYY-MM-DD', 'M/D/YYYY', 'D/M/YYYY', 'D.M.YYYY'] as const satisfies DateFormat[];

/** The longest cell that can be a number or a date. */
const SHORT = 40;

export const snakeCase = (text: string): string =>
  text
    .slice(0, 200)
    .trim()
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('_');

/** The parts of a date in the order it has them; undefined for what is no date of that form. */
function partsOf(text: string, format: DateFormat): [y: number, m: number, d: number] | undefined {
  const mark = format === 'YYYY-MM-DD' ? '-' : format === 'D.M.YYYY' ? '.' : '/';
  const parts = text.split(mark);
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const [first, second, third] = parts.map(Number) as [number, number, number];
  if (format === 'YYYY-MM-DD') return [first, second, third];
  return format === 'M/D/YYYY' ? [third, first, second] : [third, second, first];
}

/** A date written that way as ISO 8601, its time left out; undefined for what is none. */
export function dateOf(text: string, format: DateFormat): string | undefined {
  const [day = ''] = text.slice(0, SHORT).split(/[T ]/, 1);
  const parts = partsOf(day, format) ?? partsOf(day, 'YYYY-MM-DD');
  if (parts === undefined || parts[0] < 1_000) return undefined;
  const [y, m, d] = parts;
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d ? date.toISOString().slice(0, 10) : undefined;
}

/** The way the most of these cells are written as dates; the American one where both readings are possible. */
export function guessDateFormat(cells: readonly string[]): DateFormat {
  const fits = (format: DateFormat) => cells.filter((cell) => dateOf(cell, format) !== undefined).length;
  return DATE_FORMATS.map((format) => ({ format, fits: fits(format) })).reduce((best, each) =>
    each.fits > best.fits ? each : best,
  ).format;
}

/** Whether digits are in one group, or in groups of three by one mark; those before the last may be of two, as in India. */
function isGrouped(digits: string): boolean {
  const [first = '', ...more] = digits.split(/[.,'’\s]/);
  if (more.length === 0) return true;
  if (new Set(digits.match(/\D/g)).size > 1 || !/^\d{1,3}$/.test(first)) return false;
  return more.at(-1)!.length === 3 && more.every((group) => /^\d{2,3}$/.test(group));
}

/**
 * A number as people and programs write it: `1,054.50`, `1.054,50`, `$ 1 054`, `1.5E+5`. A single comma before exactly three
 * digits separates thousands; a single stop is a decimal point, as programs write it. Undefined for what is none, such as a
 * date, in whatever form.
 */
export function numberOf(text: string): number | undefined {
  if (text.length > SHORT) return undefined;
  const bare = text.replaceAll(/\p{Sc}/gu, '').trim();
  if (/^[+-]?\d+(?:\.\d+)?e[+-]?\d{1,2}$/i.test(bare)) return Number(bare);
  const [, sign, number] = /^([+-]?)\s*([\d.,][\d.,'’\s]*)$/.exec(bare) ?? [];
  if (number === undefined) return undefined;
  const [comma, stop] = [number.lastIndexOf(','), number.lastIndexOf('.')];
  const mark = comma > stop ? ',' : '.';
  const isRepeated = number.indexOf(mark) !== number.lastIndexOf(mark);
  const isThousands = isRepeated || (mark === ',' && stop < 0 && number.length - comma === 4 && number[0] !== '0');
  const at = isThousands ? -1 : Math.max(comma, stop);
  const [whole, decimals] = at < 0 ? [number, '0'] : [number.slice(0, at), number.slice(at + 1)];
  if (!isGrouped(whole) || !/^\d+$/.test(decimals)) return undefined;
  return Number(`${sign}${whole.replaceAll(/\D/g, '')}.${decimals}`);
}

/** An apostrophe that an export put before what a spreadsheet would run as a formula. */
export const ESCAPED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/** A cell as its field has it; text that is no number or date stays, so that the field says what is wrong with it. */
export function cellOf(field: string, cell: string, format: DateFormat): string | number {
  const text = cell.replace(ESCAPED, '');
  if (field === 'domain' || field === 'account_domain') return readableDomain(text) ?? text;
  if (field === 'employee_count' || field === 'amount') return numberOf(text) ?? text;
  if (field === 'close_date') return dateOf(text, format) ?? text;
  return text;
}
