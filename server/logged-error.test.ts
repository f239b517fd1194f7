import { ValidationError } from '@mikro-orm/core';
import { expect, test } from 'vitest';
import { loggedError } from './logged-error.ts';

const shown = (error: unknown) => JSON.stringify(loggedError(error));

const SECRET = 'dana@acme.example';

test('a database error shows what failed and where, and nothing of the row', () => {
  const refused = Object.assign(
    new Error(`duplicate key value violates "users_email_unique"\n - detail: (${SECRET})`),
    {
      code: '23505',
      detail: `Key (lower(email))=(${SECRET}) already exists.`,
      where: `SQL statement with ${SECRET}`,
      query: `INSERT INTO users VALUES ('${SECRET}')`,
      params: [SECRET],
      table: 'users',
      constraint: 'users_email_unique',
    },
  );
  const wrapped = new Error('The write failed', { cause: refused });
  expect(loggedError(wrapped)).toMatchObject({
    message: 'The write failed',
    cause: {
      code: '23505',
      table: 'users',
      constraint: 'users_email_unique',
      message: 'duplicate key value violates "users_email_unique"',
    },
  });
  expect(loggedError(wrapped).stack).toMatch(/^\s+at /);
  expect(shown(wrapped)).not.toContain(SECRET);
});

test('a message that quotes the value is not shown, in the stack neither', () => {
  const quoted = Object.assign(new Error(`invalid input syntax for type date: "${SECRET}"`), { code: '22007' });
  expect(shown(quoted)).not.toContain(SECRET);
  expect(shown(quoted)).toContain('22007');
  expect(shown(new ValidationError(`Trying to set User.email to '${SECRET}'`))).not.toContain(SECRET);
});

test('what is no error, or is its own cause, is shown as far as it goes', () => {
  expect(loggedError(SECRET)).toEqual({ type: 'string', message: 'not an error', stack: '' });
  const own = new Error('round');
  own.cause = own;
  expect(shown(own).match(/round/g)!.length).toBeLessThan(10);
});
