import type { Insert } from '../../db/append.ts';
import type { Repeat } from '../../db/statements/repeats.ts';

/** What an appending call answers and adds; `repeated` is its answer where the record it adds turns out to be a repeat. */
export type Appended<Result> = {
  result: Result;
  inserts: readonly Insert[];
  repeated?: { id: string; result(kept: Repeat): Result } | undefined;
};

/** How an admitted call is executed. `prepare` runs before a transaction is opened, and not for a replay. */
export type Execution<Result> =
  | { kind: 'read'; handle(): Promise<Result>; prepare?: (() => Promise<void>) | undefined }
  | {
      kind: 'write';
      handle(): Promise<Result>;
      prepare?: (() => Promise<void>) | undefined;
      /** What was looked up before, once it was, for making the call again. */
      prepared?: (() => unknown) | undefined;
    }
  | {
      kind: 'append';
      handle(): Appended<Result>;
      prepare?: (() => Promise<void>) | undefined;
      prepared?: undefined;
    };

/** What a writing call answers and adds. @throws the handler's own */
export const handle = async <Result>(
  execution: Exclude<Execution<Result>, { kind: 'read' }>,
): Promise<Appended<Result>> =>
  execution.kind === 'append' ? execution.handle() : { result: await execution.handle(), inserts: [] };
