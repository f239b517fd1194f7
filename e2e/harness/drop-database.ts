import type { Client } from 'pg';
import { until } from './until.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Drops a database of the tests and ends its sessions. While autovacuum works in it, PostgreSQL 15 refuses that to a
 * role without pg_signal_backend: it is tried again.
 */
export async function dropDatabase(client: Pick<Client, 'query'>, name: string): Promise<void> {
  const drop = () => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const isVacuumed = (error: { code?: string }) => {
    if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    return false;
  };
  await until(() => drop().then(() => true, isVacuumed), Boolean);
}
