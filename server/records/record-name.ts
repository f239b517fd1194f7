type Row = Readonly<Record<string, unknown>>;

/** What a record is called: by its name, else by its domain or e-mail address; null where it has none of them. */
export const nameOf = (record: Row): string | null =>
  (record['name'] ?? record['domain'] ?? record['email'] ?? null) as string | null;

/** The same in a sentence, where every record is called something. */
export const labelOf = (kind: string, record: Row): string =>
  nameOf(record) ?? `the ${kind.replaceAll('_', ' ')} ${String(record['id'])}`;
