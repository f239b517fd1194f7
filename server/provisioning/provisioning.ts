import { raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  CatalogueItem,
  Entitlement,
  Login,
  SeatPack,
  Team,
  TeamMember,
  User,
  Workspace,
} from '../../db/entities/identity.ts';
import { WorkspaceFlag } from '../../db/entities/runs.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { STAGE_KINDS_FLAG } from '../../db/stage-kinds.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Quotas } from '../gate/quota.ts';
import { type ActivityActor, type ActivityName, recordActivity } from '../identity/activity.ts';
import { hashPassword } from '../identity/password-hash.ts';
import { KeyProvisioning } from './key-provisioning.ts';
import { People } from './people.ts';
import { noSuch, raise, teamOf, userOf } from './look-up.ts';
import { checkStageKinds, termOf } from './provisioning-input.ts';

/**
 * Provisioning by in-house systems (decisions 3): people, entitlements, teams and keys. Each change is recorded in the
 * workspace it concerns, as the operator's unless a person is named who made it.
 */
export class Provisioning {
  readonly keys: KeyProvisioning;
  readonly people: People;
  readonly #db: Database;

  /**
   * @param quotas what workspaces may hold where the operator set nothing else
   * @param keyDays after how many days a new key expires where nothing is said; never when omitted
   */
  constructor(db: Database, quotas: Quotas, keyDays?: number) {
    this.#db = db;
    this.keys = new KeyProvisioning(db, quotas, keyDays);
    this.people = new People(db);
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
      await em.flush();
      const done = { act: 'user.created', subject: user.id, detail: { name: user.name } } as const;
      await recordActivity(em, { workspaceId }, undefined, done);
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
      await userOf(em, input.user_id);
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
      await userOf(em, input.owner_user_id);
      em.create(Team, { id, ownerUserId: input.owner_user_id, name: input.name });
      const done = { act: 'team.created', subject: id, detail: { name: input.name } } as const;
      await recordActivity(em, { ownerId: input.owner_user_id }, undefined, done);
    });
    return { team_id: id };
  }

  /** Gives a user a seat; one who has a seat keeps it. */
  async addTeamMember(input: { team_id: string; user_id: string }) {
    await this.#change(async (em) => {
      const team = await teamOf(em, input.team_id);
      const user = await userOf(em, input.user_id);
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
      const team = await teamOf(em, input.team_id);
      const removed = await em.nativeDelete(TeamMember, { teamId: input.team_id, userId: input.user_id });
      if (removed === 0) throw new Fault('not_found', { message: 'That user has no seat in this team.' });
      await this.#noteMember(em, team, await userOf(em, input.user_id), 'team.member_removed');
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
      const team = await teamOf(em, input.team_id);
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
        const team = await teamOf(em, pack.teamId);
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

  /** Sets a flag of the workspace that a user owns; null removes it. */
  async setFlag(input: { user_id: string; flag: string; value: unknown }) {
    const workspace = await this.workspaceOf(input.user_id);
    await this.#db.fork(workspace).transactional(async (em) => {
      const { flag, value } = input;
      if (flag === STAGE_KINDS_FLAG && value !== null) checkStageKinds(value);
      if (value === null) await em.nativeDelete(WorkspaceFlag, { workspaceId: workspace, flag });
      else await em.upsert(WorkspaceFlag, { workspaceId: workspace, flag, value });
      const detail = { flag, to: typeof value === 'object' ? JSON.stringify(value) : String(value) };
      await recordActivity(em, { workspaceId: workspace }, undefined, { act: 'flag.set', detail });
    });
    return { user_id: input.user_id, flag: input.flag, value: input.value };
  }

  /** Whether agents change what people set by proposals only (decisions 25). */
  async protectsValues(workspaceId: string): Promise<boolean> {
    const workspace = await this.#db.forkAs(ROLES.operator).findOneOrFail(Workspace, { id: workspaceId });
    return workspace.protectHumanValues;
  }

  /** Sets that; every key's next call goes by it. */
  async setProtection(input: { workspace_id: string; protect_human_values: boolean; by?: ActivityActor }) {
    const { workspace_id: workspaceId, protect_human_values: on, by } = input;
    await this.#change(async (em) => {
      await em.nativeUpdate(Workspace, { id: workspaceId }, { protectHumanValues: on });
      await recordActivity(em, { workspaceId }, by, { act: 'protection.set', detail: { on } });
    });
    return { protect_human_values: on };
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

  async #catalogueItem(em: EntityManager, kind: string, slug: string) {
    if ((await em.findOne(CatalogueItem, { kind, slug })) !== null) return;
    const known = await em.find(CatalogueItem, { kind });
    throw invalidField('slug', `no ${kind} is called ${slug}; there are ${known.map((item) => item.slug).join(', ')}`);
  }
}

/** A person's password login, in the form sign-in reads. */
const passwordLogin = (userId: string, password: string) => ({
  id: newId('login'),
  userId,
  providerId: 'credential',
  accountId: userId,
  password,
});
