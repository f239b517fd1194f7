import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../routers/index.ts';
import type { Envelope } from '../server/errors.ts';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

/** What the panel's procedures answer and take, by their names. */
export type Answers = Outputs['panel'];
export type Asks = Inputs['panel'];

/** The service's own error inside whatever a call threw; undefined when no answer of the service came. */
export function envelopeOf(error: unknown): Envelope['error'] | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error.data as { error?: Envelope['error'] } | null)?.error;
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof TRPCClientError ? (error.data as { httpStatus?: number } | null)?.httpStatus : undefined;

const isSignedOut = (error: unknown) => statusOf(error) === 401;

let onSignedOut: () => void = () => {};

/** What to do when the session has ended in the meantime. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then;
}

const noticeSignedOut = (error: unknown) => {
  if (isSignedOut(error)) onSignedOut();
};

/** Silence after which nobody is taken to be there, so that a page left open does not keep its session alive for ever. */
const AWAY_MS = 5 * 60_000;

// Pages keep themselves up to date while somebody looks at them; they go on when that person is back.
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
      // A refusal stays one however often it is asked for; what may pass is a lost connection or a failing service.
      retry: (failures, error) => failures < 2 && (statusOf(error) ?? 500) >= 500,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

const client = createTRPCClient<AppRouter>({
  links: [
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
