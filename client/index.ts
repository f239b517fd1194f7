import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../routers/index.ts';
import type { Envelope } from '../server/errors.ts';

export { InvalidWebhook, verifyWebhook, type WebhookEvent } from './verify-webhook.ts';

export type ClientOptions = {
  /** The service's address, such as `http://127.0.0.1:3000`. */
  url: string;
  /** An API key, or the operator token for `operator.*`. */
  apiKey: string;
  /** Ties every call to a run (`Run-Ref`); a function is asked at each request. */
  runRef?: string | (() => string | undefined);
  /** Sent as Idempotency-Key when it returns one; called at each request, so batch one call at a time when used. */
  idempotencyKey?: () => string | undefined;
  /** Largest number of calls sent in one request, 1 to 50. */
  maxBatch?: number;
};

/** An address without its trailing slashes. */
function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** The typed client of the service: `client.tools.<name>.query|mutate(input)`, `client.operator.…`. */
export function createClient(options: ClientOptions) {
  const { url, apiKey, runRef, idempotencyKey, maxBatch = 20 } = options;
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${withoutSlash(url)}/trpc`,
        maxItems: maxBatch,
        methodOverride: 'POST',
        headers() {
          const run = typeof runRef === 'function' ? runRef() : runRef;
          const key = idempotencyKey?.();
          return {
            authorization: `Bearer ${apiKey}`,
            ...(run === undefined ? {} : { 'run-ref': run }),
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          };
        },
      }),
    ],
  });
}

export type Client = ReturnType<typeof createClient>;

/** The service's own error inside the error of a client call; undefined for a network failure. */
export function errorOf(error: unknown): Envelope['error'] | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error.data as { error?: Envelope['error'] } | null)?.error;
}
