import type { AuditedCall } from '../../db/statements/panel-audit.ts';
import * as statements from '../../db/statements/seals.ts';
import { chunksOf } from '../chunks.ts';
import type { Call } from '../gate/call.ts';
import { DIGEST_DIGITS, type Erasure, NO_SALT, partsOf, SALT_DIGITS } from './digests.ts';

/** Rows whose seals are looked for at a time. */
const ROWS_AT_ONCE = 500;

/** Seals that are read at a time, without and with their rows. */
const SEALS_AT_ONCE = 500;
const FULL_SEALS_AT_ONCE = 20;

const FORMAT = 'audit-export/2';

/** What a row carries to be verified: its seal, its salt, and instead of that what an erasure left. */
type Proof = { seal: number | null; salt: string | null; erasures: Omit<Erasure, 'call_id'>[] };

/** How far a workspace's audit log is sealed; null before the first seal. */
export async function sealState(call: Call) {
  const [chain] = await call.query(statements.findChain, [call.workspaceId]);
  if (chain === undefined || chain.hash === null) return { sealed_until: null, seal: null, hash: null };
  return { sealed_until: chain.sealed_until, seal: chain.seals, hash: chain.hash };
}

/** Rows with what verifies them. @param last the chain's last seal for this export */
async function withProofs(call: Call, rows: readonly AuditedCall[], last: number): Promise<(AuditedCall & Proof)[]> {
  const { workspaceId } = call;
  const ids = rows.map(({ call_id }) => call_id);
  const seals = (await call.query(statements.findSealsOf, [workspaceId, ids])).flatMap(({ seq }) =>
    seq > last ? [] : [seq],
  );
  const wanted = new Set(ids);
  const sealed = new Map<string, { seal: number; salt: string }>();
  for (const some of chunksOf(seals, FULL_SEALS_AT_ONCE)) {
    for (const { seq, call_ids, call_salts } of await call.query(statements.readSealRows, [workspaceId, some])) {
      const salts = partsOf(call_salts!, SALT_DIGITS);
      for (const [index, id] of call_ids!.entries()) {
        if (wanted.has(id)) sealed.set(id, { seal: seq, salt: salts[index]! });
      }
    }
  }
  const erasures = new Map<string, Proof['erasures']>();
  for (const { call_id, seal: _seal, ...erasure } of await call.query(statements.readErasures, [workspaceId, ids])) {
    erasures.set(call_id, [...(erasures.get(call_id) ?? []), erasure]);
  }
  return rows.map((row) => {
    const { seal = null, salt = null } = sealed.get(row.call_id) ?? {};
    return { ...row, seal, salt: salt === NO_SALT ? null : salt, erasures: erasures.get(row.call_id) ?? [] };
  });
}

/** The seals from one to another; of those in `full`, the digests of all rows too. */
async function* sealsBetween(call: Call, first: number, last: number, full: ReadonlySet<number>) {
  const { workspaceId } = call;
  let after = first - 1;
  for (;;) {
    const heads = await call.query(statements.readSealHeads, [workspaceId, after, SEALS_AT_ONCE]);
    const numbers = heads.map(({ seq }) => seq);
    const said = await call.query(statements.readErasuresOfSeals, [workspaceId, numbers]);
    for (const head of heads) {
      if (head.seq > last) return;
      after = head.seq;
      const erasures = said.filter(({ seal }) => seal === head.seq).map(({ seal: _seal, ...erasure }) => erasure);
      let calls: [string, string][] | null = null;
      if (full.has(head.seq)) {
        const [row] = await call.query(statements.readSeals, [workspaceId, head.seq - 1, 1]);
        const digests = partsOf(row?.call_digests ?? '', DIGEST_DIGITS);
        calls = row?.call_ids?.map((id, index) => [id, digests[index]!]) ?? null;
      }
      yield { ...head, calls, erasures };
    }
    if (heads.length < SEALS_AT_ONCE) return;
  }
}

/** Items of a JSON list, comma-separated, one a line. */
async function* listed(pieces: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const items of pieces) {
    if (items.length === 0) continue;
    yield separator + items.map((item) => JSON.stringify(item)).join(',\n');
    separator = ',\n';
  }
}

/**
 * Audit rows as a JSON document that a third party can verify offline (`client/verify-audit.ts`): the rows, newest first,
 * each with its seal and salt, then every seal from the oldest of those to the end of the chain.
 * @param narrowed the filters; rows that do not fit are in the document by their digests only
 */
export async function* auditDocument(
  call: Call,
  narrowed: Record<string, unknown>,
  pieces: AsyncIterable<AuditedCall[]>,
): AsyncGenerator<string> {
  // Rows that are sealed while this is read count as not sealed yet.
  const last = (await sealState(call)).seal ?? 0;
  const needed = new Set<number>();
  const proven = async function* () {
    for await (const rows of pieces) {
      for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
        const items = await withProofs(call, some, last);
        for (const { seal } of items) if (seal !== null) needed.add(seal);
        yield items;
      }
    }
  };
  const head = { format: FORMAT, workspace_id: call.workspaceId, made_at: new Date().toISOString(), filters: narrowed };
  yield `${JSON.stringify(head).slice(0, -1)},"calls":[`;
  yield* listed(proven());
  yield `],"seals":[`;
  const first = Math.min(...needed);
  if (needed.size > 0) {
    yield* listed(
      (async function* () {
        for await (const seal of sealsBetween(call, first, last, needed)) yield [seal];
      })(),
    );
  }
  yield `]}\n`;
}
