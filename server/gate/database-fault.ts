import { OutcomeUnknown } from '../../db/outcome.ts';
import { KEY_IN_USE, KEYS_USED } from '../../db/statements/idempotency.ts';
import { KEYS_CHANGED } from '../../db/statements/keys.ts';
import { Fault, notFound } from '../errors.ts';

type DatabaseError = {
  code?: string;
  detail?: string;
  constraint?: string;
  message?: string;
  cause?: unknown;
  previous?: unknown;
};

/** Error codes of PostgreSQL and Node for a database that cannot be reached. */
const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '25P04',
  '53300',
  '25006',
]);

/** Statement timeout and lock timeout: PostgreSQL cancelled the statement and rolled it back. */
const TOO_LONG = '57014';
const LOCKED = '55P03';

const LOST_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client was closed|not queryable|driver has already been destroyed|pool after calling end/i;

/** MikroORM and Kysely wrap the driver's error; the innermost one with a code is used. */
function innermost(error: unknown): DatabaseError {
  let current = error as DatabaseError;
  for (let depth = 0; depth < 5; depth += 1) {
    const next = (current.cause ?? current.previous) as DatabaseError | undefined;
    if (next === undefined || next === null || typeof next !== 'object') break;
    current = next;
  }
  return current;
}

/** Whether the database could not be reached, as opposed to refusing the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = innermost(error);
  return (code !== undefined && (LOST.has(code) || code.startsWith('08'))) || LOST_MESSAGE.test(message ?? '');
}

/** The connection was lost during a possible commit; the cause is how it was lost. */
export function unknownOutcome(error: unknown): OutcomeUnknown | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof OutcomeUnknown) return current;
    current = current.cause;
  }
  return undefined;
}

/** Whether the database was too slow or could not be reached, so that a retry may succeed. */
export function isPassing(error: unknown): boolean {
  if (isConnectionLoss(error) || unknownOutcome(error) !== undefined) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code } = innermost(error);
  return code === TOO_LONG || code === LOCKED;
}

/** Whether PostgreSQL cancelled a statement that took too long. */
export const isTooLong = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && innermost(error).code === TOO_LONG;

/** Whether the audit row of a call exists already. */
export function isAudited(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, constraint } = innermost(error);
  return code === '23505' && constraint === 'api_key_calls_pkey';
}

/** The words of an error's detail, where its SQLSTATE is the given one; undefined when it is another error. */
function detailOf(error: unknown, sqlState: string): ReadonlySet<string> | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, detail } = innermost(error);
  return code === sqlState ? new Set(detail!.split(' ')) : undefined;
}

/** The hashes of API keys that an error names as changed (`KEYS_CHANGED`); undefined when it is another error. */
export const changedKeysIn = (error: unknown) => detailOf(error, KEYS_CHANGED);

/** The places of idempotency keys that an error says are used (`KEYS_USED`), from 1; undefined when it is another error. */
export const usedKeysIn = (error: unknown) => detailOf(error, KEYS_USED);

/** Whether the record of an idempotency key exists already. */
export function isTaken(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, constraint } = innermost(error);
  return code === KEYS_USED || (code === '23505' && constraint?.startsWith('idempotency_records') === true);
}

/** Whether a call failed because the database could not be reached, which says nothing of the call. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Fault && (error.code === 'unavailable' || error.code === 'outcome_unknown');

/** How far the failure of a batch reaches: to one item, to the whole batch, or to the waiting queue too. */
export function reachOf(error: unknown): 'item' | 'batch' | 'queue' {
  // Refused before it was sent.
  if (error instanceof Fault) return 'batch';
  if (!isPassing(error)) return 'item';
  // A lock that one item waits for does not block the next batch.
  return innermost(error as object).code === LOCKED ? 'batch' : 'queue';
}

/** Whether a transaction conflicted with a concurrent one, so that it may be retried from its start. */
export function isLostRace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, constraint } = innermost(error);
  // Deadlock, serialization, and two newest facts of one attribute.
  return code === '40P01' || code === '40001' || (code === '23505' && constraint === 'facts_current');
}

/** What a foreign key violation of each column is answered with. */
const REFERENCES: Record<string, string> = {
  // Before account_id, which its constraints end with too.
  target_account_id: 'target account',
  account_id: 'account',
  prospect_id: 'prospect',
  plan_id: 'plan',
  draft_id: 'draft',
  send_id: 'send',
};

/** What a unique violation of each constraint is answered with. */
const TAKEN = [
  {
    by: /external_ref/,
    path: 'facts.external_ref',
    message: 'Another record of this kind already has this external_ref.',
  },
  {
    by: /^target_accounts_domain/,
    path: 'facts.domain',
    message: 'The list already has a target account of this domain.',
  },
  { by: /^target_accounts_name/, path: 'facts.name', message: 'The list already has a target account of this name.' },
];

/**
 * The catalogue's code for a database error; undefined for a defect of the service. Inputs are bounded before they
 * get here; the data classes 22 and 54 are the last line of defence.
 */
export function databaseFault(error: unknown): Fault | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (unknownOutcome(error) !== undefined) return new Fault('outcome_unknown', { cause: error });
  if (isConnectionLoss(error)) return new Fault('unavailable', { cause: error });
  const { code, constraint } = innermost(error);
  if (code === TOO_LONG || code === LOCKED) {
    return new Fault('unavailable', {
      message: 'The database did not come to it in time; nothing was written.',
      cause: error,
    });
  }
  if (code === undefined) return undefined;
  if (code === '23503') {
    const column = Object.keys(REFERENCES).find((name) => constraint?.endsWith(`_${name}_fk`));
    return column === undefined ? undefined : notFound(REFERENCES[column]!);
  }
  if (code === KEY_IN_USE || isTaken(error)) {
    return new Fault('idempotency_in_progress', { cause: error });
  }
  const taken = code === '23505' ? TAKEN.find(({ by }) => by.test(constraint ?? '')) : undefined;
  if (taken !== undefined) {
    return new Fault('invalid_input', { issues: [{ path: taken.path, message: taken.message }], cause: error });
  }
  if (code.startsWith('22') || code.startsWith('54')) {
    return new Fault('invalid_input', {
      message: 'The database refused a value of the input.',
      hint: 'Look for a number, date or text beyond what is usual, correct it and call again.',
      cause: error,
    });
  }
  return undefined;
}
