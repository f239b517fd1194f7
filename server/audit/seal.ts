import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { firstIdAt } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import type { AuditedCall } from '../../db/statements/panel-audit.ts';
import * as statements from '../../db/statements/seals.ts';
import { paced } from '../jobs/paced.ts';
import { queue, work } from '../jobs/queue.ts';
import {
  callsHashOf,
  commitmentOf,
  digestOf,
  erasuresHashOf,
  FORMAT,
  NO_HASH,
  SALT_DIGITS,
  sealHashOf,
  textsOf,
} from './digests.ts';

/** A row is sealed at this age: younger ones may still wait for their transaction. In milliseconds. */
export const SETTLED_MS = 30_000;

/** Rows that were committed later than that are looked for this long after their time was sealed. In milliseconds. */
export const LATE_MS = 15 * 60_000;

/** Most rows of one seal: hashing them holds the event loop for some milliseconds. */
const MOST_ROWS = 1_000;

/** Recent seals that one statement compares with the log. */
const RECENT_AT_ONCE = 20;

/** How long one run of the job seals at most, in milliseconds: it runs again every minute. */
const RUN_MS = 45_000;

const GENESIS = {
  seals: 0,
  revision: 0,
  hash: null,
  sealed_to_id: '',
  pruned_before: null,
  chained_pruned_before: null,
};

/** Which rows a seal is made of: those that came late, or those after the last that was sealed. */
type Which = 'late' | 'next';

/** Rows of recent stretches that no seal has. */
async function lateRows(db: Database, workspaceId: string, now: Date): Promise<AuditedCall[]> {
  const recent = new Date(now.getTime() - LATE_MS).toISOString();
  let after = 0;
  for (let looked = RECENT_AT_ONCE; looked === RECENT_AT_ONCE;) {
    const values = [workspaceId, recent, after, RECENT_AT_ONCE, MOST_ROWS] as const;
    const [found] = await db.read(workspaceId, statements.readLateCalls, values);
    if (found!.calls.length > 0) return found!.calls as AuditedCall[];
    looked = found!.looked ?? 0;
    after = found!.last_seq ?? 0;
  }
  return [];
}

function nextRows(db: Database, workspaceId: string, sealedTo: string, now: Date): Promise<AuditedCall[]> {
  const end = firstIdAt('call', new Date(now.getTime() - SETTLED_MS));
  return db.read(workspaceId, statements.readCallsToSeal, [workspaceId, sealedTo, end, MOST_ROWS]);
}

/**
 * Adds one seal to a workspace's chain: of rows that have none, of erasures, and of what retention deleted. Two that do so
 * at once make one chain: a seal is only added to the revision of the chain it was made for, and nothing is locked
 * meanwhile.
 * @returns whether there may be more to seal
 */
async function addSeal(db: Database, workspaceId: string, which: Which, now: Date): Promise<boolean> {
  const [found] = await db.read(workspaceId, statements.findChain, [workspaceId]);
  if (found === undefined) await db.as(ROLES.maintenance, statements.openChain, [workspaceId]);
  const chain = found ?? GENESIS;
  const late = which === 'late';
  const calls = late ? await lateRows(db, workspaceId, now) : await nextRows(db, workspaceId, chain.sealed_to_id, now);
  if (late && calls.length === 0) return false;
  const erasures = await db.read(workspaceId, statements.readErasuresToSeal, [workspaceId]);
  const isPruned = chain.pruned_before !== chain.chained_pruned_before;
  if (calls.length === 0 && erasures.length === 0 && !isPruned) return false;
  const ids = calls.map(({ call_id }) => call_id);
  const salts = calls.map(() => randomBytes(SALT_DIGITS / 2).toString('hex'));
  const digests = calls.map((call, index) =>
    digestOf(workspaceId, call, commitmentOf(salts[index]!, textsOf(call, FORMAT))),
  );
  const head = {
    seq: chain.seals + 1,
    format: FORMAT,
    sealed_at: now.toISOString(),
    count: calls.length,
    late,
    after_id: chain.sealed_to_id,
    upto_id: late ? chain.sealed_to_id : (ids.at(-1) ?? chain.sealed_to_id),
    last_at: calls.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
    pruned_before: chain.pruned_before,
    calls_hash: callsHashOf(ids, digests),
    erasures_hash: erasuresHashOf(erasures),
    previous_hash: chain.hash ?? NO_HASH,
  };
  const seal = JSON.stringify({ ...head, hash: sealHashOf(workspaceId, head) });
  const said = erasures.map(({ id }) => id);
  const values = [workspaceId, chain.revision, seal, ids, digests.join(''), salts.join(''), said] as const;
  await db.as(ROLES.maintenance, statements.addSeal, values);
  return true;
}

const atOnce = <Result>(part: () => Promise<Result>) => part();

/** Seals what a workspace's audit log got, until a time. @returns how many seals were tried */
export async function sealWorkspace(
  db: Database,
  workspaceId: string,
  {
    now = new Date(),
    until = Number.POSITIVE_INFINITY,
    doPart = atOnce,
  }: { now?: Date; until?: number; doPart?: typeof paced } = {},
): Promise<number> {
  let tried = 0;
  for (const which of ['late', 'next'] as const) {
    while (performance.now() < until && (await doPart(() => addSeal(db, workspaceId, which, now)))) tried += 1;
  }
  return tried;
}

/** Seals the audit log of every workspace. @returns how many workspaces were looked at */
export async function sealAll(db: Database, now = new Date()): Promise<number> {
  const until = performance.now() + RUN_MS;
  const end = firstIdAt('call', new Date(now.getTime() - SETTLED_MS));
  const recent = new Date(now.getTime() - LATE_MS).toISOString();
  const found = await db.as(ROLES.maintenance, statements.findUnsealed, [end, recent]);
  for (const { workspace_id: workspaceId } of found) {
    if (performance.now() > until) break;
    await sealWorkspace(db, workspaceId, { now, until, doPart: paced });
  }
  return found.length;
}

/** Seals audit rows, every minute. */
export const sealing = queue<Record<string, never>>({
  name: 'seal-audit',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 120,
  concurrency: 1,
});

export const sealAuditRows = work(sealing, async ({ db, log }: { db: Database; log: Logger }) => {
  log.debug({ workspaces: await sealAll(db) }, 'Audit rows sealed');
});
