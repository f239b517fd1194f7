/** Tables whose rows can be withdrawn: the table hides those, its view `every_…` has them. */
export const WITHDRAWABLE_TABLES = new Set(['captures', 'plan_entries', 'meetings', 'signals', 'drafts', 'facts']);

/** All rows of a table, withdrawn ones included. */
export const everyOf = (table: string): string => (WITHDRAWABLE_TABLES.has(table) ? `every_${table}` : table);
