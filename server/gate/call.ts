import type { FactEvidence } from '../../db/entities/facts.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Query } from '../../db/statement.ts';
import type { Fault } from '../errors.ts';
import type { Actor, Principal } from './principal.ts';
import type { RateState } from './rate-limit.ts';
import type { Counted } from './redis.ts';
import type { AppScope, Scope } from './scopes.ts';
import type { Leave } from './turns.ts';

export type Transport = 'rest' | 'mcp' | 'trpc';

/** `read` changes nothing; `write` changes records; `stage` creates something for a person to decide. Nothing sends. */
export type Effect = 'read' | 'write' | 'stage';

/** A write that waits for a person, one that changes no record and is made, or one that such a key may not make. */
export type OnProbation = 'proposed' | 'direct' | 'refused';

/** What the gate needs to know of a tool. */
export type AccessPolicy = {
  name: string;
  scope: Scope | null;
  /** The scope an application's token also needs; null for none, `never` where no application may call. */
  appScope: AppScope | 'never' | null;
  entitled: boolean;
  effect: Effect;
  /** Whether it adds to what the workspace holds, and is refused once a quota is used up. */
  grows: boolean;
  /** Whether a call may hold the processor for long; a large body does in any case. */
  costly: boolean;
  /** Largest request body in bytes. */
  maxBytes: number;
  /** What becomes of a key's writes whose writes are proposals (decisions 26). */
  onProbation: OnProbation;
  /** Whether nothing comes of a call before the transaction that records it, where what was known of its key is checked. */
  checksKeyLast: boolean;
};

/** What an agent's host calls a call: its ids as kept with the audit row, and by what a retry of the call is told. */
export type HostIds = {
  readonly ids: Readonly<Record<string, string>>;
  readonly retry: { readonly key: string; readonly minutes: number } | undefined;
};

/** A call as its transport received it, and what the gate found for the answer's headers. */
export type Incoming = {
  readonly transport: Transport;
  /** The bearer token, if one was sent. */
  readonly token: string | undefined;
  readonly requestId: string;
  /** The run and the idempotency key it names: by header or `_meta`, or, once the input is read, as an argument. */
  runRef: string | undefined;
  idempotencyKey: string | undefined;
  /** What the agent's host says of the call. */
  readonly host?: HostIds | undefined;
  /** Where it comes from; undefined for a call that this process makes. */
  readonly address: string | undefined;
  /** Bytes of the raw request (announced, until its body was read), and its parse error, raised in the order of checks. */
  requestBytes: number;
  bodyFault: Fault | undefined;
  readonly startedAt: number;
  /** The raw body, where it is exactly the tool's input (REST). */
  body?: Uint8Array | undefined;
  rate: RateState | undefined;
  /** The count of its key, it included. */
  counted?: Counted;
  /** Whose key it is, where that was asked before the body was read. Rejects with a fault. */
  identity?: Promise<Principal>;
  /** Until when it waits, as by `performance.now()`. */
  waitUntil?: number;
  /** Its turn, kept by a call that is admitted again. */
  turn?: Leave | undefined;
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
  /** The record whose words or values it states, where that is not the subject: withdrawn with it. */
  sourceId?: string;
  /** The quote it rests on, looked up. */
  evidence?: FactEvidence;
  at?: Date;
  /** Its record was made in the same transaction: there is no fact that it could supersede. */
  isFirst?: boolean;
  /** The id of the record it was read from, where that is added beside it and may turn out to be a repeat. */
  ofAdded?: string;
};

/** What a call took otherwise than it was sent, or did not do, for its caller to know: `path` as in an issue. */
export type Warning = { path: string; message: string };

/** A value that was not written, because a person set the one that stands there: for a person to decide (decisions 25). */
export type Proposed = {
  proposal_id: string;
  record_id: string;
  field: string;
  current: unknown;
  proposed: unknown;
  status: 'waiting' | 'declined';
  reason?: string;
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
  /** Has the audit row name the language model that had a part in the answer. */
  usedModel(name: string): void;
  /** Adds a warning to the answer. */
  warn(path: string, message: string): void;
  /** Says in the answer that a value became a proposal. */
  propose(proposed: Proposed): void;
  /** Records a fact, committed with the call. */
  recordFact(...facts: NewFact[]): void;
};
