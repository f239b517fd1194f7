/**
 * Ends the process on SIGTERM or SIGINT, once what runs in it has stopped, also while it is starting: with 0, or with 1 when
 * it did not stop well. A second signal ends it at once, with 1.
 */
export function stopOnSignal(starting: Promise<{ stop(): Promise<void> }>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      starting
        .then((running) => running.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            process.stderr.write(`${String(error)}\n`);
            process.exit(1);
          },
        );
    });
  }
}
