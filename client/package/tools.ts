import type { AppRouter } from '../../routers/index.ts';

export type { ErrorCode } from '../../server/error-catalogue.ts';

type Procedures = AppRouter['_def']['record']['tools'];

/** How one call is made, beside its input. */
export type CallOptions = {
  /** Aborts the call. */
  signal?: AbortSignal;
  /** For a write that must survive a restart of the program; generated for each call when omitted. */
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

/** The tools by name. In the package this file is generated from the schemas instead, without the service's types. */
export type Tools = { [Name in keyof Procedures]: Method<Procedures[Name]> };
