import { readJson } from '../http/read-body.ts';

/** Time limit of one request in milliseconds, its answer included. */
const REQUEST_MS = 20_000;

/** Bytes of an answer that are read: platforms answer with a few kilobytes. */
const MAX_BYTES = 262_144;

export type Answer = {
  status: number;
  headers: Headers;
  /** The parsed body; undefined when it is not JSON. */
  json: unknown;
};

export type Request = {
  method: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
};

/** Failures to connect: nothing was sent. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_TLS_.*|ERR_SSL_.*)$/;

/** A request without an answer; `sent` says whether any of it may have arrived. */
export class NoAnswer extends Error {
  readonly sent: boolean;

  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

function noAnswer(error: unknown): NoAnswer {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] } };
  if (name === 'TimeoutError' || name === 'AbortError') return new NoAnswer('gave no answer in time', true);
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? '';
  return NOT_CONNECTED.test(code)
    ? new NoAnswer(`could not be reached (${code})`, false)
    : new NoAnswer('broke the connection', true);
}

/**
 * One request over a new connection, so that no half-closed one makes its outcome unclear. Redirects are not followed
 * and at most 256 KB are read; a longer answer counts as not JSON.
 * @throws NoAnswer
 */
export async function fetchBounded(url: string | URL, { method, headers, body, signal }: Request): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', connection: 'close', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    });
    return { status: response.status, headers: response.headers, json: await readJson(response, MAX_BYTES) };
  } catch (error) {
    throw noAnswer(error);
  }
}
