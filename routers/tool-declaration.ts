import { z } from 'zod';
import type { IdType } from '../db/ids.ts';
import type { ErrorCode } from '../server/error-catalogue.ts';
import type { Call, Effect, OnProbation } from '../server/gate/call.ts';
import type { AppScope, Scope } from '../server/gate/scopes.ts';
import type { Execution } from '../server/gate/execution.ts';
import type { Services } from '../server/services.ts';
import type { Deprecation } from './deprecation.ts';
import type { ToolSynonyms } from './input/meaning.ts';
import { proposed, warnings } from './input/warnings.ts';

/** The largest body of a tool call that declares no other size: 1 MB (decisions 5). */
export const DEFAULT_MAX_BYTES = 1_000_000;

/** Until when a repeat is recognised, in words: a record for 7 days, a draft while it is pending (decisions 6). */
export type SameAnswers = 'within 7 days' | 'while it is pending';

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
  /** Whether it adds to what the workspace holds, and is refused once a quota is used up. */
  grows: boolean;
  /** Whether a call may hold the processor for long: calls of busy workspaces wait for one another then. */
  costly: boolean;
  maxBytes: number;
  /** What becomes of a key's writes whose writes are proposals. */
  onProbation: OnProbation;
  /** Whether nothing comes of a call before its key was checked in the transaction that records it. */
  checksKeyLast: boolean;
  /** Makes a call again that waits for a person. */
  makeAgain?: (call: Call, sent: unknown, prepared: unknown, services: Services) => Promise<Execution<unknown>>;
  /** Calling again with the same input changes nothing further. */
  idempotent: boolean;
  /** Until when the same input again answers what is there; null where it is always done again. */
  sameAnswers: SameAnswers | null;
  /** Reaches systems outside the service. */
  openWorld: boolean;
  /** It can replace something that was there before; a tool that only adds does not. */
  overwrites: boolean;
  /** Which scope a call needs is said by its input; nobody calls it without one. */
  scopedByInput: boolean;
  /** Error codes it may answer with besides those of any tool. */
  refusals: readonly ErrorCode[];
  /** Set on a deprecated tool (docs/versioning.md); every transport and document shows it. */
  deprecation?: Deprecation | undefined;
  input: z.ZodObject;
  output: z.ZodObject;
  /** One example call: shown in the documents, run by the tests. */
  example: { input: Record<string, unknown>; output: Record<string, unknown> };
};

/** What a tool says of itself, beside how it is handled. */
export type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = {
  title: string;
  description: string;
  scope?: Scope;
  appScope?: AppScope;
  entitled: boolean;
  /** True unless stated, for a tool that does not only read. */
  grows?: boolean;
  costly?: boolean;
  maxBytes?: number;
  /** Proposed unless stated, for a tool that does not only read. */
  onProbation?: OnProbation;
  idempotent?: boolean;
  sameAnswers?: SameAnswers;
  openWorld?: boolean;
  /** A model that the operator set up may be asked on the way, so that the key is looked up before. */
  asksModels?: boolean;
  /** Whether it can replace something that was there before. */
  overwrites?: boolean;
  /** Whether it changes fields that people set, too: those become proposals. */
  proposes?: boolean;
  /** Each input needs a scope of its own, which `alsoNeeds` says. */
  scopedByInput?: boolean;
  /** Other names of its fields, beside those of every tool (input/synonyms.ts). */
  synonyms?: ToolSynonyms;
  refusals?: readonly ErrorCode[];
  deprecation?: Deprecation;
  /** Fields that take an id of a type which the rest of the input says, by dotted path. */
  ids?: Record<string, (input: Record<string, unknown>) => IdType | undefined>;
  /** Scopes that this input also needs: of every key, or (an `AppScope`) of an application's token. */
  alsoNeeds?(input: z.output<Input>): (Scope | AppScope | undefined)[];
  input: Input;
  output: Output;
  example: { input: z.input<Input>; output: z.output<Output> };
};

/** The same with what a declaration may leave out. */
export function metaOf(
  name: string,
  declaration: Declared<z.ZodObject, z.ZodObject> & { effect: Effect; append?: unknown; prepare?: unknown },
): ToolMeta {
  return {
    name,
    title: declaration.title,
    description: declaration.description,
    scope: declaration.scope ?? null,
    appScope: declaration.appScope ?? null,
    entitled: declaration.entitled,
    effect: declaration.effect,
    grows: declaration.grows ?? declaration.effect !== 'read',
    costly: declaration.costly ?? false,
    maxBytes: declaration.maxBytes ?? DEFAULT_MAX_BYTES,
    onProbation: declaration.onProbation ?? 'proposed',
    checksKeyLast:
      declaration.append !== undefined ||
      (declaration.openWorld !== true && declaration.asksModels !== true && declaration.prepare === undefined),
    idempotent: declaration.idempotent ?? declaration.effect === 'read',
    sameAnswers: declaration.sameAnswers ?? null,
    openWorld: declaration.openWorld ?? false,
    overwrites: declaration.overwrites ?? false,
    scopedByInput: declaration.scopedByInput ?? false,
    refusals: declaration.refusals ?? [],
    deprecation: declaration.deprecation,
    input: declaration.input,
    output: declaration.output.extend({ warnings, ...(declaration.proposes === true ? { proposed } : {}) }),
    example: declaration.example,
  };
}
