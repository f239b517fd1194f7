import { destination, type Logger, pino } from 'pino';

/** Never in a line, whatever is logged one day. */
const REDACTED = ['authorization', 'cookie', 'headers.authorization', 'headers.cookie', 'req.headers', 'res.headers'];

/** How long a line may wait to be written with others, in milliseconds. */
const FLUSH_MS = 250;

/** The service's log: JSON lines on standard output, written in groups. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, redact: REDACTED },
    destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: FLUSH_MS }),
  );
}
