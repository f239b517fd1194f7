import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { type App, createApp } from './app.ts';
import type { Config } from './config.ts';
import { Jobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { listenError, openConfiguredDatabase } from './start-error.ts';
import { within } from './within.ts';
import { QUEUES, startWorkers } from './workers.ts';

/** How long calls in flight may take to end after SIGTERM (decisions 2). */
const DRAIN_MS = 10_000;

/** A running service. */
export type Service = {
  app: App;
  server: Server;
  secrets: Secrets;
  baseUrl: string;
  /** The operator's own port, where it has one. */
  operatorPort: number | undefined;
  /** Stops accepting, lets calls in flight end, flushes the audit log, closes what it opened. */
  stop(): Promise<void>;
};

/** Runs before the service listens; returns what to run as soon as it does. */
type Prepare = (config: Config, app: App, secrets: Secrets) => Promise<(baseUrl: string) => void>;

/** The client of Redis takes a tenth of a start to load, which one without Redis can save. */
async function connectRedis(url: string, log: Logger) {
  const { RedisLimiterClient } = await import('./gate/redis.ts');
  return RedisLimiterClient.connect(url, log);
}

/** Opens the database, mounts the application and listens: what `npm start` runs, and what tests start in-process. */
export async function startService(config: Config, prepare?: Prepare): Promise<Service> {
  const log = createLog(config.LOG_LEVEL);
  const secrets = readSecrets(config);
  const db = await openConfiguredDatabase(config, log);
  const redis = config.REDIS_URL === undefined ? undefined : await connectRedis(config.REDIS_URL, log);
  const jobs = await Jobs.open({ db, log, queues: QUEUES, working: config.WORKERS });
  const app = createApp({ config, secrets, db, redis, jobs, log });
  const close = async () => {
    await jobs.close();
    await redis?.close();
    await db.close();
  };
  let baseUrl: string;
  let operatorPort: number | undefined;
  try {
    const announce = await prepare?.(config, app, secrets);
    const port = await app.http.listen(config.PORT, config.HOST).catch((error: unknown) => {
      throw listenError(config, error);
    });
    if (app.operatorHttp !== undefined) {
      operatorPort = await app.operatorHttp.listen(config.OPERATOR_PORT!, config.HOST).catch(async (error: unknown) => {
        await app.http.close(0);
        throw listenError(config, error, 'OPERATOR_PORT');
      });
    }
    const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
    baseUrl = config.PUBLIC_URL ?? `http://${host}:${port}`;
    announce?.(baseUrl);
  } catch (error) {
    await close();
    throw error;
  }
  const stopWorkers = config.WORKERS ? await startWorkers(app.services) : async () => {};

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    app.startDraining();
    // Ends a run that makes vectors; calls in flight go by words.
    await app.services.embedder.close();
    const worked = stopWorkers();
    await Promise.all([app.http.close(DRAIN_MS), app.operatorHttp?.close(DRAIN_MS)]);
    // Calls whose client disconnected still run to their end.
    await within(DRAIN_MS, app.gate.drain());
    await worked;
    await close();
  };

  return {
    app,
    server: app.http.server,
    secrets,
    baseUrl,
    operatorPort,
    stop: () => (stopping ??= stop()),
  };
}
