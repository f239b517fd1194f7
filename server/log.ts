import { destination, type Logger, pino } from 'pino';
import { loggedError } from './logged-error.ts';

/** Fields redacted from every line. */
const REDACTED = ['authorization', 'cookie', 'headers.authorization', 'headers.cookie', 'req.headers', 'res.headers'];

/** Longest wait of a line for others to be written with it, in milliseconds. */
const FLUSH_MS = 250;

/** The service's log: JSON lines on standard output, written in groups. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, redact: REDACTED, serializers: { err: loggedError } },
    destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: FLUSH_MS }),
  );
}
