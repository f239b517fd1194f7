import { decodeTime } from 'ulid';
import { ID_PREFIXES, idType } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import * as statements from '../../db/statements/seals.ts';
import type { SealedCall, SealRow } from '../../db/statements/seals.ts';
import {
  callsHashOf,
  commitmentOf,
  DIGEST_DIGITS,
  digestOf,
  type Erasure,
  erasuresHashOf,
  NO_HASH,
  NO_SALT,
  partsOf,
  SALT_DIGITS,
  sealHashOf,
  textsHashOf,
  textsOf,
} from './digests.ts';
import { LATE_MS } from './seal.ts';

/** Seals that are read at a time. */
const SEALS_AT_ONCE = 10;

/** Broken places that are told; what follows from them is not. */
const MOST_TOLD = 20;

/** A place where the log is not what was sealed. */
export type Broken = {
  kind: 'row_changed' | 'row_missing' | 'row_inserted' | 'seal_changed' | 'seal_missing';
  seal: number;
  call_id: string | null;
  says: string;
};

/** What a look through a workspace's chain found. */
export type Verified = {
  ok: boolean;
  seals: number;
  /** Rows that are as they were sealed. */
  calls: number;
  /** Rows among them whose texts an erasure changed. */
  erased: number;
  /** Sealed rows that the retention deleted, and before what time it did. */
  pruned: number;
  pruned_before: string | null;
  /** Rows that were written late and wait for their seal. */
  waiting: number;
  sealed_until: string | null;
  /** The end of the chain: kept elsewhere, it proves that the chain was not made anew. */
  last_hash: string | null;
  /** In the order of the chain, the first first. */
  broken: Broken[];
};

const PREFIX = ID_PREFIXES.call.length + 1;

/** The time in a call's id; undefined for what is none. */
const timeOf = (id: string) => (idType(id) === 'call' ? decodeTime(id.slice(PREFIX).toUpperCase()) : undefined);

/** Looks through one chain from its beginning, seal by seal. */
class Look {
  readonly found: Verified;
  readonly #workspaceId: string;
  readonly #prunedBefore: number;
  readonly #now: number;
  /** Rows in a sealed stretch that no seal so far has: a late seal may. */
  readonly #unsealed = new Map<string, { seal: SealRow; call: SealedCall }>();
  #before = { seq: 0, hash: NO_HASH, upto: '' };

  constructor(workspaceId: string, prunedBefore: string | null, now: Date) {
    this.#workspaceId = workspaceId;
    this.#prunedBefore = prunedBefore === null ? 0 : Date.parse(prunedBefore);
    this.#now = now.getTime();
    this.found = {
      ok: true,
      seals: 0,
      calls: 0,
      erased: 0,
      pruned: 0,
      pruned_before: prunedBefore,
      waiting: 0,
      sealed_until: null,
      last_hash: null,
      broken: [],
    };
  }

  get goesOn(): boolean {
    return this.found.broken.length < MOST_TOLD;
  }

