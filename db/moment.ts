const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether the database takes a time or date, ISO 8601, as it is written: of a year 1 to 9999 in UTC. */
export function isKept(value: string): boolean {
  const time = Date.parse(value);
  return time >= FIRST && time <= LAST;
}
