import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, TRPCClientError, type TRPCLink } from '@trpc/client';
// oxlint-disable-next-line no-restricted-imports -- No link can be written without it, and the client brings it along.
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../routers/index.ts';
import type { Envelope } from '../server/errors.ts';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

/** Outputs and inputs of the panel's procedures, by name. */
export type Answers = Outputs['panel'];
export type Asks = Inputs['panel'];

/** The service's error inside what a call threw; undefined when the service did not answer. */
export function envelopeOf(error: unknown): Envelope['error'] | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error.data as { error?: Envelope['error'] } | null)?.error;
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof TRPCClientError ? (error.data as { httpStatus?: number } | null)?.httpStatus : undefined;

const isSignedOut = (error: unknown) => statusOf(error) === 401;

let onSignedOut: () => void = () => {};

/** Sets what happens when the session has ended. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then;
}

const noticeSignedOut = (error: unknown) => {
  if (isSignedOut(error)) onSignedOut();
};

/** Inactivity after which polling stops, so that an open page does not keep its session alive for ever. */
const AWAY_MS = 5 * 60_000;

// Pages refresh while they are in use, and again when their reader returns.
focusManager.setEventListener((setFocused) => {
  let away: ReturnType<typeof setTimeout>;
  const leave = () => setFocused(false);
  const stay = () => {
    setFocused(document.visibilityState === 'visible');
    clearTimeout(away);
    away = setTimeout(leave, AWAY_MS);
  };
  const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'visibilitychange', 'focus'];
  for (const sign of signs) addEventListener(sign, stay, { passive: true, capture: true });
  stay();
  return () => {
    clearTimeout(away);
    for (const sign of signs) removeEventListener(sign, stay, { capture: true });
  };
});

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Only a lost connection or a failing service can succeed on a retry; a refusal cannot.
      retry: (failures, error) => failures < 2 && (statusOf(error) ?? 500) >= 500,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

let askWho: () => Promise<boolean> = () => Promise.resolve(false);

/** Sets how a person is asked to confirm who they are; it says whether they did. */
export function whenConfirmationNeeded(ask: typeof askWho): void {
  askWho = ask;
}

/** Has the person confirm who they are where a procedure wants that, and asks it again. */
const confirming: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const attempt = (fail: (error: TRPCClientError<AppRouter>) => unknown) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => void fail(error),
        });
      let running = attempt(async (error) => {
        if (envelopeOf(error)?.code === 'confirmation_needed' && (await askWho())) {
          running = attempt((failure) => observer.error(failure));
        } else observer.error(error);
      });
      return () => running.unsubscribe();
    });

const client = createTRPCClient<AppRouter>({
  links: [
    confirming,
    httpBatchLink({
      url: '/trpc',
      maxItems: 10,
      methodOverride: 'POST',
    }),
  ],
});

const everything = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** The panel's procedures, as options for TanStack Query. */
export const panel = everything.panel;
export const ask = client.panel;
