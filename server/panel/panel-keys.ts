import { firstIdAt, highestId, idType } from '../../db/ids.ts';
import {
  findKey,
  findKeyStanding,
  findLastUses,
  findTeamsOver,
  findUses,
  type KeyView,
  listKeys as listKeysStatement,
  nameKeys,
} from '../../db/statements/panel-keys.ts';
import { ROLES } from '../../db/roles.ts';
import { DAY_MS } from '../day.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { ALL_SCOPES, type OAuthScope, type Scope } from '../gate/scopes.ts';
import { type PersonAction, activityActorOf } from '../identity/person-call.ts';
import type { Session } from '../identity/session-cookie.ts';
import { DEFAULT_RATE_LIMIT, type KeyMode } from '../provisioning/key-provisioning.ts';
import type { Services } from '../services.ts';

/** Days without use after which a scope counts as unused. */
export const UNUSED_DAYS = 30;

export type ListKeysInput = { usable_only: boolean; oauth: boolean; limit: number; cursor?: string | undefined };

/** Keys of the person's workspace, newest first, each with when it was last used; never their secrets. */
export async function listKeys(call: Call, { db }: Services, input: ListKeysInput) {
  const { cursor, limit } = input;
  if (cursor !== undefined && idType(cursor) !== 'key') throw invalidField('cursor', 'is not a next_cursor');
  const rows = await db.as(ROLES.operator, listKeysStatement, [
    call.workspaceId,
    cursor ?? highestId('key'),
    limit + 1,
    input.usable_only,
    input.oauth,
  ]);
  const keys = rows.slice(0, limit);
  const uses = await call.query(findLastUses, [keys.map(({ key_id }) => key_id)]);
  const lastUse = new Map(uses.map(({ key_id, last_used_at }) => [key_id, last_used_at]));
  return {
    items: keys.map((key) => ({
      ...key,
      status: statusOf(key, call.now),
      last_used_at: lastUse.get(key.key_id) ?? null,
    })),
    next_cursor: rows.length > limit ? keys.at(-1)!.key_id : null,
  };
}

/** One key of the person's workspace. @throws Fault not_found */
export async function readKey(call: Call, { db }: Services, keyId: string) {
  const [key] = await db.as(ROLES.operator, findKey, [call.workspaceId, keyId]);
  if (key === undefined) throw noSuchKey();
  const [use] = await call.query(findLastUses, [[keyId]]);
  return { ...key, status: statusOf(key, call.now), last_used_at: use?.last_used_at ?? null };
}

function statusOf({ revoked_at, expires_at }: KeyView, now: Date): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'active';
}

/** Names of the workspace's keys, to show who recorded what, and which of them may approve drafts. */
export async function namesOfKeys(call: Call, { db }: Services) {
  return {
    items: await db.as(ROLES.operator, nameKeys, [call.workspaceId]),
  };
}

/**
 * Calls of a key by day, its tools, and the scopes it has that none of its calls needed within 30 days. For a key with
 * so many calls that fewer days can be counted, all of it covers those days.
 * @param scopesOf the scopes a tool needs of any key, and of an application's token
 * @throws Fault not_found
 */
export async function usageOfKey(
  call: Call,
  { db }: Services,
  { key_id, days }: { key_id: string; days: number },
  scopesOf: (tool: string) => readonly (OAuthScope | null | undefined)[],
) {
  const key = await keyRowOf(db, key_id);
  if (key?.workspace_id !== call.workspaceId) throw noSuchKey();
  const today = Math.floor(call.now.getTime() / DAY_MS) * DAY_MS;
  const span = Math.max(days, UNUSED_DAYS);
  const starts = Array.from({ length: span }, (_, n) => new Date(today - (span - 1 - n) * DAY_MS));
  const [found] = await db.as(ROLES.teams, findUses, [
    key_id,
    [...starts.map((start) => firstIdAt('call', start)), highestId('call')],
  ]);
  const { days: counted, last_used_at } = found!;
  const ofDay = new Map(counted.map(({ day, uses }) => [day, uses]));
  const uses = counted.flatMap((each) => each.uses);
  const sum = (of: readonly { calls: number }[]) => of.reduce((total, { calls }) => total + calls, 0);
  const tools = [...Map.groupBy(uses, ({ tool }) => tool)]
    .map(([tool, of]) => ({ tool, calls: sum(of) }))
    .sort((a, b) => b.calls - a.calls);
  const recent = counted.filter(({ day }) => day > span - UNUSED_DAYS).flatMap((each) => each.uses);
  const needed = new Set(recent.flatMap(({ tool }) => scopesOf(tool)));
  return {
    key_id,
    last_used_at,
    days: starts
      .map((start, index) => {
        const of = ofDay.get(index + 1) ?? [];
        const ended = (outcome: string) => sum(of.filter((use) => use.outcome === outcome));
        return {
          day: start.toISOString().slice(0, 10),
          ok: ended('ok') + ended('proposed'),
          error: ended('error'),
          denied: ended('denied'),
        };
      })
      .slice(-days),
    tools: tools.slice(0, 100),
    unused_scopes: (key.scopes as OAuthScope[]).filter((scope) => !needed.has(scope)),
    counted_days: counted.length,
  };
}

