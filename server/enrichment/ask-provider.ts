import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { readJson } from '../http/read-body.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import { type FailureReason, ProviderFailure } from './provider.ts';

const MAX_BYTES = 1_048_576;
const MAX_WAIT_MS = 2_000;
const RETRY_DELAY_MS = 250;

/** What an answer means: no match, or why it failed. */
export type Verdict = 'miss' | FailureReason;

export type Question<T> = {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: unknown;
  schema: z.ZodType<T>;
  /** The provider's own reading of an answer, before the usual one by status. `body` is the parsed JSON, if any. */
  verdict?: (status: number, body: unknown, headers: Headers) => Verdict | undefined;
  signal: AbortSignal;
  retryDelayMs?: number | undefined;
};

/** An address under a provider's origin, with the parameters that have a value. */
export function addressOf(origin: string, path: string, query: Record<string, string | undefined>): URL {
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

function usualVerdict(status: number): Verdict | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 402) return 'out_of_credit';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'invalid_response';
}

async function send<T>(question: Question<T>): Promise<{ status: number; headers: Headers; body: unknown }> {
  try {
    const response = await fetch(question.url, {
      method: question.method,
      headers: {
        accept: 'application/json',
        ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...question.headers,
      },
      ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
      redirect: 'manual',
      signal: question.signal,
    });
    return { status: response.status, headers: response.headers, body: await readJson(response, MAX_BYTES) };
  } catch {
    throw new ProviderFailure(question.signal.aborted ? 'timeout' : 'unavailable');
  }
}

/**
 * One request to a provider over HTTP: no redirect is followed, at most 1 MB is read, a 429 or 5xx is retried once
 * after its `Retry-After` (when that is at most 2 s) while `signal` allows.
 * @returns the validated answer, or undefined for a miss
 * @throws ProviderFailure
 */
export async function ask<T>(question: Question<T>): Promise<T | undefined> {
  for (let retried = false; ; retried = true) {
    const { status, headers, body } = await send(question);
    const verdict = question.verdict?.(status, body, headers) ?? usualVerdict(status);
    if (verdict === undefined) {
      const parsed = question.schema.safeParse(body);
      if (!parsed.success) throw new ProviderFailure('invalid_response');
      return parsed.data;
    }
    if (verdict === 'miss') return undefined;
    const again = status === 429 || status >= 500 || verdict === 'rate_limited';
    const wait = retryAfterMs(headers.get('retry-after')) ?? question.retryDelayMs ?? RETRY_DELAY_MS;
    if (retried || !again || wait > MAX_WAIT_MS) throw new ProviderFailure(verdict);
    try {
      await sleep(wait, undefined, { signal: question.signal });
    } catch {
      throw new ProviderFailure('timeout');
    }
  }
}
