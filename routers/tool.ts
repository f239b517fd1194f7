import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import { z } from 'zod';
import type { ErrorCode } from '../server/errors.ts';
import type { Insert } from '../db/append.ts';
import type { AccessPolicy, Call, Effect } from '../server/gate/call.ts';
import type { Execution } from '../server/gate/gate.ts';
import type { AppScope, Scope } from '../server/gate/scopes.ts';
import type { Services } from '../server/services.ts';
import type { Deprecation } from './deprecation.ts';
import { errorIn, t, trpcError } from './trpc.ts';

/** The largest body of a tool call that declares no other size: 1 MB (decisions 5). */
export const DEFAULT_MAX_BYTES = 1_000_000;

/** Everything about a tool but its handler. All transports, documents and contract tests are derived from it. */
export type ToolMeta = {
  name: string;
  title: string;
  /** What it does, when to use it, what it never does: for an agent to read. */
  description: string;
  /** The scope every key needs; null for control-plane and content tools. */
  scope: Scope | null;
  /** The scope an application's token also needs; null for none. */
  appScope: AppScope | null;
  /** Whether an active paid entitlement is needed. */
  entitled: boolean;
  effect: Effect;
  maxBytes: number;
  /** Calling again with the same input changes nothing further. */
  idempotent: boolean;
  /** Reaches systems outside the service. */
  openWorld: boolean;
  /** Error codes it may answer with besides those of any tool. */
  refusals: readonly ErrorCode[];
  /** Set on a deprecated tool (docs/versioning.md); every transport and document shows it. */
  deprecation?: Deprecation | undefined;
  input: z.ZodObject;
  output: z.ZodObject;
  /** One example call: shown in the documents, run by the tests. */
  example: { input: Record<string, unknown>; output: Record<string, unknown> };
};

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = {
  title: string;
  description: string;
  scope?: Scope;
  appScope?: AppScope;
  entitled: boolean;
  maxBytes?: number;
  idempotent?: boolean;
  openWorld?: boolean;
  refusals?: readonly ErrorCode[];
  deprecation?: Deprecation;
  input: Input;
  output: Output;
  example: { input: z.input<Input>; output: z.output<Output> };
};

type Handling<Input extends z.ZodObject, Output extends z.ZodObject, Prepared> =
  | {
      /** Inputs with which a writing tool only reads: these calls need no transaction. */
      changesNothing?(input: z.output<Input>): boolean;
      /** Runs before the transaction, its result passed on: for slow work such as calling another system. */
      prepare?(call: Call, input: z.output<Input>, services: Services): Promise<Prepared>;
      handler(call: Call, input: z.output<Input>, services: Services, prepared: Prepared): Promise<z.output<Output>>;
      append?: never;
    }
  | {
      /** For a tool that only adds rows: the answer and the rows, computed without the database. */
      append(call: Call, input: z.output<Input>): { result: z.output<Output>; inserts: readonly Insert[] };
      handler?: never;
      prepare?: never;
      changesNothing?: never;
    };

function metaOf(name: string, declaration: Declared<z.ZodObject, z.ZodObject> & { effect: Effect }): ToolMeta {
  return {
    name,
    title: declaration.title,
    description: declaration.description,
    scope: declaration.scope ?? null,
    appScope: declaration.appScope ?? null,
    entitled: declaration.entitled,
    effect: declaration.effect,
    maxBytes: declaration.maxBytes ?? DEFAULT_MAX_BYTES,
    idempotent: declaration.idempotent ?? declaration.effect === 'read',
    openWorld: declaration.openWorld ?? false,
    refusals: declaration.refusals ?? [],
    deprecation: declaration.deprecation,
    input: declaration.input,
    output: declaration.output,
    example: declaration.example,
  };
}

/** The gate before the input is parsed: key, limit, scope, entitlement, size; and the audit row of a later failure. */
const admitted = t.middleware(async ({ ctx, meta, next, batchIndex, getRawInput }) => {
  let admission;
  try {
    admission = await ctx.gate.admit(ctx.nextIncoming(batchIndex), meta!);
  } catch (error) {
    throw trpcError(ctx.gate.faultOf(error, ctx.requestId));
  }
  const result = await next({ ctx: { admission, getRawInput } });
  if (!result.ok) throw trpcError(await ctx.gate.fail(admission, errorIn(result.error)));
  return result;
});

