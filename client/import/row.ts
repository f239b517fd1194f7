import { type DateFormat, dateOf, numberOf } from '../../server/imports/values.ts';
import type { Field, Source } from './mapping.ts';

export type CsvRow = Record<string, string>;

/** Why a row cannot be loaded, worded for the report. */
export class BadRow extends Error {}

function parseDate(text: string, format: DateFormat): string {
  const date = dateOf(text, format);
  if (date === undefined) throw new BadRow(`${JSON.stringify(text)} is not a date written ${format}`);
  return date;
}

function parseNumber(text: string, type: 'integer' | 'number'): number {
  const value = numberOf(text);
  if (value === undefined || (type === 'integer' && !Number.isInteger(value))) {
    throw new BadRow(`${JSON.stringify(text)} is not ${type === 'integer' ? 'a whole number' : 'a number'}`);
  }
  return value;
}

function column(row: CsvRow, name: string): string {
  const value = row[name];
  if (value === undefined) throw new BadRow(`the file has no column ${JSON.stringify(name)}`);
  return value.trim();
}

function valueOf(row: CsvRow, field: Field): string | number | undefined {
  if ('template' in field) {
    return field.template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => column(row, name)).trim() || undefined;
  }
  const raw = column(row, field.column);
  const text = ('values' in field ? field.values[raw] : undefined) ?? raw;
  if (text === '') {
    if ('required' in field && field.required) throw new BadRow(`the column ${JSON.stringify(field.column)} is empty`);
    return undefined;
  }
  if (!('type' in field) || field.type === 'text') return text;
  return field.type === 'date' ? parseDate(text, field.format) : parseNumber(text, field.type);
}

/** The facts of a row; empty cells are left out. @throws BadRow */
export function factsOf(row: CsvRow, source: Source): Record<string, string | number> {
  const facts: Record<string, string | number> = {};
  for (const [name, field] of Object.entries(source.fields)) {
    const value = valueOf(row, field);
    if (value !== undefined) facts[name] = value;
  }
  return facts;
}

/** A row's identity in its file. @throws BadRow when it has none */
export function keyOf(row: CsvRow, source: Source): string {
  const key = column(row, source.key);
  if (key === '') throw new BadRow(`the key column ${JSON.stringify(source.key)} is empty`);
  return key;
}
