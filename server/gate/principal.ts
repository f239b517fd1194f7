import type { Database } from '../../db/orm.ts';
import { findKeys, findProposer, type KeyRow } from '../../db/statements/keys.ts';
import { ROLES } from '../../db/roles.ts';
import type { RowOf } from '../../db/statement.ts';
import { notFound } from '../errors.ts';
import { remember } from '../remember.ts';
import { Batch } from './batch.ts';
import { reachOf } from './database-fault.ts';
import type { Storage } from './quota.ts';
import type { OAuthScope } from './scopes.ts';

/** The caller: a key, or a person in a session of the panel. */
export type Actor = {
  keyId: string | null;
  sessionId: string | null;
  workspaceId: string;
  user: { id: string; name: string; email: string };
  /** The team whose plan a team key resolves against. */
  team: { id: string; name: string } | null;
  scopes: readonly OAuthScope[];
  /** Whether it may approve, schedule and reject drafts: a person in the panel, and a key with that right. */
  mayApprove: boolean;
  /** The application a key was issued to by OAuth, limited to what its person allowed. */
  oauthClientId: string | null;
  /** Calls per minute; null when the limit was cleared. */
  rateLimit: number | null;
  /** Plugins licensed now by any grant or seat, sorted. */
  plugins: readonly string[];
  /** The version of the workspace's own signal weights in force; null when it synced none. */
  signalWeightsId: string | null;
  /** Whether what people set is changed by a proposal only: for a key, where its workspace says so (decisions 25). */
  protectsPeople: boolean;
  /** Whether what it writes waits for a person (decisions 26). */
  proposes: boolean;
};

/** The caller: a key with everything the gate and the control-plane tools need to know of its owner. */
export type Principal = Actor & {
  keyId: string;
  sessionId: null;
  storage: Storage;
  /** The key's only run that is running and not stale: that of its calls which name none. */
  runningRun: string | null;
  /** Ranges it may be used from; empty for any address. */
  allowedIps: readonly string[];
  /** To find out whether all of this is still so. */
  check: KeyCheck;
  /** From an earlier call's look-up: compared with the database before this call is answered. */
  isKept: boolean;
};

/** A key by its hash, and what tells whether anything about it was changed since a look-up. */
export type KeyCheck = Pick<KeyRow, 'hash' | 'changes' | 'changes_at' | 'decided_by'>;

/** Whether nothing about a key was changed between two look-ups of it. */
export const isUnchanged = (key: KeyCheck, later: KeyCheck): boolean =>
  key.changes === later.changes && key.changes_at === later.changes_at && key.decided_by === later.decided_by;

/** A call's key turned out to be another than it was, or unusable, so that nothing was done: the call can be made again. */
export class KeyChanged extends Error {
  constructor() {
    super('The key was changed since it was last looked up');
    this.name = 'KeyChanged';
  }
}

/** What is known of a key whether it can still be used or not. */
type KnownKey = Pick<KeyRow, keyof RowOf<typeof findProposer>>;

const actorOf = (row: KnownKey) => ({
  keyId: row.key_id,
  sessionId: null,
  workspaceId: row.workspace_id,
  user: { id: row.user_id, name: row.user_name, email: row.user_email },
  team: row.team_id === null ? null : { id: row.team_id, name: row.team_name! },
  scopes: row.scopes as OAuthScope[],
  oauthClientId: row.oauth_client_id,
  rateLimit: row.rate_limit,
  plugins: row.plugins,
  signalWeightsId: row.signal_weights_id,
  protectsPeople: row.protects_people,
});

const toPrincipal = (row: KeyRow): Principal => ({
  ...actorOf(row),
  // A decision cannot be proposed.
  mayApprove: row.may_approve && row.mode !== 'propose',
  proposes: row.mode === 'propose',
  storage: row,
  runningRun: row.running_run,
  allowedIps: row.allowed_ips,
  check: row,
  isKept: false,
});

/** The key that proposed something, as the author of it, whether it can still be used or not. @throws Fault not_found */
export async function proposerOf(db: Database, workspaceId: string, keyId: string): Promise<Actor> {
  const [row] = await db.as(ROLES.gate, findProposer, [keyId]);
  if (row?.workspace_id !== workspaceId) throw notFound('key');
  return { ...actorOf(row), mayApprove: false, proposes: false };
}

/** Principals of keys used last that are kept. */
const MOST_KEPT = 5_000;

/**
 * How long after an answer of the database a kept principal is used, in milliseconds: a call of a database that is lost
 * finds that out by the look-up, before it sends what might be written.
 */
const HEARD_MS = 1_000;

/**
 * Looks keys up by their hash, one query for all waiting calls. What was found is kept for the key's next calls, none of
 * which is answered before the database said, in the transaction that records it, that nothing of it has changed: a
 * revoked key, a changed scope or an ended licence takes effect on the next call, on every process.
 */
export class Principals {
  readonly #batch: Batch<string, Principal | 'disabled' | undefined>;
  readonly #kept = new Map<string, Principal>();
  #heardAt = -Infinity;

  constructor(db: Database) {
    this.#batch = new Batch(
      async (hashes) => {
        const rows = await db.as(ROLES.gate, findKeys, [hashes]);
        const found = new Map(
          rows.map((row) => [row.hash, row.user_disabled ? 'disabled' : toPrincipal(row)] as const),
        );
        return hashes.map((hash) => found.get(hash));
      },
      { reachOf },
    );
  }

  /** The database answered just now, or was lost. */
  noteDatabase(state: 'answered' | 'lost'): void {
    this.#heardAt = state === 'answered' ? performance.now() : -Infinity;
  }

  /** The key's principal as it was found last; undefined when it has to be looked up. */
  kept(hash: string): Principal | undefined {
    return performance.now() - this.#heardAt < HEARD_MS ? this.#kept.get(hash) : undefined;
  }

  /** The key's principal; `disabled` when its user was disabled, undefined when there is no such usable key. */
  async find(hash: string): Promise<Principal | 'disabled' | undefined> {
    const found = await this.#batch.add(hash);
    this.noteDatabase('answered');
    if (found === undefined || found === 'disabled') this.#kept.delete(hash);
    else remember(this.#kept, hash, { ...found, isKept: true }, MOST_KEPT);
    return found;
  }
}

/** The plan shown to a caller (decisions 3). */
export function planOf(principal: Pick<Actor, 'team' | 'plugins'>): 'team' | 'pro' | 'free' {
  if (principal.team !== null) return 'team';
  return principal.plugins.length > 0 ? 'pro' : 'free';
}
