import { parseSync } from 'vite';

/** A source as vite parses it. @throws Error when it cannot be parsed */
export function parse(file: string, text: string) {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file} cannot be parsed: ${parsed.errors[0]!.message}`);
  return parsed;
}

/** The line, from 1, that holds the character at an offset of a text. */
export const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
