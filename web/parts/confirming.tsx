import { lazy, Suspense, useSyncExternalStore } from 'react';
import { whenConfirmationNeeded } from '../trpc.ts';

const Question = lazy(() => import('./confirm-who.tsx').then(({ ConfirmWho }) => ({ default: ConfirmWho })));

let answer: ((confirmed: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function settle(next: typeof answer): void {
  answer = next;
  for (const listener of listeners) listener();
}

// Asked anew while it is open, both questions are answered by the same dialog.
whenConfirmationNeeded(() => {
  const before = answer;
  return new Promise((resolve) =>
    settle((confirmed) => {
      before?.(confirmed);
      resolve(confirmed);
    }),
  );
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The dialog by which a person confirms who they are, while it is asked; on every page. */
export function Confirming() {
  const asked = useSyncExternalStore(subscribe, () => answer);
  if (asked === undefined) return null;
  const close = (confirmed: boolean) => {
    settle(undefined);
    asked(confirmed);
  };
  return (
    <Suspense fallback={null}>
      <Question onEnd={close} />
    </Suspense>
  );
}
