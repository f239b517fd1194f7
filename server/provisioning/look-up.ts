import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiKey, Team, User } from '../../db/entities/identity.ts';
import { Fault } from '../errors.ts';

export const noSuch = (what: string) => new Fault('not_found', { message: `There is no ${what} with that id.` });

export function raise(fault: Fault): never {
  throw fault;
}

/** @throws Fault not_found */
export async function userOf(em: EntityManager, id: string) {
  return (await em.findOne(User, { id })) ?? raise(noSuch('user'));
}

/** @throws Fault not_found */
export async function teamOf(em: EntityManager, id: string) {
  return (await em.findOne(Team, { id })) ?? raise(noSuch('team'));
}

/** A key, of any workspace or of the one named. */
export type OneKey = { key_id: string; workspace_id?: string | undefined };

/** @throws Fault not_found */
export async function keyOf(em: EntityManager, { key_id: id, workspace_id: workspaceId }: OneKey) {
  const where = workspaceId === undefined ? { id } : { id, workspaceId };
  return (await em.findOne(ApiKey, where)) ?? raise(noSuch('API key'));
}
