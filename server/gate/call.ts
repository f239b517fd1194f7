import type { EntityManager } from '@mikro-orm/postgresql';
import type { Query } from '../../db/statement.ts';
import type { Fault } from '../errors.ts';
import type { Actor } from './principal.ts';
import type { RateState } from './rate-limit.ts';
import type { AppScope, Scope } from './scopes.ts';

export type Transport = 'rest' | 'mcp' | 'trpc';

/** `read` changes nothing; `write` changes records; `stage` creates something for a person to decide. Nothing sends. */
export type Effect = 'read' | 'write' | 'stage';

/** What the gate needs to know of a tool. */
export type AccessPolicy = {
  name: string;
  scope: Scope | null;
  /** The scope an application's token also needs; null for none, `never` where no application may call. */
  appScope: AppScope | 'never' | null;
  entitled: boolean;
  effect: Effect;
  /** Largest request body in bytes. */
  maxBytes: number;
};

/** A call as its transport received it, and what the gate found for the answer's headers. */
export type Incoming = {
  readonly transport: Transport;
  /** The bearer token, if one was sent. */
  readonly token: string | undefined;
  readonly requestId: string;
  readonly runRef: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Bytes of the raw request, and its parse error, raised in the order of the checks. */
  readonly requestBytes: number;
  readonly bodyFault: Fault | undefined;
  readonly startedAt: number;
  /** The raw body, where it is exactly the tool's input (REST). */
  readonly body?: Uint8Array | undefined;
  rate: RateState | undefined;
};

/** A fact recorded by a call, kept with its provenance (decisions 11). */
export type NewFact = {
  accountId?: string | null;
  subjectType: string;
  subjectId: string;
  attribute: string;
  value: string;
  /** The words the fact comes from. */
  sentence: string;
  /** The attribute is single-valued: this fact supersedes the previous one. */
  single?: boolean;
  provider?: string | null;
  at?: Date;
};

/** An admitted call: its principal, workspace, and access to its data. Every rule's first argument. */
export type Call = {
  readonly tool: string;
  readonly principal: Actor;
  readonly workspaceId: string;
  readonly transport: Transport;
  readonly requestId: string;
  readonly runRef: string | null;
  /** The time the call was admitted; every row it writes carries this one. */
  readonly now: Date;
  /**
   * The input as JSON text, unknown fields included, for rules that keep it whole: the received bytes where the
   * request's body is the input (REST), else the received value serialized again.
   */
  inputText(): string;
  /** The EntityManager bound to the workspace; inside the call's transaction when the tool writes. */
  readonly em: EntityManager;
  /** One statement in the workspace: in the call's transaction when the tool writes, else batched or by itself. */
  readonly query: Query;
  /** Records a fact, committed with the call. */
  recordFact(...facts: NewFact[]): void;
};
