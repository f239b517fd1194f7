import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { z } from 'zod';
import { Fault } from '../server/errors.ts';
import { namingMerged } from '../server/records/merge.ts';
import type { AccessPolicy, Call, Effect } from '../server/gate/call.ts';
import type { Appended, Execution } from '../server/gate/execution.ts';
import { type AppScope, type Scope, SCOPES } from '../server/gate/scopes.ts';
import type { Services } from '../server/services.ts';
import { checkScope } from '../server/gate/access.ts';
import { databaseFault } from '../server/gate/database-fault.ts';
import { type CallArguments, namedIn, withCallArguments, withoutCallArguments } from './input/call-arguments.ts';
import { inputReader } from './input/read-input.ts';
import type { WithWarnings } from './input/warnings.ts';
import { type IdPlace, idPlaces, resolverOf } from './references.ts';
import { DEFAULT_MAX_BYTES, type Declared, metaOf, type ToolMeta } from './tool-declaration.ts';
import { errorIn, t, trpcError } from './trpc.ts';

type Handling<Input extends z.ZodObject, Output extends z.ZodObject, Prepared> =
  | {
      /** Inputs with which a writing tool only reads: these calls need no transaction. */
      changesNothing?(input: z.output<Input>): boolean;
      /** Runs before the transaction, its result passed on: for slow work such as calling another system. */
      prepare?(call: Call, input: z.output<Input>, services: Services): Promise<Prepared>;
      handler(call: Call, input: z.output<Input>, services: Services, prepared: Prepared): Promise<z.output<Output>>;
      append?: never;
      replaces?: never;
      replace?: never;
    }
  | {
      /** For a tool that only adds rows: the answer and the rows, computed without the database. */
      append(call: Call, input: z.output<Input>): Appended<z.output<Output>>;
      /** Inputs for which it has to look at what is there, and what it does with those. */
      replaces?(input: z.output<Input>): boolean;
      replace?(call: Call, input: z.output<Input>): Promise<z.output<Output>>;
      handler?: never;
      prepare?: never;
      changesNothing?: never;
    };

/** The gate before the input is parsed: key, limit, scope, entitlement, size; and the audit row of a later failure. */
const admitted = t.middleware(async ({ ctx, meta, next, batchIndex, getRawInput }) => {
  const incoming = ctx.nextIncoming(batchIndex);
  const { requestId } = incoming;
  const call = async () => {
    const admission = await ctx.gate.admit(incoming, meta!).catch((error: unknown) => {
      throw trpcError(ctx.gate.faultOf(error, requestId), requestId);
    });
    return { admission, result: await next({ ctx: { admission, getRawInput } }) };
  };
  let { admission, result } = await call();
  if (!result.ok && (await ctx.gate.isForChangedKey(admission, errorIn(result.error))))
    ({ admission, result } = await call());
  if (!result.ok) throw trpcError(await ctx.gate.fail(admission, errorIn(result.error)), requestId);
  return result;
});

/** How the gate executes a call of the tool. */
function executionOf<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
  { append, replaces, replace, handler, prepare, changesNothing }: Handling<Input, Output, Prepared>,
  { effect }: AccessPolicy,
  {
    call,
    input,
    services,
    isRepeatable,
    before,
  }: {
    call: Call;
    input: z.output<Input>;
    services: Services;
    isRepeatable: boolean;
    /** What it looked up, where the call is made again. */
    before?: { prepared: unknown };
  },
): Execution<z.output<Output>> {
  let resolved = input;
  const resolve = resolverOf(call, input, services);
  const resolveFirst =
    resolve === undefined
      ? undefined
      : async () => {
          resolved = await resolve();
        };
  if (append !== undefined && replaces?.(input) === true) {
    return {
      kind: 'write',
      handle: async () => {
        await resolveFirst?.();
        return replace!(call, resolved);
      },
    };
  }
  if (append !== undefined) return { kind: 'append', prepare: resolveFirst, handle: () => append(call, resolved) };
  // A replay under an idempotency key must answer like the first call, even if that only read.
  const reads = effect === 'read' || (!isRepeatable && changesNothing?.(input) === true);
  const kind = reads ? 'read' : 'write';
  if (prepare === undefined) {
    return {
      kind,
      handle: async () => {
        await resolveFirst?.();
        return handler(call, resolved, services, undefined as Prepared);
      },
    };
  }
  let prepared: Prepared;
  return {
    kind,
    prepare: async () => {
      await resolveFirst?.();
      prepared = before === undefined ? await prepare(call, resolved, services) : (before.prepared as Prepared);
    },
    handle: () => handler(call, resolved, services, prepared),
    ...(kind === 'read' ? {} : { prepared: () => prepared }),
  } as Execution<z.output<Output>>;
}

