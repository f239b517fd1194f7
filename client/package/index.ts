import { createTRPCUntypedClient, httpBatchLink, httpLink, splitLink, TRPCClientError } from '@trpc/client';
import { pauseAfter, wait } from './pause.ts';
import { type Refusal, ToolError } from './tool-error.ts';
import type { CallOptions, Tools } from './tools.ts';

export { InvalidWebhook, verifyWebhook, type WebhookEvent } from '../verify-webhook.ts';
export { type Issue, ToolError } from './tool-error.ts';
export type * from './tools.ts';

export type ClientOptions = {
  /** The service's address, such as `https://tools.example.com`. */
  url: string;
  /** An API key, `sat_…`. */
  apiKey: string;
  /** Ties every call to a run (`Run-Ref`); a function is called at each request. */
  runRef?: string | (() => string | undefined);
  /** How often a call is retried after 429, 500 or a lost connection; 4 when omitted, 0 for never. */
  retries?: number;
  /** The most reads sent in one request, 1 to 50; 20 when omitted. */
  maxBatch?: number;
  /** A `fetch` of your own. */
  fetch?: typeof fetch;
};

export type Client = { readonly tools: Tools };

type Kind = 'query' | 'mutation';

/** The refusal inside a call's error; undefined for a network failure. */
function refusalOf(error: unknown): ToolError | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const { error: refusal, httpStatus } = (error.data ?? {}) as { error?: Refusal; httpStatus?: number };
  return refusal === undefined ? undefined : new ToolError(refusal, httpStatus ?? 500, { cause: error });
}

/** The `Retry-After` of an error's answer. */
function retryAfterOf(error: unknown): string | null {
  const response = error instanceof TRPCClientError ? error.meta?.['response'] : undefined;
  return response instanceof Response ? response.headers.get('retry-after') : null;
}

/** An address without its trailing slashes. */
function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** A key that the caller sends as an argument: the header says the same. */
const keyIn = (input: unknown) => (input as { idempotency_key?: string } | null | undefined)?.idempotency_key;

/**
 * A client of the service's tools: `client.tools.<name>.query(input)` for those that read, `.mutate(input)` for the
 * others. Concurrent reads share a request. A write carries an Idempotency-Key, the same on each try.
 * Calls throw ToolError when the service refuses them.
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, runRef, retries = 4, maxBatch = 20 } = options;
  const url = `${withoutSlash(options.url)}/trpc`;
  const headers = (idempotencyKey?: unknown) => {
    const run = typeof runRef === 'function' ? runRef() : runRef;
    return {
      authorization: `Bearer ${apiKey}`,
      ...(run === undefined ? {} : { 'run-ref': run }),
      ...(typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {}),
    };
  };
  const common = { url, methodOverride: 'POST' as const, ...(options.fetch ? { fetch: options.fetch as never } : {}) };
  const transport = createTRPCUntypedClient({
    links: [
      splitLink({
        condition: ({ type }) => type === 'query',
        true: httpBatchLink({ ...common, maxItems: maxBatch, headers: () => headers() }),
        false: httpLink({ ...common, headers: ({ op }) => headers(op.context['idempotencyKey']) }),
      }),
    ],
  });

  const call = async (kind: Kind, name: string, input: unknown, { signal, idempotencyKey }: CallOptions = {}) => {
    const context =
      kind === 'mutation' ? { idempotencyKey: idempotencyKey ?? keyIn(input) ?? crypto.randomUUID() } : {};
    for (let tried = 0; ; tried += 1) {
      try {
        return await transport[kind](`tools.${name}`, input, { context, ...(signal === undefined ? {} : { signal }) });
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        const refusal = refusalOf(error);
        const pause = tried < retries ? pauseAfter(tried, refusal, retryAfterOf(error)) : undefined;
        if (pause === undefined) throw refusal ?? error;
        await wait(pause, signal);
      }
    }
  };

  const methodsOf = (name: string) => ({
    query: (input: unknown, how?: CallOptions) => call('query', name, input, how),
    mutate: (input: unknown, how?: CallOptions) => call('mutation', name, input, how),
  });
  const tools = new Proxy({} as Record<string, ReturnType<typeof methodsOf>>, {
    get: (made, name) => (typeof name === 'string' && name !== 'then' ? (made[name] ??= methodsOf(name)) : undefined),
  });
  return { tools: tools as unknown as Tools };
}
