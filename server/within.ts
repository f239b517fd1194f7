/** Turns of the event loop in which what has arrived is read. */
const TURNS = 3;

/**
 * What a promise resolves to within `ms`; undefined after that. A busy process reads what has arrived before it gives up.
 * @throws what the promise rejects with by then
 */
export function within<Result>(ms: number, promise: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = (turns: number): unknown => (turns === 0 ? resolve(undefined) : setImmediate(giveUp, turns - 1));
    const timer = setTimeout(giveUp, Math.max(0, ms), TURNS);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
