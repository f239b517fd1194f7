import pg from 'pg';

/** The database was lost while what it was sent may have been committing: it is there, or it is not. `cause` is how. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The database was lost while it may have been committing', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** SQLSTATEs with which a server, or a pooler before it, ends the session: a commit before them may have been carried out. */
const ENDS_SESSION = /^(08|57P|XX)|^25P0[34]$/;

/** Whether PostgreSQL itself refused the statement, so that its transaction is rolled back for certain. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !ENDS_SESSION.test(error.code);

const CHANGES = /\b(?:INSERT|UPDATE|DELETE|MERGE|TRUNCATE)\b/i;

/** Whether a statement only reads. One that locks rows counts as writing, which errs on the safe side. */
export const onlyReads = (text: string): boolean => !CHANGES.test(text);