  #tell(kind: Broken['kind'], seal: number, callId: string | null, says: string): void {
    this.found.broken.push({ kind, seal, call_id: callId, says });
  }

  /** Whether a seal follows the one before and is as it was made. */
  #head(seal: SealRow, erasures: readonly Erasure[]): void {
    const { seq } = seal;
    if (seq !== this.#before.seq + 1) {
      this.#tell('seal_missing', this.#before.seq + 1, null, `Seal ${seq} follows seal ${this.#before.seq}.`);
    } else if (seal.previous_hash !== this.#before.hash || seal.after_id !== this.#before.upto) {
      this.#tell('seal_changed', seq, null, 'It does not follow from the seal before.');
    }
    if (sealHashOf(this.#workspaceId, seal) !== seal.hash) {
      this.#tell('seal_changed', seq, null, 'Its hash is not that of what it says.');
    }
    if (erasuresHashOf(erasures) !== seal.erasures_hash) {
      this.#tell('seal_changed', seq, null, 'The erasures it says are not those it was made with.');
    }
    this.#before = { seq, hash: seal.hash, upto: seal.upto_id };
  }

  /** Whether a row is as it was sealed. */
  #row(
    { seq, format }: SealRow,
    call: SealedCall,
    sealed: { digest: string; salt: string },
    erasures: readonly Erasure[],
  ): void {
    const texts = textsOf(call, format);
    const isErased = sealed.salt === NO_SALT;
    const last = erasures.at(-1);
    if (isErased && last?.texts_hash !== textsHashOf(texts)) {
      this.#tell('row_changed', seq, call.call_id, 'Its texts are not as an erasure left them.');
      return;
    }
    const commitment = isErased ? erasures[0]!.commitment : commitmentOf(sealed.salt, texts);
    if (digestOf(this.#workspaceId, call, commitment) !== sealed.digest) {
      this.#tell('row_changed', seq, call.call_id, 'It is not as it was sealed.');
      return;
    }
    this.found.calls += 1;
    if (isErased) this.found.erased += 1;
  }

  #missing(seal: SealRow, id: string): void {
    const time = timeOf(id) ?? Date.parse(seal.last_at!);
    if (time < this.#prunedBefore) this.found.pruned += 1;
    else this.#tell('row_missing', seal.seq, id, 'It was sealed and is not there.');
  }

  /**
   * One seal and its rows.
   * @param calls the rows of its stretch, and those it has from elsewhere
   * @param said the erasures it says
   * @param erasures of its rows, by call
   */
  seal(
    seal: SealRow,
    calls: readonly SealedCall[],
    said: readonly Erasure[],
    erasures: ReadonlyMap<string, readonly Erasure[]>,
  ): void {
    this.#head(seal, said);
    this.found.seals += 1;
    this.found.sealed_until = [this.found.sealed_until ?? '', seal.last_at ?? ''].toSorted().at(-1) || null;
    this.found.last_hash = seal.hash;
    if (seal.call_ids === null) {
      this.found.pruned += seal.count;
      if (seal.last_at !== null && Date.parse(seal.last_at) >= this.#prunedBefore) {
        this.#tell('seal_changed', seal.seq, null, 'Its rows are gone before their time.');
      }
      return;
    }
    const digests = partsOf(seal.call_digests!, DIGEST_DIGITS);
    const salts = partsOf(seal.call_salts!, SALT_DIGITS);
    if (seal.call_ids.length !== seal.count || callsHashOf(seal.call_ids, digests) !== seal.calls_hash) {
      this.#tell('seal_changed', seal.seq, null, 'Its rows are not those it was made with.');
      return;
    }
    if (seal.first_id !== (seal.call_ids[0] ?? null) || seal.last_id !== (seal.call_ids.at(-1) ?? null)) {
      this.#tell('seal_changed', seal.seq, null, 'Its rows are not found by the ids they begin and end with.');
    }
    const present = new Map(calls.map((call) => [call.call_id, call]));
    for (const [index, id] of seal.call_ids.entries()) {
      const call = present.get(id);
      if (call === undefined) this.#missing(seal, id);
      else this.#row(seal, call, { digest: digests[index]!, salt: salts[index]! }, erasures.get(id) ?? []);
      present.delete(id);
      this.#unsealed.delete(id);
    }
    for (const call of present.values()) this.#unsealed.set(call.call_id, { seal, call });
  }

  /** What is left over at the end of the chain. */
  end(head: { seals: number; hash: string | null } | undefined): Verified {
    const { found } = this;
    if (
      this.goesOn &&
      head !== undefined &&
      (head.seals !== this.#before.seq || (head.hash ?? NO_HASH) !== this.#before.hash)
    ) {
      this.#tell(
        'seal_missing',
        this.#before.seq + 1,
        null,
        `The chain's end is seal ${head.seals}, which is not there.`,
      );
    }
    for (const { seal, call } of this.#unsealed.values()) {
      if (this.#now - Date.parse(seal.sealed_at) < LATE_MS) found.waiting += 1;
      else if (this.goesOn) {
        const says = 'It is in no seal: inserted, or written over 15 minutes late.';
        this.#tell('row_inserted', seal.seq, call.call_id, says);
      }
    }
    found.broken.sort((a, b) => a.seal - b.seal);
    found.ok = found.broken.length === 0;
    return found;
  }
}

function byCall(erasures: readonly Erasure[]): Map<string, Erasure[]> {
  const grouped = new Map<string, Erasure[]>();
  for (const each of erasures) grouped.set(each.call_id, [...(grouped.get(each.call_id) ?? []), each]);
  return grouped;
}

/** Whether a workspace's sealed audit rows are all there, unchanged, and no others between them. */
export async function verifyWorkspace(db: Database, workspaceId: string, now = new Date()): Promise<Verified> {
  const read = db.read.bind(db);
  const [head] = await read(workspaceId, statements.findChain, [workspaceId]);
  const look = new Look(workspaceId, head?.pruned_before ?? null, now);
  let after = 0;
  for (let goesOn = true; goesOn && look.goesOn;) {
    const seals = await read(workspaceId, statements.readSeals, [workspaceId, after, SEALS_AT_ONCE]);
    const numbers = seals.map(({ seq }) => seq);
    const said = await read(workspaceId, statements.readErasuresOfSeals, [workspaceId, numbers]);
    for (const seal of seals) {
      const ids = seal.call_ids ?? [];
      const calls = await read(workspaceId, statements.readSealedCalls, [
        workspaceId,
        seal.after_id,
        seal.upto_id,
        seal.late ? ids : [],
      ]);
      const isErased = seal.call_salts?.includes(NO_SALT) === true;
      const erasures = isErased ? await read(workspaceId, statements.readErasures, [workspaceId, ids]) : [];
      look.seal(
        seal,
        calls,
        said.filter((each) => each.seal === seal.seq),
        byCall(erasures),
      );
      after = seal.seq;
      if (!look.goesOn) break;
    }
    goesOn = seals.length === SEALS_AT_ONCE;
  }
  // What was sealed while this looked is the next look's.
  const isEnd = head === undefined || after <= head.seals;
  return look.end(isEnd ? head : undefined);
}

/** How long one answer looks through workspaces at most, in milliseconds. */
const ANSWER_MS = 20_000;

/** Verifies one workspace, or all of them in several answers. `ok` is about those of this answer. */
export async function verifyAudit(
  db: Database,
  { workspace_id, cursor }: { workspace_id?: string | undefined; cursor?: string | undefined },
) {
  const until = performance.now() + ANSWER_MS;
  const asked =
    workspace_id === undefined
      ? (await db.as(ROLES.maintenance, statements.listChains, [cursor ?? ''])).map((chain) => chain.workspace_id)
      : [workspace_id];
  const workspaces: (Verified & { workspace_id: string })[] = [];
  for (const each of asked) {
    if (workspaces.length > 0 && performance.now() > until) break;
    workspaces.push({ workspace_id: each, ...(await verifyWorkspace(db, each)) });
  }
  const isMore = workspaces.length < asked.length;
  return {
    ok: workspaces.every(({ ok }) => ok),
    workspaces,
    next_cursor: isMore ? workspaces.at(-1)!.workspace_id : null,
  };
}
