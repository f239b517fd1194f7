import { findOwnedTeams } from '../../db/statements/teams.ts';
import { ROLES } from '../../db/roles.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { notOwner } from '../teams/team.ts';

/** A person of the workspace, with the teams the call may read. */
export type Person = { id: string; name: string; email?: string; teams: string[] };

/** Members of the teams the calling account owns; of a team key, of its team. None when it owns no team. */
export async function membersOf({ principal }: Call, { db }: Services): Promise<Person[]> {
  const teams = await db.as(ROLES.teams, findOwnedTeams, [principal.user.id, principal.team?.id ?? null]);
  const people = new Map<string, Person>();
  for (const { name, members } of teams) {
    for (const member of members) {
      const known = people.get(member.user_id) ?? { id: member.user_id, name: member.name, teams: [] };
      known.teams.push(name);
      people.set(member.user_id, known);
    }
  }
  return [...people.values()];
}

const startsWord = (name: string, word: string) =>
  name
    .toLowerCase()
    .split(/[\s.@_-]+/)
    .some((part) => part.startsWith(word.toLowerCase()));

/** Whether each word begins a word of the name. */
export const isCalled = (name: string, words: readonly string[]) => words.every((word) => startsWord(name, word));

/** Members for the owner of their team, as every read of a team. @throws Fault not_team_owner */
export async function ownedMembers(call: Call, services: Services): Promise<Person[]> {
  const members = await membersOf(call, services);
  return members.length > 0 ? members : notOwner();
}

/**
 * Ids of the people that a text names: an id, an e-mail address of the calling account, words of a name, or `me`.
 * @throws Fault invalid_input with the people there are
 */
export async function idsOfPeople(call: Call, services: Services, path: string, text: string): Promise<string[]> {
  const { user } = call.principal;
  const wanted = text.toLowerCase();
  if (wanted === 'me' || wanted === user.id || wanted === user.email.toLowerCase()) return [user.id];
  const members = await membersOf(call, services);
  const people = [{ id: user.id, name: user.name, teams: [] }, ...members.filter(({ id }) => id !== user.id)];
  const exact = people.filter(({ id, name }) => id === text || name.toLowerCase() === wanted);
  const named = exact.length > 0 ? exact : people.filter(({ name }) => isCalled(name, text.split(/\s+/)));
  if (named.length > 0) return named.map(({ id }) => id);
  const known = people.slice(0, 10).map(({ id, name }) => `${name} (${id})`);
  throw invalidField(path, `nobody you may read is called that; the people are: ${known.join(', ')}`);
}
