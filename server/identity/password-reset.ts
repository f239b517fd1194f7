import { hash, randomBytes } from 'node:crypto';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findResetToken, findResettable, keepResetToken, resetPassword } from '../../db/statements/password-reset.ts';
import { findStanding } from '../../db/statements/second-factor.ts';
import { canMailLinks, mailNotice } from '../channels/notice.ts';
import type { Config } from '../config.ts';
import { Fault, invalidField } from '../errors.ts';
import { PermanentError, queue, work } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { recordOperatorAct } from './operator-log.ts';
import { hashPassword } from './password-hash.ts';
import { throttled } from './throttle.ts';

/** Life of a link in minutes: of one that was mailed, and of one the operator hands over. */
const MAILED_MINUTES = 60;
const HANDED_MINUTES = 24 * 60;

/** Mails one account may ask for in a window of the throttle. */
const MOST_MAILS = 3;

const digest = (text: string) => hash('sha256', text, 'base64url');

/** The page is given the token behind `#`, which no server or log sees. */
const linkOf = (baseUrl: string, token: string) => `${baseUrl}/app/reset-password#${token}`;

async function newToken(db: Database, userId: string, minutes: number) {
  const token = randomBytes(32).toString('base64url');
  const values = [userId, newId('verification'), digest(token), minutes] as const;
  const [person] = await db.as(ROLES.login, keepResetToken, values);
  return person === undefined ? undefined : { token, ...person };
}

/** Mails a link; `userId` is null when nobody has the address, so that both are the same work to whoever asks. */
export const mailing = queue<{ userId: string | null }>({
  name: 'mail-password-reset',
  retries: 3,
  retryAfter: 20,
  expiresAfter: 120,
  concurrency: 1,
});

type MailDeps = { db: Database; config: Config };

export const mailPasswordReset = work(mailing, async ({ db, config }: MailDeps, { userId }) => {
  if (userId === null) return;
  if (!canMailLinks(config)) throw new PermanentError('SMTP_URL or PUBLIC_URL is not set in this process');
  const made = await newToken(db, userId, MAILED_MINUTES);
  if (made === undefined) return;
  await mailNotice(config, {
    to: made.email,
    subject: 'Set a new password',
    text: `Somebody asked for a new password for ${made.email} at ${config.PUBLIC_URL!}.

Set it here, within ${MAILED_MINUTES} minutes; the link works once and signs you out everywhere:
${linkOf(config.PUBLIC_URL!, made.token)}

If it was not you, nothing has changed and there is nothing to do.
`,
  });
});

/**
 * Asks for a link by mail. The answer and the work are the same whether anybody has the address.
 * @param address the bucket of where it is asked from
 * @throws Fault not_found when no mail can be sent from here, rate_limited
 */
export async function requestReset({ db, jobs, config }: Services, email: string, address: string): Promise<void> {
  if (!canMailLinks(config)) {
    throw new Fault('not_found', {
      message: 'No mail is sent from here, so no password can be reset by mail.',
      hint: 'Whoever runs the service can set a password with users.set_password.',
    });
  }
  const subjects = [`reset:${digest(email.toLowerCase())}`];
  await throttled(db, [`reset-from:${address}`], async () => false);
  await throttled(db, subjects, async () => false, MOST_MAILS);
  const [person] = await db.as(ROLES.login, findResettable, [email]);
  await jobs.send(mailing, { userId: person?.user_id ?? null });
}

/**
 * Sets a password with a link's token and ends all sessions. The token works once.
 * @throws Fault invalid_input for a token that is unknown, used or expired; rate_limited
 */
export async function useResetToken(
  { db }: Services,
  { token, password }: { token: string; password: string },
  from: { address: string; bucket: string; requestId: string },
): Promise<void> {
  const hash = digest(token);
  const used = await throttled(db, [`reset-use:${from.bucket}`], async () => {
    // Hashing a password is costly, so it is not done for any token.
    if ((await db.as(ROLES.login, findResetToken, [hash])).length === 0) return false;
    const values = [hash, await hashPassword(password), newId('login'), from.requestId, from.address] as const;
    return (await db.as(ROLES.login, resetPassword, values)).length > 0;
  });
  if (!used) throw invalidField('token', 'the link was used or has expired; ask for a new one');
}

/**
 * A link the operator hands to a person, who sets a password with it once, within a day.
 * @throws Fault not_found, invalid_transition when the user is disabled
 */
export async function makeResetLink(
  { db, config }: Services,
  { userId, requestId }: { userId: string; requestId: string },
) {
  if ((await db.as(ROLES.login, findStanding, [userId])).length === 0) {
    throw new Fault('not_found', { message: 'There is no user with that id.' });
  }
  const made = await newToken(db, userId, HANDED_MINUTES);
  if (made === undefined)
    throw new Fault('invalid_transition', { message: 'The user is disabled; enable them first.' });
  await db
    .forkAs(ROLES.operator)
    .transactional((em) => recordOperatorAct(em, { requestId }, { act: 'user.reset_link_made', subject: userId }));
  const path = linkOf('', made.token);
  return { reset_path: path, reset_url: config.PUBLIC_URL === undefined ? null : `${config.PUBLIC_URL}${path}` };
}
