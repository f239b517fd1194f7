/** The kinds of records, for what reaches data through the domains. */
export { ENTITIES, type Entity } from '../../db/statements/records.ts';
