import { raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashPassword } from 'better-auth/crypto';
import {
  ApiKey,
  ApiKeySecret,
  CatalogueItem,
  Entitlement,
  Login,
  SeatPack,
  Team,
  TeamMember,
  User,
  Workspace,
  WorkspaceFlag,
} from '../../db/entities/index.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import { hashKey, keyPrefix, newKey } from '../gate/key-format.ts';
import { ALL_OAUTH_SCOPES, ALL_SCOPES, type OAuthScope, type Scope } from '../gate/scopes.ts';
import { type ActivityName, type ActivityActor, recordActivity } from '../identity/activity.ts';

/** The default calls a minute of a key (decisions 4). */
export const DEFAULT_RATE_LIMIT = 60;

/** The longest grace period of a rotated key's old secret, in hours (decisions 4). */
export const MAX_GRACE_HOURS = 24;

/** A key, of any workspace or of the one named. */
type OneKey = { key_id: string; workspace_id?: string | undefined; by?: ActivityActor };

/**
 * Provisioning by in-house systems (decisions 3): people, entitlements, teams and keys. Each change is recorded in the
 * workspace it concerns, as the operator's unless a person is named who made it.
 */
export class Provisioning {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Creates a user and the workspace every user owns. @throws Fault invalid_input when the e-mail is taken */
  async createUser(input: { email: string; name: string; password?: string | undefined }) {
    const user = { id: newId('user'), email: input.email.toLowerCase(), name: input.name };
    const workspaceId = newId('workspace');
    const password = input.password === undefined ? undefined : await hashPassword(input.password);
    await this.#change(async (em) => {
      em.create(User, user);
      await em.flush();
      if (password !== undefined) em.create(Login, passwordLogin(user.id, password));
      em.create(Workspace, { id: workspaceId, ownerUserId: user.id, name: `${input.name}'s workspace` });
    }).catch((error: unknown) => {
      if (error instanceof UniqueConstraintViolationException) {
        throw invalidField('email', 'A user with this e-mail address exists already.');
      }
      throw error;
    });
    return { user_id: user.id, workspace_id: workspaceId };
  }

  /** Creates a user, or sets the password of the one with this e-mail address: for an interrupted first start. */
  async ensureUser(input: { email: string; name: string; password: string }) {
    const password = await hashPassword(input.password);
    const userId = await this.#change(async (em) => {
      const found = await em.findOne(User, { email: input.email.toLowerCase() });
      if (found === null) return undefined;
      const login = await em.findOne(Login, { userId: found.id, providerId: 'credential' });
      if (login === null) em.create(Login, passwordLogin(found.id, password));
      else login.password = password;
      return found.id;
    });
    if (userId === undefined) return this.createUser(input);
    return { user_id: userId, workspace_id: await this.workspaceOf(userId) };
  }

  /** Grants a plugin, bundle, suite or membership from `starts_at` (default now) until `ends_at` (default never). */
  async grantEntitlement(input: {
    user_id: string;
    kind: string;
    slug: string;
    starts_at?: Date | undefined;
    ends_at?: Date | undefined;
  }) {
    const id = newId('entitlement');
    await this.#change(async (em) => {
      await this.#user(em, input.user_id);
      await this.#catalogueItem(em, input.kind, input.slug);
      em.create(Entitlement, {
        id,
        userId: input.user_id,
        kind: input.kind,
        slug: input.slug,
        ...termOf(input),
      });
      const detail = { kind: input.kind, slug: input.slug };
      await recordActivity(em, { ownerId: input.user_id }, undefined, {
        act: 'entitlement.granted',
        subject: id,
        detail,
      });
    });
    return { entitlement_id: id };
  }

  /** Ends a grant now; revoking a revoked one changes nothing. */
  async revokeEntitlement(input: { entitlement_id: string }) {
    await this.#change(async (em) => {
      const found = await em.findOne(Entitlement, { id: input.entitlement_id });
      if (found === null) throw noSuch('entitlement');
      if (found.revokedAt) return;
      found.revokedAt = new Date();
      const done = {
        act: 'entitlement.revoked',
        subject: found.id,
        detail: { kind: found.kind, slug: found.slug },
      } as const;
      await recordActivity(em, { ownerId: found.userId }, undefined, done);
    });
    return { entitlement_id: input.entitlement_id, revoked: true };
  }

  async createTeam(input: { owner_user_id: string; name: string }) {
    const id = newId('team');
    await this.#change(async (em) => {
      await this.#user(em, input.owner_user_id);
      em.create(Team, { id, ownerUserId: input.owner_user_id, name: input.name });
      const done = { act: 'team.created', subject: id, detail: { name: input.name } } as const;
      await recordActivity(em, { ownerId: input.owner_user_id }, undefined, done);
    });
    return { team_id: id };
  }

  /** Gives a user a seat; one who has a seat keeps it. */
  async addTeamMember(input: { team_id: string; user_id: string }) {
    await this.#change(async (em) => {
      const team = await this.#team(em, input.team_id);
      const user = await this.#user(em, input.user_id);
      if ((await em.count(TeamMember, { teamId: team.id, userId: user.id })) > 0) return;
      await em.upsert(
        TeamMember,
        { teamId: input.team_id, userId: input.user_id, joinedAt: new Date() },
        { onConflictAction: 'ignore' },
      );
      await this.#noteMember(em, team, user, 'team.member_added');
    });
    return { team_id: input.team_id, user_id: input.user_id };
  }

  /** Removes a user's seat; its plugins are unlicensed on the next call. */
  async removeTeamMember(input: { team_id: string; user_id: string }) {
    await this.#change(async (em) => {
      const team = await this.#team(em, input.team_id);
      const removed = await em.nativeDelete(TeamMember, { teamId: input.team_id, userId: input.user_id });
      if (removed === 0) throw new Fault('not_found', { message: 'That user has no seat in this team.' });
      await this.#noteMember(em, team, await this.#user(em, input.user_id), 'team.member_removed');
    });
    return { team_id: input.team_id, user_id: input.user_id, removed: true };
  }

  /** Licenses a plugin for the team's first `seats` members, and for the team's keys. */
  async addSeatPack(input: {
    team_id: string;
    plugin: string;
    seats: number;
    starts_at?: Date | undefined;
    ends_at?: Date | undefined;
  }) {
    const id = newId('seat_pack');
    await this.#change(async (em) => {
      const team = await this.#team(em, input.team_id);
      await this.#catalogueItem(em, 'plugin', input.plugin);
      em.create(SeatPack, {
        id,
        teamId: input.team_id,
        plugin: input.plugin,
        seats: input.seats,
        ...termOf(input),
      });
      const detail = { team: team.name, plugin: input.plugin, seats: input.seats };
      await recordActivity(em, { ownerId: team.ownerUserId }, undefined, {
        act: 'seats.added',
        subject: team.id,
        detail,
      });
    });
    return { seat_pack_id: id };
  }

  /** Ends a seat pack now; ending one that has ended changes nothing. */
  async revokeSeatPack(input: { seat_pack_id: string }) {
    await this.#change(async (em) => {
      const pack = (await em.findOne(SeatPack, { id: input.seat_pack_id })) ?? raise(noSuch('seat pack'));
      if (!pack.endsAt || pack.endsAt > new Date()) {
        await em.nativeUpdate(SeatPack, { id: pack.id }, { endsAt: raw('now()') });
        const team = await this.#team(em, pack.teamId);
        const detail = { team: team.name, plugin: pack.plugin, seats: pack.seats };
        await recordActivity(em, { ownerId: team.ownerUserId }, undefined, {
          act: 'seats.revoked',
          subject: team.id,
          detail,
        });
      }
    });
    return { seat_pack_id: input.seat_pack_id, revoked: true };
  }

  /**
   * Creates a key and returns its secret, which is never shown again. A team key writes into the owner's workspace, and
   * only a team's owner can have one (decisions 3).
   */
  async createKey(input: {
    user_id: string;
    team_id?: string | undefined;
    name: string;
    scopes: Scope[] | 'all';
    may_approve?: boolean | undefined;
    rate_limit?: number | null | undefined;
    expires_at?: Date | undefined;
    by?: ActivityActor;
  }) {
    if (input.expires_at !== undefined && input.expires_at <= new Date()) {
      throw invalidField('expires_at', 'must be in the future');
    }
    const id = newId('key');
    const key = newKey();
    await this.#change(async (em) => {
      await this.#user(em, input.user_id);
      const workspace = await em.findOneOrFail(Workspace, { ownerUserId: input.user_id });
      if (input.team_id !== undefined) {
        const team = await this.#team(em, input.team_id);
        if (team.ownerUserId !== input.user_id)
          throw new Fault('not_team_owner', { message: 'Only the account that owns a team can have a team key.' });
      }
      em.create(ApiKey, {
        id,
        workspaceId: workspace.id,
        userId: input.user_id,
        teamId: input.team_id ?? null,
        name: input.name,
        prefix: keyPrefix(key),
        scopes: input.scopes === 'all' ? ALL_SCOPES : [...new Set(input.scopes)],
        mayApprove: input.may_approve === true,
        rateLimit: input.rate_limit === undefined ? DEFAULT_RATE_LIMIT : input.rate_limit,
        expiresAt: input.expires_at ?? null,
      });
      await em.flush();
      em.create(ApiKeySecret, { hash: hashKey(key), keyId: id });
      const detail = {
        name: input.name,
        prefix: keyPrefix(key),
        ...(input.may_approve === true ? { may_approve: true } : {}),
      };
      await recordActivity(em, { workspaceId: workspace.id }, input.by, { act: 'key.created', subject: id, detail });
    });
    return { key_id: id, key, prefix: keyPrefix(key) };
  }

  /** Revokes a key: refused from its next call on; revoking a revoked key changes nothing. */
  async revokeKey(input: OneKey) {
    await this.#change(async (em) => {
      const key = await this.#key(em, input);
      if (key.revokedAt) return;
      key.revokedAt = new Date();
      await this.#noteKey(em, key, input.by, key.oauthClientId ? 'app.revoked' : 'key.revoked');
    });
    return { key_id: input.key_id, revoked: true };
  }

  /** Gives a key a new secret; the old one works for `grace_hours` more (0 to 24). */
  async rotateKey(input: OneKey & { grace_hours: number }) {
    const secret = newKey();
    await this.#change(async (em) => {
      const key = await this.#key(em, input);
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
      await this.#noteKey(em, key, input.by, 'key.rotated', { prefix: key.prefix, grace_hours: input.grace_hours });
    });
    return { key_id: input.key_id, key: secret, prefix: keyPrefix(secret) };
  }

  /** Sets calls per minute; null clears the limit. */
  async setRateLimit({ rate_limit, ...key }: OneKey & { rate_limit: number | null }) {
    await this.#change(async (em) => {
      const found = await this.#key(em, key);
      const detail = { from: found.rateLimit ?? null, to: rate_limit };
      found.rateLimit = rate_limit;
      await this.#noteKey(em, found, key.by, 'key.limit_set', detail);
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
      const key = await this.#key(em, input);
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
      await this.#noteKey(em, key, input.by, 'key.scopes_set', detail);
    });
    return { key_id: input.key_id, scopes };
  }

  /**
   * Grants or revokes a key's right to approve and schedule drafts, from its next call on.
   * @throws Fault not_found, invalid_transition for an application's token, which never has it
   */
  async setMayApprove(input: OneKey & { may_approve: boolean }) {
    await this.#change(async (em) => {
      const key = await this.#key(em, input);
      if (key.oauthClientId) {
        throw new Fault('invalid_transition', {
          message: 'An application may never approve drafts: a person decides.',
          hint: 'Only an API key of a person’s own can be given this right.',
        });
      }
      if (key.mayApprove === input.may_approve) return;
      key.mayApprove = input.may_approve;
      await this.#noteKey(em, key, input.by, 'key.approval_set', { may_approve: input.may_approve });
    });
    return { key_id: input.key_id, may_approve: input.may_approve };
  }

  async renameKey(input: OneKey & { name: string }) {
    await this.#change(async (em) => {
      const key = await this.#key(em, input);
      const detail = { from: key.name };
      key.name = input.name;
      await this.#noteKey(em, key, input.by, 'key.renamed', detail);
    });
    return { key_id: input.key_id, name: input.name };
  }

  /** Sets a flag of the workspace that a user owns; null removes it. */
  async setFlag(input: { user_id: string; flag: string; value: unknown }) {
    const workspace = await this.workspaceOf(input.user_id);
    await this.#db.fork(workspace).transactional(async (em) => {
      const { flag, value } = input;
      if (value === null) await em.nativeDelete(WorkspaceFlag, { workspaceId: workspace, flag });
      else await em.upsert(WorkspaceFlag, { workspaceId: workspace, flag, value });
      const detail = { flag, to: typeof value === 'object' ? JSON.stringify(value) : String(value) };
      await recordActivity(em, { workspaceId: workspace }, undefined, { act: 'flag.set', detail });
    });
    return { user_id: input.user_id, flag: input.flag, value: input.value };
  }

  /** The workspace a user owns. @throws Fault not_found */
  async workspaceOf(userId: string): Promise<string> {
    const em = this.#db.forkAs(ROLES.operator);
    const workspace = await em.findOne(Workspace, { ownerUserId: userId });
    if (workspace === null) throw noSuch('user');
    return workspace.id;
  }

  #change<Result>(change: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return this.#db.forkAs(ROLES.operator).transactional(change);
  }

  #noteKey(
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

  /** In the owner's workspace, and in the member's. */
  async #noteMember(
    em: EntityManager,
    team: { id: string; name: string; ownerUserId: string },
    member: { id: string; name: string },
    act: ActivityName,
  ) {
    for (const ownerId of new Set([team.ownerUserId, member.id])) {
      await recordActivity(em, { ownerId }, undefined, {
        act,
        subject: team.id,
        detail: { team: team.name, member: member.name },
      });
    }
  }

  async #user(em: EntityManager, id: string) {
    return (await em.findOne(User, { id })) ?? raise(noSuch('user'));
  }

  async #team(em: EntityManager, id: string) {
    return (await em.findOne(Team, { id })) ?? raise(noSuch('team'));
  }

  async #key(em: EntityManager, { key_id: id, workspace_id: workspaceId }: OneKey) {
    const where = workspaceId === undefined ? { id } : { id, workspaceId };
    return (await em.findOne(ApiKey, where)) ?? raise(noSuch('API key'));
  }

  async #catalogueItem(em: EntityManager, kind: string, slug: string) {
    if ((await em.findOne(CatalogueItem, { kind, slug })) !== null) return;
    const known = await em.find(CatalogueItem, { kind });
    throw invalidField('slug', `no ${kind} is called ${slug}; there are ${known.map((item) => item.slug).join(', ')}`);
  }
}

const noSuch = (what: string) => new Fault('not_found', { message: `There is no ${what} with that id.` });

/**
 * The term of a grant. One without a beginning begins by the database's clock, which also evaluates it.
 * @throws Fault invalid_input when it ends before it begins
 */
function termOf({ starts_at, ends_at }: { starts_at?: Date | undefined; ends_at?: Date | undefined }) {
  if (ends_at !== undefined && ends_at <= (starts_at ?? new Date())) {
    throw invalidField('ends_at', starts_at === undefined ? 'must be in the future' : 'must be later than starts_at');
  }
  return { ...(starts_at === undefined ? {} : { startsAt: starts_at }), endsAt: ends_at ?? null };
}

function raise(fault: Fault): never {
  throw fault;
}

/** A person's password login, in the form sign-in reads. */
const passwordLogin = (userId: string, password: string) => ({
  id: newId('login'),
  userId,
  providerId: 'credential',
  accountId: userId,
  password,
});
