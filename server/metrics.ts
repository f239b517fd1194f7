import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/orm.ts';
import type { CallObserver } from './gate/call-recorder.ts';
import type { Gate } from './gate/gate.ts';
import type { SharedRateCounter } from './gate/rate-limit.ts';
import type { Jobs } from './jobs/jobs.ts';

/** The service's Prometheus metrics; labels come from the registry and the catalogue, so their number is bounded. */
export class Metrics {
  readonly registry = new Registry();
  readonly #calls = new Counter({
    name: 'sat_tool_calls_total',
    help: 'Tool calls by tool, transport and outcome.',
    labelNames: ['tool', 'transport', 'outcome', 'code'] as const,
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'sat_tool_call_duration_seconds',
    help: 'Time from the first byte of a call to its answer.',
    labelNames: ['tool', 'transport'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  readonly #isTool: (name: string) => boolean;

  constructor(isTool: (name: string) => boolean) {
    collectDefaultMetrics({ register: this.registry });
    this.#isTool = isTool;
  }

  readonly observe: CallObserver = (call, fault) => {
    const tool = this.#isTool(call.tool) ? call.tool : 'unknown';
    this.#calls.inc({ tool, transport: call.transport, outcome: call.outcome, code: fault?.code ?? '' }, call.count);
    if (call.count === 1) this.#seconds.observe({ tool, transport: call.transport }, call.duration_ms / 1000);
  };

  /** Adds the depth of the job queues, counted when scraped. */
  watchJobs(jobs: Jobs): void {
    const gauge = new Gauge({
      name: 'sat_jobs',
      help: 'Jobs by queue and state: created, retry, active; in dead-letters, those that came to nothing.',
      labelNames: ['queue', 'state'] as const,
      registers: [],
      async collect() {
        // Without the database the queue depths are unknown; the other metrics still matter.
        const depths = await jobs.depths().catch(() => []);
        this.reset();
        for (const { name, state, count } of depths) this.set({ queue: name, state }, count);
      },
    });
    this.registry.registerMetric(gauge);
  }

  /** Adds how many calls were counted without Redis. */
  watchCounter(counter: SharedRateCounter): void {
    this.registry.registerMetric(
      new Counter({
        name: 'sat_calls_counted_alone_total',
        help: 'Calls whose rate limit this process counted by itself, because Redis did not answer in time.',
        registers: [],
        collect() {
          this.reset();
          this.inc(counter.alone);
        },
      }),
    );
  }

  /** Adds the gauges that are read when scraped: connections of the pool, calls in flight, audit rows waiting. */
  watch(db: Database, gate: Gate): void {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(read());
        },
      });
    gauge('sat_db_connections', 'Open database connections.', () => db.pool().total);
    gauge('sat_db_connections_idle', 'Idle database connections.', () => db.pool().idle);
    gauge('sat_db_waiting', 'Callers waiting for a database connection.', () => db.pool().waiting);
    gauge('sat_calls_in_flight', 'Admitted calls not yet answered.', () => gate.load.inFlight);
    gauge('sat_audit_queue', 'Audit rows not yet durable.', () => gate.load.auditQueue);
  }
}
