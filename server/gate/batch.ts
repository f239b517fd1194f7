import { OutcomeUnknown } from '../../db/outcome.ts';

/**
 * How far an error of `run` reaches: `item` (one item, found by retrying the items alone; only after an error that left
 * nothing of the batch done), the whole `batch`, or the waiting `queue` too.
 */
export type ReachOf = (error: unknown) => 'item' | 'batch' | 'queue';

type Waiting<Item, Answer> = {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * Batches the work of concurrent callers: a batch is what arrived in this turn of the event loop, or while the previous
 * batch was in flight. There is no timer; a lone item is sent when its turn ends. A failing batch is bisected, so that
 * only the failing item fails.
 */
export class Batch<Item, Answer> {
  #waiting: Waiting<Item, Answer>[] = [];
  #inFlight = 0;
  #scheduled = false;
  readonly #run: (items: Item[]) => Promise<Answer[]>;
  readonly #reachOf: ReachOf;
  readonly #lanes: number;
  readonly #most: number;

  /**
   * @param run answers every item, in order, all or nothing
   * @param options.reachOf how far an error reaches
   * @param options.lanes how many batches may be in flight at once
   * @param options.most the largest batch
   */
  constructor(run: (items: Item[]) => Promise<Answer[]>, options: { reachOf: ReachOf; lanes?: number; most?: number }) {
    this.#run = run;
    this.#reachOf = options.reachOf;
    this.#lanes = options.lanes ?? 1;
    this.#most = options.most ?? 500;
  }

  /** Items waiting or in flight. */
  get depth(): number {
    return this.#waiting.length + this.#inFlight;
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#pumpSoon();
    });
  }

  /** After what arrived in this turn of the event loop has all been added. */
  #pumpSoon(): void {
    if (this.#scheduled || this.#inFlight >= this.#lanes) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  /** Resolves when nothing is waiting or in flight. */
  async drain(): Promise<void> {
    while (this.depth > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #pump(): void {
    while (this.#inFlight < this.#lanes && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#most);
      this.#inFlight += 1;
      void this.#settle(batch).finally(() => {
        this.#inFlight -= 1;
        this.#pump();
      });
    }
  }

  async #settle(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(answers[index]!));
    } catch (error) {
      const reach = this.#reachOf(error);
      if (reach !== 'item') {
        for (const { reject } of batch) reject(error);
        if (reach === 'batch') return;
        // Waiting items would fail the same way; none of them was sent.
        const lost = error instanceof OutcomeUnknown ? error.cause : error;
        for (const { reject } of this.#waiting.splice(0)) reject(lost);
        return;
      }
      if (batch.length === 1) {
        batch[0]!.reject(error);
        return;
      }
      const middle = batch.length >> 1;
      await this.#settle(batch.slice(0, middle));
      await this.#settle(batch.slice(middle));
    }
  }
}
