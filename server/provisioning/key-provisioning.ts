import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiKey, ApiKeySecret, Workspace } from '../../db/entities/identity.ts';
import { newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findUsage, lockWorkspace } from '../../db/statements/quotas.ts';
import { DAY_MS } from '../day.ts';
import { Fault, invalidField } from '../errors.ts';
import { hashKey, keyPrefix, newKey } from '../gate/key-format.ts';
import { quotaExceeded, type Quotas } from '../gate/quota.ts';
import { ALL_OAUTH_SCOPES, ALL_SCOPES, type OAuthScope, type Scope } from '../gate/scopes.ts';
import { type ActivityActor, type ActivityName, recordActivity } from '../identity/activity.ts';
import { keyOf, type OneKey as WhichKey, teamOf, userOf } from './look-up.ts';

/** The default calls a minute of a key (decisions 4). */
export const DEFAULT_RATE_LIMIT = 60;

/** The longest grace period of a rotated key's old secret, in hours (decisions 4). */
export const MAX_GRACE_HOURS = 24;

/** What becomes of a key's writes: they are made, or wait for a person. */
export const KEY_MODES = ['write', 'propose'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= new Date()) throw invalidField('expires_at', 'must be in the future');
}

/** No range means any address, which is stored as none. */
const stored = (ranges: readonly string[]) => (ranges.length === 0 ? null : [...ranges]);

type OneKey = WhichKey & { by?: ActivityActor };

/** Keys, for in-house systems and the panel (decisions 3 and 4). Each change is recorded in the key's workspace. */
export class KeyProvisioning {
  readonly #db: Database;
  readonly #quotas: Quotas;
  readonly #keyDays: number | undefined;

  constructor(db: Database, quotas: Quotas, keyDays?: number) {
    this.#db = db;
    this.#quotas = quotas;
    this.#keyDays = keyDays;
  }

