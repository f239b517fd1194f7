// Processor time of processes on this machine, from /proc: robust where other load takes its share of the processors.
import { readdirSync, readFileSync } from 'node:fs';
import { clientOf } from './environment.ts';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

type Stat = { parent: number; ticks: number; childTicks: number };

function statOf(pid: number | string): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const at = (n: number) => Number(fields[n]);
    return { parent: at(1), ticks: at(11) + at(12), childTicks: at(13) + at(14) };
  } catch {
    return undefined;
  }
}

/** Processor time of a process with all its threads, in milliseconds. */
export const processorMs = (pid: number): number => (statOf(pid)?.ticks ?? NaN) * TICK_MS;

/** The postmaster that serves a database; undefined where it is not a process of this machine. */
export async function postmasterOf(databaseUrl: string): Promise<number | undefined> {
  const client = clientOf(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return statOf(rows[0]!.pid)?.parent;
  } finally {
    await client.end();
  }
}

/** Processor time of PostgreSQL, backends that ended included, in milliseconds. */
export function postgresMs(postmaster: number | undefined): number {
  const own = postmaster === undefined ? undefined : statOf(postmaster);
  if (own === undefined) return NaN;
  let ticks = own.ticks + own.childTicks;
  for (const entry of readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? statOf(entry) : undefined;
    if (stat?.parent === postmaster) ticks += stat!.ticks;
  }
  return ticks * TICK_MS;
}
