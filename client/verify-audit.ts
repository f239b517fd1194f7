import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Stands alone, so that an auditor can read and run it without the service: node verify-audit.ts audit-log.json

type Erasure = { id: string; commitment: string; texts_hash: string; erased_at: string };

type AuditCall = Record<string, unknown> & {
  call_id: string;
  seal: number | null;
  salt: string | null;
  erasures: Erasure[];
};

type Seal = Record<string, unknown> & {
  seq: number;
  /** What its rows' digests are over; absent in exports of the first format. */
  format?: number;
  count: number;
  last_at: string | null;
  pruned_before: string | null;
  calls_hash: string;
  erasures_hash: string;
  previous_hash: string;
  hash: string;
  /** Id and digest of every row, also of those the export leaves out; null where the export has none of them. */
  calls: [string, string][] | null;
  erasures: (Erasure & { call_id: string })[];
};

/** The audit log's export as JSON. */
export type AuditExport = {
  format: string;
  workspace_id: string;
  filters: Record<string, unknown>;
  calls: AuditCall[];
  seals: Seal[];
};

/** What an export proves. */
export type AuditReport = {
  ok: boolean;
  /** Rows that are as they were sealed; `erased`: those whose texts were erased since. */
  calls: number;
  erased: number;
  /** Rows that are not sealed yet: nothing proves them. */
  unsealed: number;
  seals: number;
  /** The end of the chain, to compare with what was noted elsewhere. */
  last_seal: number | null;
  last_hash: string | null;
  problems: string[];
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hashOf = (...parts: unknown[]) => sha256(JSON.stringify(parts));

function textsOf(call: AuditCall, format: number): string {
  const texts = [call['tool'], call['transport'], call['error_code'], call['run_ref']];
  if (format === 1) return JSON.stringify(texts);
  const hostIds = call['host_ids'] as Record<string, string> | null;
  const ids = hostIds === null ? null : Object.entries(hostIds).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([...texts, call['model'], ids, call['failed_fields']]);
}

function digestOf(workspaceId: string, call: AuditCall, commitment: string): string {
  const names = 'call_id at key_id user_id outcome duration_ms request_bytes response_bytes request_id count'.split(
    ' ',
  );
  return hashOf('audit-call/1', workspaceId, ...names.map((name) => call[name]), commitment);
}

function sealHashOf(workspaceId: string, seal: Seal): string {
  const names =
    'seq sealed_at count late after_id upto_id last_at pruned_before calls_hash erasures_hash previous_hash'.split(' ');
  return hashOf(`audit-seal/${seal.format ?? 1}`, workspaceId, ...names.map((name) => seal[name]));
}

/** Why a seal is not what it was made as, or does not follow the one before it. */
function* problemsOfSeal(workspaceId: string, seal: Seal, before: Seal | undefined): Generator<string> {
  const { seq, erasures } = seal;
  if (before !== undefined && (seq !== before.seq + 1 || seal.previous_hash !== before.hash)) {
    yield `Seal ${seq} does not follow from seal ${before.seq}.`;
  }
  if (seq === 1 && !/^0+$/.test(seal.previous_hash)) yield 'Seal 1 is not the first.';
  if (sealHashOf(workspaceId, seal) !== seal.hash) yield `Seal ${seq} was changed.`;
  const said = erasures.map(
    (each) => `${JSON.stringify([each.id, each.call_id, each.commitment, each.texts_hash, each.erased_at])}\n`,
  );
  if (sha256(said.join('')) !== seal.erasures_hash) yield `The erasures of seal ${seq} were changed.`;
  if (seal.calls === null) return;
  const listed = sha256(seal.calls.map(([id, digest]) => `${id} ${digest}\n`).join(''));
  if (listed !== seal.calls_hash || seal.calls.length !== seal.count) yield `The rows of seal ${seq} were changed.`;
}

/** Why a row is not what was sealed; undefined when it is. */
function problemOfCall(
  workspaceId: string,
  call: AuditCall,
  format: number,
  digest: string | undefined,
): string | undefined {
  const { call_id, seal, salt, erasures } = call;
  if (digest === undefined) return `${call_id}: seal ${seal} has no such row.`;
  const texts = textsOf(call, format);
  const last = erasures.at(-1);
  if (salt === null && last?.texts_hash !== hashOf('audit-texts/1', texts)) {
    return `${call_id}: its texts are not as an erasure left them.`;
  }
  const commitment = salt === null ? erasures[0]!.commitment : hashOf('audit-commitment/1', salt, texts);
  return digestOf(workspaceId, call, commitment) === digest ? undefined : `${call_id}: it was changed.`;
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The time in a call's id (a ULID), as ISO 8601. */
function timeOf(id: string): string {
  let time = 0;
  for (const digit of id.slice('call_'.length, 'call_'.length + 10))
    time = time * 32 + Math.max(0, DIGITS.indexOf(digit));
  return new Date(Math.min(time, 8.64e15)).toISOString();
}

/** Rows that were sealed and are not in an export that leaves none out, those apart that the retention may have deleted. */
function* missingCalls({ calls, seals, filters }: AuditExport): Generator<string> {
  if (Object.keys(filters).length > 0) return;
  const present = new Set(calls.map(({ call_id }) => call_id));
  const pruned = seals.reduce((latest, { pruned_before: at }) => ((at ?? '') > latest ? at! : latest), '');
  for (const seal of seals) {
    if (seal.calls === null && seal.count > 0 && (seal.last_at ?? '') >= pruned) {
      yield `The rows of seal ${seal.seq} are missing.`;
    }
    for (const [id] of seal.calls ?? []) {
      if (!present.has(id) && timeOf(id) >= pruned) yield `${id}: it was sealed and is missing.`;
    }
  }
}

/**
 * Verifies an export of the audit log. Without filters it also proves that no row of the sealed time is missing; with
 * them, only what the rows say. That the chain itself was not made anew is proved by a hash noted earlier.
 * @param noted a seal's number and hash, as the panel or `audit.verify` said it
 */
export function verifyAudit(exported: AuditExport, noted?: { seal: number; hash: string }): AuditReport {
  const { format, workspace_id: workspaceId, calls, seals } = exported;
  if (!/^audit-export\/[12]$/.test(format)) {
    throw new Error(`The format is ${JSON.stringify(format)}, not audit-export/1 or /2.`);
  }
  const problems = seals.flatMap((seal, index) => [...problemsOfSeal(workspaceId, seal, seals[index - 1])]);
  const sealed = new Map(
    seals.map(({ seq, format = 1, calls }) => [seq, { format, digests: new Map(calls) }] as const),
  );
  // What is not in a seal has no proof: only what came after the last one may be so.
  const sealedTo = calls.reduce(
    (newest, { seal, call_id }) => (seal !== null && call_id > newest ? call_id : newest),
    '',
  );
  const report = { calls: 0, erased: 0, unsealed: 0 };
  for (const call of calls) {
    if (call.seal === null) {
      report.unsealed += 1;
      if (call.call_id < sealedTo) problems.push(`${call.call_id}: it is in no seal, and later rows are.`);
      continue;
    }
    const { format = 1, digests } = sealed.get(call.seal) ?? {};
    const problem = problemOfCall(workspaceId, call, format, digests?.get(call.call_id));
    if (problem !== undefined) problems.push(problem);
    else report.calls += 1;
    if (problem === undefined && call.salt === null) report.erased += 1;
  }
  problems.push(...missingCalls(exported));
  const last = seals.at(-1);
  if (noted !== undefined && seals.find(({ seq }) => seq === noted.seal)?.hash !== noted.hash) {
    problems.push(`Seal ${noted.seal} does not have the hash that was noted.`);
  }
  return {
    ok: problems.length === 0,
    ...report,
    seals: seals.length,
    last_seal: last?.seq ?? null,
    last_hash: last?.hash ?? null,
    problems,
  };
}

function main([file, seal, hash]: string[]): void {
  if (file === undefined) {
    process.stderr.write('node verify-audit.ts <audit-log.json> [<seal> <hash noted earlier>]\n');
    process.exitCode = 2;
    return;
  }
  const noted = seal === undefined || hash === undefined ? undefined : { seal: Number(seal), hash };
  const report = verifyAudit(JSON.parse(readFileSync(file, 'utf8')) as AuditExport, noted);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (!report.ok) process.exitCode = 1;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2));
}
