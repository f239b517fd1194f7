import { retryAfterMs } from '../http/retry-after.ts';
import type { Access } from './access.ts';
import type { Message } from './channel.ts';
import { outcomeUnknown, nothingPublished } from './not-published.ts';
import { type Answer, fetchBounded, NoAnswer, type Request } from './fetch.ts';

/** The longest message of a platform that a reason repeats. */
const MAX_WORDS = 300;

export type Question = Omit<Request, 'signal'> & {
  /** The platform's name in messages. */
  name: string;
  url: string | URL;
  /** Whether the request publishes: a request that only reads can fail without an unknown outcome. */
  publishes: boolean;
};

type PlatformError = { message?: unknown; error?: unknown; reason?: unknown };

/** The message's field: LinkedIn in `message`, Google in `error.message`, Reddit in `message` or `reason`. */
function wordsOf({ json }: Answer, secrets: readonly string[]): string {
  if (typeof json !== 'object' || json === null) return '';
  const { message, error, reason } = json as PlatformError;
  const inner = typeof error === 'object' && error !== null ? (error as PlatformError).message : undefined;
  const found = [inner, message, reason, error].find((each) => typeof each === 'string');
  return found === undefined ? '' : quoted(found as string, secrets);
}

/** A platform's message in one line, shortened, and without our secrets. */
export function quoted(words: string, secrets: readonly string[] = []): string {
  let text = words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  for (const secret of secrets) text = text.replaceAll(secret, '[removed]');
  text = Array.from(text).slice(0, MAX_WORDS).join('').toWellFormed();
  return text === '' ? '' : `: “${text}”`;
}

/** Google answers 403 when its rate limit is exceeded, with that as its reason. */
function isLimited({ status, json }: Answer): boolean {
  if (status === 429) return true;
  const reasons = (json as { error?: { errors?: { reason?: unknown }[] } } | undefined)?.error?.errors;
  return (
    status === 403 && Array.isArray(reasons) && reasons.some((each) => /rateLimit|quota/i.test(String(each?.reason)))
  );
}

function retryTime({ headers }: Answer): string {
  const wait = retryAfterMs(headers.get('retry-after')) ?? 0;
  return wait > 0 ? `in ${Math.ceil(wait / 60_000)} min or later` : 'later';
}

/**
 * A request to a platform as the connected account. A refused token is refreshed once, if possible: a request refused
 * for its token had no effect. Nothing else is retried.
 * @returns an answer with a status 200 to 299
 * @throws NotPublished saying what a person must do
 */
export async function ask({ name, url, publishes, ...request }: Question, access: Access, { signal }: Message) {
  const send = async () => {
    const authorization = `Bearer ${await access.token(signal)}`;
    try {
      return await fetchBounded(url, { ...request, headers: { ...request.headers, authorization }, signal });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const what = `${name} ${error.message}.`;
      throw publishes && error.sent
        ? outcomeUnknown(what, name)
        : nothingPublished(what, 'Approve the draft again later.');
    }
  };
  let answer = await send();
  if (answer.status === 401 && (await access.renew(signal))) answer = await send();
  const { status } = answer;
  if (status >= 200 && status <= 299) return answer;
  const words = wordsOf(answer, access.secrets);
  if (isLimited(answer)) {
    throw nothingPublished(
      `${name} lets the connected account publish no more for now (${status}${words}).`,
      `Approve the draft again ${retryTime(answer)}.`,
    );
  }
  if (status === 401) {
    throw nothingPublished(
      `${name} refused the access token (401${words}): it was revoked or has expired.`,
      `Connect ${name} again, then approve the draft again.`,
    );
  }
  if (status === 403) {
    throw nothingPublished(
      `${name} does not allow this to the connected account (403${words}).`,
      `Give the account the right it lacks, connect ${name} again if its scopes changed, then approve the draft again.`,
    );
  }
  if (status < 500) {
    throw nothingPublished(`${name} refused the draft (${status}${words}).`, 'Edit it, then approve it again.');
  }
  const what = `${name} failed (${status}${words}).`;
  throw publishes ? outcomeUnknown(what, name) : nothingPublished(what, 'Approve the draft again later.');
}
