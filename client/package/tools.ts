import type { AppRouter } from '../../routers/index.ts';

export type { ErrorCode } from '../../server/errors.ts';

type Procedures = AppRouter['_def']['record']['tools'];

/** How one call is made, beside its input. */
export type CallOptions = {
  /** Gives the call up. */
  signal?: AbortSignal;
  /** For a write that must survive a restart of the program; made anew for each call when omitted. */
  idempotencyKey?: string;
};

type Calling<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>;

type Method<Procedure> = Procedure extends {
  _def: { type: infer Type; $types: { input: infer Input; output: infer Output } };
}
  ? Type extends 'query'
    ? { query: Calling<Input, Output> }
    : { mutate: Calling<Input, Output> }
  : never;

/** The tools by name. The package has this file made from the schemas instead, without the service behind them. */
export type Tools = { [Name in keyof Procedures]: Method<Procedures[Name]> };
