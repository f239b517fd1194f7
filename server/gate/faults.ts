import type { Logger } from 'pino';
import { Fault } from '../errors.ts';
import { databaseFault } from './database-fault.ts';

/** Turns errors into faults of the catalogue; internal failures are logged in full, once. */
export class Faults {
  readonly #log: Logger;
  /** A fault passes the gate and then the transport. */
  readonly #logged = new WeakSet<Fault>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The fault of any error; an error without a catalogue entry is `internal`. */
  of(error: unknown, requestId: string): Fault {
    const known = error instanceof Fault ? error : databaseFault(error);
    const fault = known ?? new Fault('internal', { cause: error });
    if (fault.status >= 500 && !this.#logged.has(fault)) {
      this.#logged.add(fault);
      this.#log.error({ request_id: requestId, err: fault.cause ?? fault }, fault.message);
    }
    return fault;
  }
}
