/** What a record is called. */
export const nameOf = (record: Record<string, unknown>): string => {
  const name = record['name'] ?? record['domain'] ?? record['email'] ?? record['external_ref'] ?? record['id'];
  return typeof name === 'string' ? name : '';
};
