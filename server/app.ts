import express, { type ErrorRequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { API_HEADERS, type Challenge, sendFault } from '../adapters/answer.ts';
import { BodyBudget } from '../adapters/body-budget.ts';
import { compressed } from '../adapters/compression.ts';
import { FORM_POST_REFUSAL, isFormPost } from '../adapters/content-type.ts';
import { DocsAdapter } from '../adapters/docs.ts';
import { warnOfForwarding } from '../adapters/forwarding.ts';
import { healthAdapter } from '../adapters/health.ts';
import { createHttpServer, type HttpServer } from '../adapters/http-server.ts';
import { callInProcess } from '../adapters/in-process.ts';
import { mcpAdapter } from '../adapters/mcp.ts';
import { oauthChallenge, oauthAdapter } from '../adapters/oauth.ts';
import { OperatorPort } from '../adapters/operator-port.ts';
import { openApiAdapter } from '../adapters/openapi.ts';
import { panelAdapter } from '../adapters/panel.ts';
import { requestLog } from '../adapters/request-log.ts';
import { requestContext } from '../adapters/request.ts';
import { restAdapter } from '../adapters/rest.ts';
import { trpcAdapter } from '../adapters/trpc.ts';
import { auditedNames, served, type Tools, type ToolSet } from '../routers/index.ts';
import type { Database } from '../db/orm.ts';
import { describeState } from './vectors/embedder.ts';
import type { Config } from './config.ts';
import { createServices } from './create-services.ts';
import { Fault } from './errors.ts';
import { Gate } from './gate/gate.ts';
import { LocalRateCounter, SharedRateCounter } from './gate/rate-limit.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { RedisLimiterClient } from './gate/redis.ts';
import { Metrics } from './metrics.ts';
import { SignIn } from './identity/sign-in.ts';
import type { Services } from './services.ts';
import type { Secrets } from './secrets.ts';

export type AppContext = {
  config: Config;
  secrets: Secrets;
  db: Database;
  redis: RedisLimiterClient | undefined;
  jobs: Jobs;
  log: Logger;
};

/** The HTTP application and what the process must drain before it ends. */
export type App = {
  handler: express.Express;
  http: HttpServer;
  /** The operator's own port, where it has one. */
  operatorHttp: HttpServer | undefined;
  gate: Gate;
  services: Services;
  /** The tools as a key may call them in this process, tied to a run when one is given. */
  toolsFor(caller: { key: string; runRef?: string }): Tools;
  /** Makes `/readyz` answer 503 from now on, so that load balancers stop sending. */
  startDraining(): void;
};

/** The composition root: what is mounted, in order. */
export function createApp(context: AppContext, tools: ToolSet = served): App {
  const { config, db, redis, jobs, log } = context;
  const services = createServices(context);
  const metrics = new Metrics((name) => auditedNames.has(name));
  const shared = redis === undefined ? undefined : new SharedRateCounter(redis);
  if (shared !== undefined) metrics.watchCounter(shared);
  const gate = new Gate({
    db,
    log,
    quotas: services.quotas,
    counter: shared ?? new LocalRateCounter(),
    observe: metrics.observe,
    makeAgain: (tool, call, input, prepared) => tools.registry.get(tool)?.makeAgain?.(call, input, prepared, services),
  });
  metrics.watch(db, gate);
  metrics.watchJobs(jobs);
  const challenge: Challenge = config.MCP_OAUTH_ENABLED
    ? oauthChallenge(config.PUBLIC_URL)
    : { authenticate: 'Bearer' };
  const budget = new BodyBudget();
  const operatorPort = new OperatorPort(config.OPERATOR_PORT !== undefined);
  let draining = false;

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.TRUSTED_PROXIES ?? false);
  app.use(requestLog(log));
  app.use(warnOfForwarding(log, app.get('trust proxy fn') as (address: string, hop: number) => boolean));
  app.use((req, res, next) => {
    res.setHeader('X-Request-Id', requestContext(req).requestId);
    // A kept connection would keep sending to a process that is about to end.
    if (draining) res.setHeader('Connection', 'close');
    next();
  });

  app.use(operatorPort.guard);

  app.use('/api', (req, res, next) => {
    if (req.method === 'POST' && isFormPost(req.headers['content-type']) && req.path !== '/v1/oauth/token') {
      for (const [name, value] of API_HEADERS) res.setHeader(name, value);
      res.status(403).type('text/plain').send(FORM_POST_REFUSAL);
      return;
    }
    next();
  });
  const address = { publicUrl: config.PUBLIC_URL, host: config.HOST };
  app.use(
    '/api/v1',
    restAdapter({ gate, services, challenge, tools, budget }),
    mcpAdapter({ gate, services, challenge, address, tools, budget }),
  );
  if (config.MCP_OAUTH_ENABLED) app.use(oauthAdapter({ gate, services, challenge, budget }));
  app.use('/api', (req, res) => {
    const fault = new Fault('not_found', {
      message: `Nothing answers ${req.method} ${req.baseUrl}${req.path}.`.slice(0, 300),
      hint: 'Tools are called with POST /api/v1/tools/<name>; /openapi.json lists them.',
    });
    sendFault(res, fault, { requestId: requestContext(req).requestId, challenge });
  });

  app.use(compressed);
  app.use('/trpc', trpcAdapter({ gate, services, challenge, tools, budget, sideOf: operatorPort.sideOf }));
  app.use('/app', panelAdapter({ gate, services, signIn: new SignIn(services), budget }));
  app.use(helmet());
  app.use(openApiAdapter({ tools, serverUrl: config.PUBLIC_URL }));
  app.use(
    healthAdapter({
      db,
      redis,
      metrics,
      metricsToken: config.METRICS_TOKEN,
      embeddings: () => describeState(services.embedder.state()),
      isDraining: () => draining,
    }),
  );
  const docs = new DocsAdapter({ tools, place: address });
  app.use(docs.pages);
  app.use(docs.missing);

  const onError: ErrorRequestHandler = (error: { status?: number }, req, res, _next) => {
    const { requestId } = requestContext(req);
    const fault =
      error.status !== undefined && error.status < 500
        ? new Fault('not_found', { message: 'The address is not one this service can read.' })
        : gate.faultOf(error, requestId);
    sendFault(res, fault, { requestId, challenge });
  };
  app.use(onError);

  return {
    handler: app,
    http: createHttpServer(app),
    operatorHttp: config.OPERATOR_PORT === undefined ? undefined : operatorPort.createServer(app),
    gate,
    services,
    toolsFor: (caller) => callInProcess({ gate, services }, caller),
    startDraining() {
      draining = true;
    },
  };
}