  /**
   * Creates a key and returns its secret, which is never shown again. A team key writes into the owner's workspace, and
   * only a team's owner can have one (decisions 3).
   * @throws Fault not_found, not_team_owner, quota_exceeded
   */
  async create(input: {
    user_id: string;
    team_id?: string | undefined;
    name: string;
    scopes: Scope[] | 'all';
    may_approve?: boolean | undefined;
    mode?: KeyMode | undefined;
    rate_limit?: number | null | undefined;
    expires_at?: Date | null | undefined;
    allowed_ips?: readonly string[] | undefined;
    by?: ActivityActor;
  }) {
    const expiresAt = input.expires_at === undefined ? this.#defaultExpiry() : input.expires_at;
    checkExpiry(expiresAt);
    const id = newId('key');
    const key = newKey();
    await this.#change(async (em) => {
      const user = await userOf(em, input.user_id);
      if (user.disabledAt) {
        throw new Fault('invalid_transition', { message: 'The user is disabled; enable them first.' });
      }
      const workspace = await em.findOneOrFail(Workspace, { ownerUserId: input.user_id });
      if (input.team_id !== undefined) {
        const team = await teamOf(em, input.team_id);
        if (team.ownerUserId !== input.user_id)
          throw new Fault('not_team_owner', { message: 'Only the account that owns a team can have a team key.' });
      }
      await this.#checkQuota(em, workspace.id);
      em.create(ApiKey, {
        id,
        workspaceId: workspace.id,
        userId: input.user_id,
        teamId: input.team_id ?? null,
        name: input.name,
        prefix: keyPrefix(key),
        scopes: input.scopes === 'all' ? ALL_SCOPES : [...new Set(input.scopes)],
        mayApprove: input.may_approve === true,
        mode: input.mode ?? 'write',
        rateLimit: input.rate_limit === undefined ? DEFAULT_RATE_LIMIT : input.rate_limit,
        expiresAt,
        allowedIps: stored(input.allowed_ips ?? []),
      });
      await em.flush();
      em.create(ApiKeySecret, { hash: hashKey(key), keyId: id });
      const detail = {
        name: input.name,
        prefix: keyPrefix(key),
        ...(input.may_approve === true ? { may_approve: true } : {}),
        ...(input.mode === 'propose' ? { mode: 'propose' } : {}),
        ...(expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }),
        ...((input.allowed_ips ?? []).length === 0 ? {} : { allowed_ips: input.allowed_ips }),
      };
      await recordActivity(em, { workspaceId: workspace.id }, input.by, { act: 'key.created', subject: id, detail });
    });
    return { key_id: id, key, prefix: keyPrefix(key) };
  }

  /** Revokes a key: refused from its next call on; revoking a revoked key changes nothing. */
  async revoke(input: OneKey) {
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      if (key.revokedAt) return;
      key.revokedAt = new Date();
      await this.#record(em, key, input.by, key.oauthClientId ? 'app.revoked' : 'key.revoked');
    });
    return { key_id: input.key_id, revoked: true };
  }

  /** Gives a key a new secret; the old one works for `grace_hours` more (0 to 24). */
  async rotate(input: OneKey & { grace_hours: number }) {
    const secret = newKey();
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      if (key.revokedAt) throw new Fault('invalid_transition', { message: 'A revoked key cannot be rotated.' });
      if (key.oauthClientId) {
        throw new Fault('invalid_transition', {
          message: 'The token of an application is its own; it cannot be rotated.',
          hint: 'Revoke it, and let the application ask again.',
        });
      }
      const until = new Date(Date.now() + input.grace_hours * 3_600_000);
      for (const old of await em.find(ApiKeySecret, { keyId: key.id })) {
        if (input.grace_hours === 0) em.remove(old);
        else if (!old.expiresAt || old.expiresAt > until) old.expiresAt = until;
      }
      key.prefix = keyPrefix(secret);
      em.create(ApiKeySecret, { hash: hashKey(secret), keyId: key.id });
      await this.#record(em, key, input.by, 'key.rotated', { prefix: key.prefix, grace_hours: input.grace_hours });
    });
    return { key_id: input.key_id, key: secret, prefix: keyPrefix(secret) };
  }

  /** Sets calls per minute; null clears the limit. */
  async setRateLimit({ rate_limit, ...key }: OneKey & { rate_limit: number | null }) {
    await this.#change(async (em) => {
      const found = await keyOf(em, key);
      const detail = { from: found.rateLimit ?? null, to: rate_limit };
      found.rateLimit = rate_limit;
      await this.#record(em, found, key.by, 'key.limit_set', detail);
      // A team's owner may set a member's: both workspaces record it.
      if (key.by !== undefined && key.by.userId !== found.userId) {
        const done = { act: 'key.limit_set', subject: found.id, detail: { name: found.name, ...detail } } as const;
        await recordActivity(em, { ownerId: key.by.userId }, key.by, done);
      }
    });
    return { key_id: key.key_id, rate_limit };
  }

  /** Changes a key's scopes from its next call on. An application's can only be narrowed: its person granted them. */
  async setScopes(input: OneKey & { scopes: OAuthScope[] | 'all' }) {
    let scopes: OAuthScope[] = [];
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      const possible: OAuthScope[] = key.oauthClientId ? ALL_OAUTH_SCOPES : ALL_SCOPES;
      scopes = input.scopes === 'all' ? possible : [...new Set(input.scopes)];
      const unfit = scopes.filter((scope) => !possible.includes(scope));
      if (unfit.length > 0) {
        throw invalidField('scopes', `${unfit.join(', ')}: for an application's token only; an API key needs none`);
      }
      if (key.oauthClientId && scopes.some((scope) => !key.scopes.includes(scope))) {
        throw new Fault('invalid_transition', {
          message: 'What an application was allowed can be narrowed, not widened.',
          hint: 'For more, the application must ask its person again.',
        });
      }
      const detail = { from: key.scopes, to: scopes };
      key.scopes = scopes;
      await this.#record(em, key, input.by, 'key.scopes_set', detail);
    });
    return { key_id: input.key_id, scopes };
  }

  /**
   * Grants or revokes a key's right to approve and schedule drafts, from its next call on.
   * @throws Fault not_found, invalid_transition for an application's token, which never has it
   */
  async setMayApprove(input: OneKey & { may_approve: boolean }) {
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      if (key.oauthClientId) {
        throw new Fault('invalid_transition', {
          message: 'An application may never approve drafts: a person decides.',
          hint: 'Only an API key of a person’s own can be given this right.',
        });
      }
      if (key.mayApprove === input.may_approve) return;
      key.mayApprove = input.may_approve;
      await this.#record(em, key, input.by, 'key.approval_set', { may_approve: input.may_approve });
    });
    return { key_id: input.key_id, may_approve: input.may_approve };
  }

  /** Whether a key writes, or proposes what a person then takes, from its next call on; what waits goes on waiting. */
  async setMode(input: OneKey & { mode: KeyMode }) {
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      if (key.mode === input.mode) return;
      key.mode = input.mode;
      await this.#record(em, key, input.by, 'key.mode_set', { mode: input.mode });
    });
    return { key_id: input.key_id, mode: input.mode };
  }

  /** Sets the ranges a key may be used from, from its next call on; none for any address. */
  async setAllowedIps(input: OneKey & { allowed_ips: readonly string[] }) {
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      const detail = { from: key.allowedIps ?? [], to: input.allowed_ips };
      key.allowedIps = stored(input.allowed_ips);
      await this.#record(em, key, input.by, 'key.addresses_set', detail);
    });
    return { key_id: input.key_id, allowed_ips: [...input.allowed_ips] };
  }

  /** Sets when a key stops working; null for never. @throws Fault invalid_input for the past, invalid_transition once revoked */
  async setExpiry(input: OneKey & { expires_at: Date | null }) {
    checkExpiry(input.expires_at);
    const to = input.expires_at?.toISOString() ?? null;
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      if (key.revokedAt) throw new Fault('invalid_transition', { message: 'A revoked key does not work again.' });
      const detail = { from: key.expiresAt?.toISOString() ?? null, to };
      key.expiresAt = input.expires_at;
      await this.#record(em, key, input.by, 'key.expiry_set', detail);
    });
    return { key_id: input.key_id, expires_at: to };
  }

  #defaultExpiry(): Date | null {
    return this.#keyDays === undefined ? null : new Date(Date.now() + this.#keyDays * DAY_MS);
  }

  async rename(input: OneKey & { name: string }) {
    await this.#change(async (em) => {
      const key = await keyOf(em, input);
      const detail = { from: key.name };
      key.name = input.name;
      await this.#record(em, key, input.by, 'key.renamed', detail);
    });
    return { key_id: input.key_id, name: input.name };
  }

  /** Keys are counted as they are made: those made at the same time wait for one another. @throws Fault quota_exceeded */
  async #checkQuota(em: EntityManager, workspaceId: string): Promise<void> {
    await execute(em, lockWorkspace, [workspaceId]);
    const [found] = await execute(em, findUsage, [workspaceId]);
    const used = found?.keys ?? 0;
    const limit = found?.max_keys ?? this.#quotas.keys;
    if (used >= limit) throw quotaExceeded('keys', { used, limit, workspaceId });
  }

  #change<Result>(change: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return this.#db.forkAs(ROLES.operator).transactional(change);
  }

  #record(
    em: EntityManager,
    key: { id: string; name: string; workspaceId: string },
    by: ActivityActor,
    act: ActivityName,
    detail = {},
  ) {
    return recordActivity(em, { workspaceId: key.workspaceId }, by, {
      act,
      subject: key.id,
      detail: { name: key.name, ...detail },
    });
  }
}
