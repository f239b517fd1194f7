/** Says of a column that its cells are JSON, as the service's exports do (decisions 27). */
const MARK = ' [json]';

/** What an import would take an apostrophe off, which says that a cell is no formula. */
const LIKE_ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a file's text is JSON rather than CSV: an array, or an object on each line. */
export const isJson = (text: string): boolean => /^\uFEFF?\s*[[{]/.test(text);

function objectsIn(text: string): Fields[] {
  const plain = text.replace(/^\uFEFF/, '').trim();
  const rows: unknown[] = plain.startsWith('[')
    ? JSON.parse(plain)
    : plain.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
  if (!rows.every(isObject)) throw new Error('Each entry is to be an object.');
  return rows;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

const escaped = (text: string) => quoted(LIKE_ESCAPED.test(text) ? `'${text}` : text);

/** Columns in the order they first occur. */
class Columns {
  readonly #at = new Map<string, number>();

  put(row: string[], column: string, cell: string): void {
    const at = this.#at.get(column) ?? this.#at.size;
    this.#at.set(column, at);
    row[at] = cell;
  }

  get names(): string[] {
    return [...this.#at.keys()];
  }
}

/**
 * A JSON file of records as the CSV that is imported: entries of `fields` keep their names and their form, and so does what
 * is no text or number beside them. @throws Error for what is no list of objects
 */
export function csvOfJson(text: string): string {
  const columns = new Columns();
  const rows = objectsIn(text).map(({ fields, ...known }) => {
    const row: string[] = [];
    for (const [name, value] of Object.entries(known)) {
      if (value === null || value === '') continue;
      if (typeof value === 'string' || typeof value === 'number') columns.put(row, name, escaped(String(value)));
      else columns.put(row, `${name}${MARK}`, quoted(JSON.stringify(value)));
    }
    const own = isObject(fields) ? fields : {};
    for (const [name, value] of Object.entries(own)) columns.put(row, `${name}${MARK}`, quoted(JSON.stringify(value)));
    return row;
  });
  const width = columns.names.length;
  const lines = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '').join(','));
  return `${[columns.names.map(quoted).join(','), ...lines].join('\n')}\n`;
}
