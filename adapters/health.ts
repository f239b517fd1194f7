import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Router } from 'express';
import type { Database } from '../db/orm.ts';
import type { RedisLimiterClient } from '../server/gate/redis.ts';
import type { Metrics } from '../server/metrics.ts';
import { within } from '../server/within.ts';

type Parts = {
  db: Database;
  redis: RedisLimiterClient | undefined;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** How what makes vectors fares, in words. */
  embeddings(): string;
  isDraining(): boolean;
};

const LOOPBACK = /^(::1|(::ffff:)?127\.)/;

const FORWARDING = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a request comes from this machine and from no proxy on it. */
const isLocal = ({ headers, socket }: IncomingMessage) =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => FORWARDING.test(name));

const PROBE_MS = 3_000;

async function answers(probe: () => Promise<void>): Promise<boolean> {
  const answered = probe().then(
    () => true,
    () => false,
  );
  return (await within(PROBE_MS, answered)) ?? false;
}

function sameToken(sent: string | undefined, wanted: string): boolean {
  const a = Buffer.from(sent ?? '');
  const b = Buffer.from(`Bearer ${wanted}`);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * `/healthz`: the process is up. `/readyz`: it can serve; `degraded` without Redis, which no call waits for. `/metrics`:
 * loopback without a proxy, or with the token.
 */
export function healthAdapter({ db, redis, metrics, metricsToken, embeddings, isDraining }: Parts): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const [database, limits] = await Promise.all([answers(() => db.ping()), redis?.answers()]);
    const ready = database && !isDraining();
    const degraded = limits === false;
    res.set('Cache-Control', 'no-store');
    res.status(ready ? 200 : 503).json({
      status: isDraining() ? 'draining' : !ready ? 'not_ready' : degraded ? 'degraded' : 'ready',
      database: database ? 'ok' : 'unreachable',
      ...(limits === undefined
        ? {}
        : { redis: limits ? 'ok' : 'unreachable: each process counts rate limits for itself' }),
      // Answers go by words without it: no reason to send calls elsewhere.
      embeddings: embeddings(),
    });
  });
  router.get('/metrics', async (req, res) => {
    const allowed = metricsToken === undefined ? isLocal(req) : sameToken(req.headers.authorization, metricsToken);
    if (!allowed) {
      res
        .status(403)
        .type('text/plain')
        .send('Metrics answer on loopback but not through a proxy, or with METRICS_TOKEN as bearer token.\n');
      return;
    }
    res
      .set('Cache-Control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics());
  });
  return router;
}
