import { useState } from 'react';

/** Does what a dialog asks about, once: closes it, or shows the failure in it. */
export function useAttempt(run: () => Promise<unknown>, close: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const attempt = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await run();
      close();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return {
    busy,
    error,
    /** For the dialog's form. */
    submit(event: { preventDefault(): void }) {
      event.preventDefault();
      void attempt();
    },
  };
}