type KeyRow = {
  key_id: string;
  workspace_id: string;
  user_id: string;
  team_id: string | null;
  rate_limit: number | null;
  scopes: string[];
};

async function keyRowOf(db: Services['db'], keyId: string): Promise<KeyRow | undefined> {
  return (await db.as(ROLES.operator, findKeyStanding, [keyId]))[0];
}

const noSuchKey = () => new Fault('not_found', { message: 'There is no API key with that id.' });

export type CreateKeyInput = {
  name: string;
  scopes: Scope[] | 'all';
  may_approve: boolean;
  mode: KeyMode;
  rate_limit?: number | null | undefined;
  expires_at?: Date | null | undefined;
  allowed_ips?: readonly string[] | undefined;
  team_id?: string | undefined;
};

/**
 * Creates a key of the person's; its secret is answered here and never again.
 * @throws Fault not_team_owner when a person who owns no team sets a limit above the default, or none
 */
export function createKey({ provisioning }: Services, action: PersonAction, input: CreateKeyInput) {
  if (input.rate_limit !== undefined) checkLimit(action.session, input.rate_limit);
  return provisioning.keys.create({ ...input, user_id: action.session.user.id, by: activityActorOf(action) });
}

/** Only a team owner raises or clears a limit (decisions 4); anyone may lower their own. */
function checkLimit({ teams }: Session, limit: number | null): void {
  if (teams.length > 0 || (limit !== null && limit <= DEFAULT_RATE_LIMIT)) return;
  throw new Fault('not_team_owner', {
    message: `Only the owner of a team can give a key more than ${DEFAULT_RATE_LIMIT} calls a minute.`,
  });
}

/**
 * Sets a key's calls per minute: of the person's own keys, and of the members of the teams they own.
 * @throws Fault not_found, not_team_owner
 */
export async function setKeyLimit(
  { db, provisioning }: Services,
  action: PersonAction,
  input: { key_id: string; rate_limit: number | null },
) {
  const { session } = action;
  const key = await keyRowOf(db, input.key_id);
  const own = key?.workspace_id === session.workspace.id;
  if (key === undefined || (!own && !(await ownsTeamOf(db, session, key)))) throw noSuchKey();
  checkLimit(session, input.rate_limit);
  return provisioning.keys.setRateLimit({ ...input, by: activityActorOf(action) });
}

const ownsTeamOf = async (db: Services['db'], { user }: Session, key: KeyRow) =>
  key.team_id === null && (await db.as(ROLES.operator, findTeamsOver, [user.id, key.user_id])).length > 0;

/** Common uses of a key, and the scopes each needs. */
export const PRESETS: readonly { name: string; description: string; scopes: readonly Scope[] }[] = [
  { name: 'Everything', description: 'Reads and writes all sales data.', scopes: ALL_SCOPES },
  {
    name: 'Read only',
    description: 'Answers questions and briefs; changes no sales data.',
    scopes: ['account.read', 'brief.read'],
  },
  {
    name: 'Note taker',
    description: 'Captures calls and meetings, and reads the accounts they belong to.',
    scopes: ['capture.write', 'meeting.write', 'account.read'],
  },
  {
    name: 'Prospecting',
    description: 'Enriches, scores and writes prospects and accounts.',
    scopes: ['prospect.write', 'account.read'],
  },
  {
    name: 'Deal desk',
    description: 'Keeps plans and MEDDPICC evidence of deals.',
    scopes: ['meddpicc.write', 'plan.write', 'meeting.write', 'account.read', 'brief.read'],
  },
  { name: 'Control plane only', description: 'Runs, telemetry, brain state and drafts; no sales data.', scopes: [] },
];
