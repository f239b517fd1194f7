import type { Database } from '../../db/orm.ts';
import { findKeys, findProposer, type KeyRow } from '../../db/statements/keys.ts';
import { ROLES } from '../../db/roles.ts';
import type { RowOf } from '../../db/statement.ts';
import { notFound } from '../errors.ts';
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
  /** Whether it may approve and schedule drafts: a person in the panel, and a key with that right. */
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
};

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
});

/** The key that proposed something, as the author of it, whether it can still be used or not. @throws Fault not_found */
export async function proposerOf(db: Database, workspaceId: string, keyId: string): Promise<Actor> {
  const [row] = await db.as(ROLES.gate, findProposer, [keyId]);
  if (row?.workspace_id !== workspaceId) throw notFound('key');
  return { ...actorOf(row), mayApprove: false, proposes: false };
}

/**
 * Looks keys up by their hash, one query for all waiting calls. Nothing is cached between calls, so a revoked key, a
 * changed scope or an ended licence takes effect on the next call, on every process.
 */
export class Principals {
  readonly #batch: Batch<string, Principal | 'disabled' | undefined>;

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

  /** The key's principal; `disabled` when its user was disabled, undefined when there is no such usable key. */
  find(hash: string): Promise<Principal | 'disabled' | undefined> {
    return this.#batch.add(hash);
  }
}

/** The plan shown to a caller (decisions 3). */
export function planOf(principal: Pick<Actor, 'team' | 'plugins'>): 'team' | 'pro' | 'free' {
  if (principal.team !== null) return 'team';
  return principal.plugins.length > 0 ? 'pro' : 'free';
}