type ToolProcedure<Input extends z.ZodObject, Output extends z.ZodObject, Kind extends Effect> = Kind extends 'read'
  ? TRPCQueryProcedure<{ meta: ToolMeta; input: z.input<Input>; output: WithWarnings<z.output<Output>> }>
  : TRPCMutationProcedure<{
      meta: ToolMeta;
      input: z.input<Input> & CallArguments;
      output: WithWarnings<z.output<Output>>;
    }>;

/** Names the call by its arguments, before the input is read: a refused input's audit row has its run, too. */
const namedBy = (added: Parameters<typeof namedIn>[1]) =>
  t.middleware(async ({ ctx, next, getRawInput }) => {
    ctx.gate.nameCall(ctx.admission!, namedIn(await getRawInput(), added, ctx.admission!.incoming.runRef));
    return next();
  });

const needing = (scope: Scope | AppScope) =>
  scope in SCOPES ? { scope: scope as Scope } : { appScope: scope as AppScope };

/** A procedure behind the gate: its checks before the input is parsed, its record around the handler. */
function gated<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
  policy: AccessPolicy,
  declaration: Pick<Declared<Input, Output>, 'input' | 'ids' | 'alsoNeeds' | 'synonyms'> &
    Handling<Input, Output, Prepared>,
  added: ReturnType<typeof withCallArguments>['added'] = [],
): unknown {
  const { ids = {}, alsoNeeds } = declaration;
  const named = Object.entries(ids).map(([path, type]): IdPlace => ({ path: path.split('.'), type }));
  const reader = inputReader(policy.name, declaration.input, {
    synonyms: declaration.synonyms,
    ids: [...idPlaces(declaration.input), ...named],
  });
  const makeAgain: ToolMeta['makeAgain'] = async (call, sent, prepared, services) => {
    const input = (await reader.read(sent)) as z.output<Input>;
    for (const name of added) delete (input as CallArguments)[name];
    return executionOf(declaration, policy, { call, input, services, isRepeatable: true, before: { prepared } });
  };
  const gatedProcedure = t.procedure.meta({ ...policy, makeAgain } as AccessPolicy).use(admitted);
  const procedure = (policy.effect === 'read' ? gatedProcedure : gatedProcedure.use(namedBy(added))).input(
    (sent: unknown) => reader.read(sent),
  );
  const resolve: Parameters<typeof procedure.mutation>[0] = async ({ ctx, input }) => {
    const { admission, getRawInput, gate, services } = ctx;
    admission.rawInput = withoutCallArguments(await getRawInput(), added);
    for (const scope of alsoNeeds?.(input as z.output<Input>) ?? []) {
      const fault = scope && checkScope(admission.principal, { ...policy, ...needing(scope) });
      if (fault) throw fault;
    }
    const isRepeatable = admission.incoming.idempotencyKey !== undefined;
    const { call } = admission;
    for (const { path, message } of reader.warningsOf(input as object)) call.warn(path, message);
    for (const name of added) delete (input as CallArguments)[name];
    const about = { call, input: input as z.output<Input>, services, isRepeatable };
    try {
      return await gate.run(admission, executionOf(declaration, policy, about));
    } catch (error) {
      const fault = error instanceof Fault ? error : databaseFault(error);
      if (fault?.code !== 'not_found') throw error;
      throw await namingMerged(services.db, call.workspaceId, fault, input);
    }
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
  if (declaration.effect === 'read') return (name) => gated(metaOf(name, declaration as never), declaration) as never;
  const { input, added } = withCallArguments(declaration.input);
  const declared = { ...declaration, input };
  return (name) => gated(metaOf(name, declared as never), declared, added) as never;
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
export function internalProcedure<Input extends z.ZodObject, Result, Prepared = undefined>(declaration: {
  name: `hosted.${string}`;
  input: Input;
  prepare?(call: Call, input: z.output<Input>, services: Services): Promise<Prepared>;
  handler(call: Call, input: z.output<Input>, services: Services, prepared: Prepared): Promise<Result>;
}): TRPCMutationProcedure<{ meta: AccessPolicy; input: z.input<Input>; output: Result }> {
  const { name } = declaration;
  const policy: AccessPolicy = {
    name,
    scope: null,
    appScope: 'never',
    entitled: true,
    effect: 'write',
    grows: true,
    costly: false,
    maxBytes: DEFAULT_MAX_BYTES,
    // It reports what has happened already.
    onProbation: 'refused',
    checksKeyLast: false,
  };
  return gated(policy, declaration as never) as never;
}
