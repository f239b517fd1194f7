import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import { z } from 'zod';
import type { ErrorCode } from '../server/errors.ts';
import type { Additions, Call, Effect, AccessPolicy } from '../server/gate/call.ts';
import type { Scope } from '../server/gate/scopes.ts';
import type { Services } from '../server/services.ts';
import type { Deprecation } from './deprecation.ts';
import { errorIn, t, trpcError } from './trpc.ts';

/** The largest body of a tool call that declares no other size: 1 MB (decisions 5). */
export const DEFAULT_MAX_BYTES = 1_000_000;

/** Everything about a tool but its handler. All transports, documents and contract tests read it from here. */
export type ToolMeta = {
  name: string;
  title: string;
  /** What it does, when to use it, what it never does: written for an agent. */
  description: string;
  /** The scope a key must hold; null for control-plane and content tools. */
  scope: Scope | null;
  /** Whether an active paid entitlement is needed. */
  entitled: boolean;
  effect: Effect;
  maxBytes: number;
  /** Calling again with the same input changes nothing more. */
  idempotent: boolean;
  /** Reaches systems outside the service. */
  openWorld: boolean;
  /** What it may refuse with beside what any tool may. */
  refusals: readonly ErrorCode[];
  /** Set on a tool that will go (spec "Versioning" 4); every transport and document tells it. */
  deprecation?: Deprecation | undefined;
  input: z.ZodObject;
  output: z.ZodObject;
  /** One worked call: shown in the documents, run by the tests. */
  example: { input: Record<string, unknown>; output: Record<string, unknown> };
};

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = {
  title: string;
  description: string;
  scope?: Scope;
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
      /** Inputs with which a writing tool only reads: they need no transaction. */
      changesNothing?(input: z.output<Input>): boolean;
      /** What must not hold a transaction open, such as asking another system: done before it, its answer handed on. */
      prepare?(call: Call, input: z.output<Input>, services: Services): Promise<Prepared>;
      handler(call: Call, input: z.output<Input>, services: Services, prepared: Prepared): Promise<z.output<Output>>;
      append?: never;
    }
  | {
      /** For a tool that only adds rows: what to answer and what to add, decided without touching the database. */
      append(call: Call, input: z.output<Input>): { result: z.output<Output>; additions: Additions };
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

/** The gate before the input is read: key, limit, scope, entitlement, size; and the audit row of whatever fails later. */
const admitted = t.middleware(async ({ ctx, meta, next, batchIndex }) => {
  let admission;
  try {
    admission = await ctx.gate.admit(ctx.nextIncoming(batchIndex), meta!);
  } catch (error) {
    throw trpcError(ctx.gate.faultOf(error, ctx.requestId));
  }
  const result = await next({ ctx: { admission } });
  if (!result.ok) throw trpcError(await ctx.gate.fail(admission, errorIn(result.error)));
  return result;
});

type Run = 'runRead' | 'runWrite' | 'runAppend';

type Prepare = (call: Call, input: never, services: Services) => Promise<unknown>;

/** The gate after the input is read: transaction, idempotency, and the audit row of what succeeded. */
const runThroughGate = (run: Run, prepare: Prepare | undefined, changesNothing?: (input: never) => boolean) =>
  t.middleware(async ({ ctx, input, next, getRawInput }) => {
    const admission = ctx.admission!;
    let prepared: unknown;
    let ended: Awaited<ReturnType<typeof next>> | undefined;
    const handler = async () => {
      const result = await next({ ctx: { prepared } });
      ended = result as typeof ended;
      if (!result.ok) throw errorIn(result.error);
      return result.data as never;
    };
    const ready =
      prepare === undefined
        ? undefined
        : async () => {
            prepared = await prepare(admission.call, input as never, ctx.services);
          };
    admission.rawInput = await getRawInput();
    // A repeat under an idempotency key must answer as the first did, even if it read.
    const reads = admission.incoming.idempotencyKey === undefined && changesNothing?.(input as never) === true;
    const data = await ctx.gate[reads ? 'runRead' : run](admission, handler, admission.rawInput, ready);
    // A replay never reaches the handler: its data comes from the record.
    return { ...ended!, ok: true as const, data } as Awaited<ReturnType<typeof next>>;
  });

type ToolProcedure<Input extends z.ZodObject, Output extends z.ZodObject, Kind extends Effect> = Kind extends 'read'
  ? TRPCQueryProcedure<{ meta: ToolMeta; input: z.input<Input>; output: z.output<Output> }>
  : TRPCMutationProcedure<{ meta: ToolMeta; input: z.input<Input>; output: z.output<Output> }>;

/** A procedure that meets the gate: its checks before the input is read, its record around the handler. */
function gated<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
  policy: AccessPolicy,
  declaration: { input: Input } & Handling<Input, Output, Prepared>,
): unknown {
  const { effect } = policy;
  const run: Run = declaration.append !== undefined ? 'runAppend' : effect === 'read' ? 'runRead' : 'runWrite';
  // A client that has nothing to say may send nothing.
  const wanted = declaration.input.prefault({} as never);
  const procedure = t.procedure
    .meta(policy)
    .use(admitted)
    // Given the schema itself, tRPC would ask it in zod's way for promises, which is not the compiled one.
    .input((sent: unknown) => wanted.parse(sent))
    .use(runThroughGate(run, declaration.prepare as Prepare | undefined, declaration.changesNothing));
  const resolve = ({ ctx, input }: { ctx: never; input: unknown }): unknown => {
    const { admission, services, prepared } = ctx as {
      admission: { call: Call };
      services: Services;
      prepared: Prepared;
    };
    return declaration.append !== undefined
      ? declaration.append(admission.call, input as z.output<Input>)
      : declaration.handler!(admission.call, input as z.output<Input>, services, prepared);
  };
  return effect === 'read' ? procedure.query(resolve as never) : procedure.mutation(resolve as never);
}

/** A tool that has no name yet: `named` gives it the one of its file. */
export type Tool<Procedure = unknown> = (name: string) => Procedure;

/**
 * Declares a tool: the default export of `routers/<family>/<tool-name>.ts`. It becomes one tRPC procedure that meets the
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
 * Declares what the product's own agents report beside the tools (decisions 3): an entitled key, the same gate and audit
 * row under the name given, but no tool, so that no other transport and no document knows it.
 */
export function internalProcedure<Input extends z.ZodObject, Result>(declaration: {
  name: `hosted.${string}`;
  input: Input;
  handler(call: Call, input: z.output<Input>, services: Services): Promise<Result>;
}): TRPCMutationProcedure<{ meta: AccessPolicy; input: z.input<Input>; output: Result }> {
  const { name } = declaration;
  const policy: AccessPolicy = { name, scope: null, entitled: true, effect: 'write', maxBytes: DEFAULT_MAX_BYTES };
  return gated(policy, declaration as never) as never;
}