/** How the gate executes a call of the tool. */
function executionOf<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
  { append, handler, prepare, changesNothing }: Handling<Input, Output, Prepared>,
  { effect }: AccessPolicy,
  {
    call,
    input,
    services,
    isRepeatable,
  }: { call: Call; input: z.output<Input>; services: Services; isRepeatable: boolean },
): Execution<z.output<Output>> {
  if (append !== undefined) return { kind: 'append', handle: () => append(call, input) };
  // A replay under an idempotency key must answer like the first call, even if that only read.
  const reads = effect === 'read' || (!isRepeatable && changesNothing?.(input) === true);
  let prepared: Prepared;
  return {
    kind: reads ? 'read' : 'write',
    prepare:
      prepare === undefined
        ? undefined
        : async () => {
            prepared = await prepare(call, input, services);
          },
    handle: () => handler(call, input, services, prepared),
  };
}

type ToolProcedure<Input extends z.ZodObject, Output extends z.ZodObject, Kind extends Effect> = Kind extends 'read'
  ? TRPCQueryProcedure<{ meta: ToolMeta; input: z.input<Input>; output: z.output<Output> }>
  : TRPCMutationProcedure<{ meta: ToolMeta; input: z.input<Input>; output: z.output<Output> }>;

/** A procedure behind the gate: its checks before the input is parsed, its record around the handler. */
function gated<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
  policy: AccessPolicy,
  declaration: { input: Input } & Handling<Input, Output, Prepared>,
): unknown {
  // A client without an input may omit it.
  const wanted = declaration.input.prefault({} as never);
  const procedure = t.procedure
    .meta(policy)
    .use(admitted)
    // Given the schema itself, tRPC would validate with zod's async parser instead of the compiled one.
    .input((sent: unknown) => wanted.parse(sent));
  const resolve: Parameters<typeof procedure.mutation>[0] = async ({ ctx, input }) => {
    const { admission, getRawInput, gate, services } = ctx;
    admission.rawInput = await getRawInput();
    const isRepeatable = admission.incoming.idempotencyKey !== undefined;
    const about = { call: admission.call, input: input as z.output<Input>, services, isRepeatable };
    return gate.run(admission, executionOf(declaration, policy, about));
  };
  return policy.effect === 'read' ? procedure.query(resolve) : procedure.mutation(resolve);
}

/** A tool without a name: `named` gives it the one of its file. */
export type Tool<Procedure = unknown> = (name: string) => Procedure;

/**
 * Declares a tool: the default export of `routers/<family>/<tool-name>.ts`. It becomes one tRPC procedure behind the
 * gate: reading tools are queries, the others mutations.
 */
export function tool<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Kind extends Effect,
  Prepared = undefined,
>(
  declaration: Declared<Input, Output> & Handling<Input, Output, Prepared> & { effect: Kind },
): Tool<ToolProcedure<Input, Output, Kind>> {
  return (name) => gated(metaOf(name, declaration as never), declaration) as never;
}

/** The procedures of tools by their names. */
export function named<Tools extends Record<string, Tool>>(
  tools: Tools,
): { [name in keyof Tools]: ReturnType<Tools[name]> } {
  return Object.fromEntries(Object.entries(tools).map(([name, make]) => [name, make(name)])) as never;
}

/**
 * Declares a report of the product's own agents (decisions 3): an entitled key, the same gate and audit row under the
 * name given, but no tool, so that no other transport and no document has it, and no application may call it.
 */
export function internalProcedure<Input extends z.ZodObject, Result>(declaration: {
  name: `hosted.${string}`;
  input: Input;
  handler(call: Call, input: z.output<Input>, services: Services): Promise<Result>;
}): TRPCMutationProcedure<{ meta: AccessPolicy; input: z.input<Input>; output: Result }> {
  const { name } = declaration;
  const policy: AccessPolicy = {
    name,
    scope: null,
    appScope: 'never',
    entitled: true,
    effect: 'write',
    maxBytes: DEFAULT_MAX_BYTES,
  };
  return gated(policy, declaration as never) as never;
}
