import { ValidationError } from '@mikro-orm/core';

/** What a logged error shows. */
export type LoggedError = {
  type: string;
  message: string;
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
  routine?: string;
  stack: string;
  cause?: LoggedError;
};

/** What a database error names without a value in it; its `detail`, `where`, query and parameters hold rows. */
const NAMED = ['code', 'table', 'column', 'constraint', 'routine'] as const;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Messages of data exceptions, and of the ORM about entities, quote the value. */
function messageOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (error instanceof ValidationError) return 'The ORM refused an entity; what it holds is not shown';
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return error.message;
  if (code.startsWith('22')) return `The database refused a value (SQLSTATE ${code}); it is not shown`;
  // The ORM adds the detail on further lines.
  return error.message.split('\n', 1)[0]!;
}

const MAX_CAUSES = 5;

/** An error as the log shows it: what failed and where, and no contents of rows. */
export function loggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const named = NAMED.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...Object.fromEntries(named),
    stack: frames.join('\n'),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: loggedError(error.cause, causes - 1) }),
  };
}
