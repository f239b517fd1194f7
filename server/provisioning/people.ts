import type { EntityManager } from '@mikro-orm/postgresql';
import { highestId, newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import {
  disableUser,
  enableUser,
  endSessionsOfUser,
  listUsers,
  revokeKeysOfUser,
  setPasswordOf,
} from '../../db/statements/people.ts';
import { removeSecondFactorOf } from '../../db/statements/second-factor.ts';
import { type ActivityName, recordActivity } from '../identity/activity.ts';
import { type OperatorActName, recordOperatorAct } from '../identity/operator-log.ts';
import { hashPassword } from '../identity/password-hash.ts';
import { IDLE_MINUTES } from '../identity/session-cookie.ts';
import { noSuch, userOf } from './look-up.ts';

type Request = { requestId: string };

/**
 * Letting people go, by the operator (decisions 21). Each change is recorded in the person's workspace and in the
 * operator's log, in its own transaction.
 */
export class People {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Users, newest first: all, or those who own a workspace or have a key in it. */
  async list(input: {
    workspace_id?: string | undefined;
    email?: string | undefined;
    limit: number;
    cursor?: string | undefined;
  }) {
    const { cursor, limit, workspace_id, email } = input;
    const rows = await this.#db.as(ROLES.operator, listUsers, [
      cursor ?? highestId('user'),
      limit + 1,
      workspace_id ?? null,
      email ?? null,
      IDLE_MINUTES,
    ]);
    const items = rows.slice(0, limit);
    return { items, next_cursor: rows.length > limit ? items.at(-1)!.user_id : null };
  }

  /**
   * Disables a user: sessions end at once, keys and applications' tokens are refused on their next call, and there is no
   * signing in. Their data and waiting drafts stay. With `revoke_keys` the keys stay revoked when the user is enabled.
   * @throws Fault not_found
   */
  async disable({ user_id, revoke_keys, requestId }: Request & { user_id: string; revoke_keys: boolean }) {
    return this.#change(async (em) => {
      const [disabled] = await execute(em, disableUser, [user_id]);
      if (disabled === undefined) throw noSuch('user');
      const revoked = revoke_keys ? (await execute(em, revokeKeysOfUser, [user_id])).length : 0;
      const detail = { sessions_ended: disabled.sessions_ended, keys_revoked: revoked };
      await this.#record(em, user_id, requestId, 'person.disabled', 'user.disabled', detail);
      return { user_id, disabled_at: disabled.disabled_at, ...detail };
    });
  }

  /** Enables a user again: keys that were not revoked work again, and they can sign in. @throws Fault not_found */
  async enable({ user_id, requestId }: Request & { user_id: string }) {
    return this.#change(async (em) => {
      // A session that began while the user was being disabled is not to live on.
      await execute(em, endSessionsOfUser, [user_id]);
      if ((await execute(em, enableUser, [user_id])).length === 0) throw noSuch('user');
      await this.#record(em, user_id, requestId, 'person.enabled', 'user.enabled', {});
      return { user_id, enabled: true as const };
    });
  }

  /** Sets a user's password and ends every session of theirs. @throws Fault not_found */
  async setPassword({ user_id, password, requestId }: Request & { user_id: string; password: string }) {
    const hash = await hashPassword(password);
    return this.#change(async (em) => {
      await userOf(em, user_id);
      await execute(em, setPasswordOf, [user_id, newId('login'), hash]);
      const sessions_ended = (await execute(em, endSessionsOfUser, [user_id])).length;
      await this.#record(em, user_id, requestId, 'password.set', 'user.password_set', { sessions_ended });
      return { user_id, sessions_ended };
    });
  }

  /** Ends every session of a user; their keys keep working. @throws Fault not_found */
  async endSessions({ user_id, requestId }: Request & { user_id: string }) {
    return this.#change(async (em) => {
      await userOf(em, user_id);
      const sessions_ended = (await execute(em, endSessionsOfUser, [user_id])).length;
      await this.#record(em, user_id, requestId, 'sessions.ended', 'user.sessions_ended', { sessions_ended });
      return { user_id, sessions_ended };
    });
  }

  /** Removes a user's second factor and its backup codes; the password alone signs in. @throws Fault not_found */
  async removeSecondFactor({ user_id, requestId }: Request & { user_id: string }) {
    return this.#change(async (em) => {
      await userOf(em, user_id);
      const removed = (await execute(em, removeSecondFactorOf, [user_id])).length > 0;
      if (removed)
        await this.#record(em, user_id, requestId, 'second_factor.removed', 'user.second_factor_removed', {});
      return { user_id, removed };
    });
  }

  #change<Result>(change: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return this.#db.forkAs(ROLES.operator).transactional(change);
  }

  async #record(
    em: EntityManager,
    userId: string,
    requestId: string,
    act: ActivityName,
    logged: OperatorActName,
    detail: Record<string, number>,
  ) {
    await recordActivity(em, { ownerId: userId }, undefined, { act, subject: userId, detail });
    await recordOperatorAct(em, { requestId }, { act: logged, subject: userId, detail });
  }
}
