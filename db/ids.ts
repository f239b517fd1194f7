import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

/** The type prefix of every id (decisions 1). */
export const ID_PREFIXES = {
  account: 'acc',
  prospect: 'pro',
  target_account: 'tgt',
  opp: 'opp',
  contact: 'con',
  capture: 'cap',
  meeting: 'mtg',
  plan: 'plan',
  plan_entry: 'pen',
  signal: 'sig',
  score: 'sco',
  fact: 'fact',
  draft: 'dra',
  run: 'run',
  key: 'key',
  webhook: 'whk',
  event: 'evt',
  attempt: 'att',
  user: 'usr',
  team: 'team',
  workspace: 'ws',
  entitlement: 'ent',
  seat_pack: 'pack',
  call: 'call',
  act: 'act',
  brain: 'brn',
  integration: 'int',
  oauth_client: 'cli',
  authorization: 'aut',
  request: 'req',
  session: 'ses',
  login: 'log',
  verification: 'ver',
  review: 'rev',
  send: 'snd',
  reply: 'rpl',
  proposal: 'tip',
  import: 'imp',
  merge: 'mrg',
  value_proposal: 'vpr',
  erasure: 'era',
  undo: 'und',
  view: 'view',
  merger: 'mgd',
  duplicates: 'dup',
  changeset: 'chg',
  proposed_call: 'pcl',
} as const;

export type IdType = keyof typeof ID_PREFIXES;

const POOL = new Uint8Array(4_096);
let unused = 0;

/** A random fraction from a pool of secure bytes: asking the system for one byte at a time costs more than the id. */
function randomFraction(): number {
  if (unused === 0) {
    randomFillSync(POOL);
    unused = POOL.length;
  }
  unused -= 1;
  return POOL[unused]! / 256;
}

const nextUlid = monotonicFactory(randomFraction);

const makeId = (type: IdType) => `${ID_PREFIXES[type]}_${nextUlid().toLowerCase()}`;

/** Ids of what has no name before it is kept: facts are found in the order they were kept, and so are what calls leave behind. */
const NEVER_RESERVED: ReadonlySet<IdType> = new Set<IdType>(['fact', 'event', 'act', 'call']);

type Ids = { made: string[]; left: Map<string, string[]> };

const reserving = new AsyncLocalStorage<Ids>();

/** A new id: the type's prefix, `_`, and a lower-case ULID (time-ordered, 80 random bits). */
export function newId(type: IdType): string {
  const ids = reserving.getStore();
  if (ids === undefined || NEVER_RESERVED.has(type)) return makeId(type);
  const id = ids.left.get(ID_PREFIXES[type])?.shift() ?? makeId(type);
  ids.made.push(id);
  return id;
}

/**
 * Runs something again with the ids it made the first time, by type and in their order.
 * @param reserved those ids; none the first time
 * @returns its result, and the ids it made
 */
export async function withIds<Result>(
  reserved: readonly string[],
  run: () => Promise<Result>,
): Promise<{ result: Result; ids: string[] }> {
  const left = Map.groupBy(reserved, (id) => id.slice(0, id.indexOf('_')));
  const ids: Ids = { made: [], left };
  return { result: await reserving.run(ids, run), ids: ids.made };
}

/** Sorts before every id of the type that was made at that time or later, and after those made before. */
export function firstIdAt(type: IdType, time: Date): string {
  return `${ID_PREFIXES[type]}_${timeInIds(time)}`;
}

/** A time as ids hold it: the part of them that sorts by it. None was made before 1970, which is the first they can say. */
export const timeInIds = (time: Date) => encodeTime(Math.max(0, time.getTime())).toLowerCase();

/** The time that part of an id says. */
export const timeOfIds = (part: string) => new Date(decodeTime(`${part.toUpperCase()}${'0'.repeat(16)}`));

/** Sorts after every id of the type. */
export const highestId = (type: IdType) => `${ID_PREFIXES[type]}_${'z'.repeat(26)}`;

const BY_PREFIX = new Map<string, IdType>(
  Object.entries(ID_PREFIXES).map(([type, prefix]) => [prefix, type as IdType]),
);

/** 26 characters hold 130 bits; an id has 128 (ULID). */
const SHAPE = /^([a-z]{2,4})_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The type an id names, or undefined when it is not an id of ours. */
export function idType(id: string): IdType | undefined {
  const match = SHAPE.exec(id);
  return match === null ? undefined : BY_PREFIX.get(match[1]!);
}
