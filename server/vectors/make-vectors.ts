import type { Logger } from 'pino';
import { firstIdAt } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findUnembedded, keepVectors, leaseEmbedding, readUnembedded } from '../../db/statements/vectors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queue, work } from '../jobs/queue.ts';
import { type Embedder, EmbedderFailure } from './embedder.ts';
import { quantized, signsOf, toBase64 } from './quantized.ts';

/** Facts that get their vectors in one statement. */
const BATCH = 64;

/** A fact may be committed this long after its id was made: until then a workspace is not done up to it. */
const SETTLED_MS = 120_000;

/** How long a workspace stays with a process that died over it, in seconds. */
const LEASE_S = 120;

/** A run ends before the next one begins; what is left is the next one's. */
const RUN_MS = 50_000;

/** Facts are looked for at every minute, and so many seconds after it. */
const BETWEEN_S = [15, 30, 45];

type Deps = { readonly db: Database; readonly embedder: Embedder };
type Row = { id: string; sentence: string };

/** A workspace whose facts this process gives their vectors, and how far it is done. */
type Held = { workspaceId: string; upto: string };

async function lease({ db, embedder }: Deps, workspaceId: string): Promise<Held | undefined> {
  const values = [workspaceId, embedder.model, LEASE_S] as const;
  const [held] = await db.fork(workspaceId).transactional((em) => execute(em, leaseEmbedding, values));
  return held === undefined ? undefined : { workspaceId, upto: held.upto };
}

/** Keeps vectors and how far the workspace is done, and the lease for so many seconds more. @returns how many were kept */
async function keep(
  { db, embedder }: Deps,
  { workspaceId, upto }: Held,
  vectors: readonly object[],
  seconds: number,
): Promise<number> {
  const values = [workspaceId, embedder.model, JSON.stringify(vectors), upto, seconds] as const;
  const [done] = await db.fork(workspaceId).transactional((em) => execute(em, keepVectors, values));
  return done?.kept ?? 0;
}

/** How far a workspace is done: never past facts that may still be committed, nor past the last old one that was read. */
function doneUpto({ upto }: Held, rows: readonly Row[], settled: string): string {
  if (rows.length < BATCH) return settled > upto ? settled : upto;
  return rows.findLast(({ id }) => id < settled)?.id ?? upto;
}

async function vectorsOf(embedder: Embedder, rows: readonly Row[], signal: AbortSignal) {
  const texts = rows.map(({ sentence }) => sentence);
  const vectors = rows.length === 0 ? [] : await embedder.embed(texts, 'facts', signal);
  return rows.map(({ id }, at) => {
    const vector = quantized(vectors[at]!);
    return { id, vector: toBase64(vector), signs: signsOf(vector) };
  });
}

/** Makes the next vectors of a workspace, and lets go of it when it lacks no more. */
async function makeBatch(deps: Deps, held: Held, signal: AbortSignal): Promise<{ made: number; more: boolean }> {
  const { workspaceId, upto } = held;
  const { model } = deps.embedder;
  const settled = firstIdAt('fact', new Date(Date.now() - SETTLED_MS));
  const rows = await deps.db.read(workspaceId, readUnembedded, [workspaceId, model, upto, settled, BATCH]);
  const vectors = await vectorsOf(deps.embedder, rows, signal);
  const more = rows.length === BATCH;
  const done = { workspaceId, upto: doneUpto(held, rows, settled) };
  const made = await keep(deps, done, vectors, more ? LEASE_S : 0);
  held.upto = done.upto;
  return { made, more };
}

/**
 * Gives every current fact its vector, a batch of each workspace in turn, until none lacks one or the time is over.
 * @returns how many vectors were made
 * @throws EmbedderFailure
 */
export async function makeVectors(deps: Deps, signal: AbortSignal = AbortSignal.timeout(RUN_MS)): Promise<number> {
  const { db, embedder } = deps;
  if (embedder.model === null) return 0;
  const found = await db.as(ROLES.maintenance, findUnembedded, [embedder.model]);
  const waiting: (string | Held)[] = found.map(({ workspace_id: id }) => id);
  let made = 0;
  try {
    while (waiting.length > 0 && !signal.aborted) {
      const [next] = waiting;
      const held = typeof next === 'string' ? await lease(deps, next) : next;
      waiting.shift();
      if (held === undefined) continue;
      // Until it is done it stands where a failure finds it.
      waiting.push(held);
      const batch = await makeBatch(deps, held, signal);
      made += batch.made;
      if (!batch.more) waiting.splice(waiting.indexOf(held), 1);
    }
  } catch (error) {
    // The end of the time may come while a batch is being made: the next run makes it.
    if (!(error instanceof EmbedderFailure && signal.aborted)) throw error;
  } finally {
    for (const held of waiting) if (typeof held !== 'string') await keep(deps, held, [], 0);
  }
  return made;
}

/** Looks for facts without a vector. `again`: between two minutes. */
export const embedding = queue<{ again?: boolean }>({
  name: 'embed-facts',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 120,
  concurrency: 1,
  pollSeconds: 5,
});

type JobDeps = Deps & { readonly jobs: Jobs; readonly log: Logger };

export const embedFacts = work(embedding, async (deps: JobDeps, { again = false }: { again?: boolean }) => {
  if (deps.embedder.model === null) return;
  if (!again) {
    for (const seconds of BETWEEN_S) {
      await deps.jobs.send(embedding, { again: true }, { startAfter: new Date(Date.now() + seconds * 1_000) });
    }
  }
  try {
    const made = await makeVectors(deps);
    if (made > 0) deps.log.debug({ made }, 'Facts got their vectors');
  } catch (error) {
    if (!(error instanceof EmbedderFailure)) throw error;
    // The next look tries again; `/readyz` and the panel say what is wrong.
    if (!again) deps.log.warn({ reason: error.message }, 'Facts wait for their vectors');
  }
});
