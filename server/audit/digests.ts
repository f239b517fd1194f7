import { createHash, hash } from 'node:crypto';
import type { AuditedCall } from '../../db/statements/panel-audit.ts';

/** A salt's and a digest's length in hexadecimal digits. */
export const SALT_DIGITS = 32;
export const DIGEST_DIGITS = 64;

/** What stands before the first seal. */
export const NO_HASH = '0'.repeat(DIGEST_DIGITS);

/** A salt that an erasure forgot. */
export const NO_SALT = '0'.repeat(SALT_DIGITS);

const sha256 = (text: string) => hash('sha256', text, 'hex');

const json = (...parts: unknown[]) => JSON.stringify(parts);

/** What new seals are over. Those made before, of the first format, leave out `model`, `host_ids` and `failed_fields`. */
export const FORMAT = 2;

/** What an erasure may change of a row. */
export type Texts = Pick<
  AuditedCall,
  'tool' | 'transport' | 'error_code' | 'run_ref' | 'model' | 'host_ids' | 'failed_fields'
>;

/** The texts of a row, which an erasure may change, as one. @param format of the row's seal */
export function textsOf(call: Texts, format: number): string {
  const { tool, transport, error_code, run_ref, model, host_ids, failed_fields } = call;
  if (format === 1) return json(tool, transport, error_code, run_ref);
  const ids = host_ids === null ? null : Object.entries(host_ids).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return json(tool, transport, error_code, run_ref, model, ids, failed_fields);
}

/** The hash of the texts as an erasure left them. */
export const textsHashOf = (texts: string): string => sha256(json('audit-texts/1', texts));

/** Fixes the texts of a row; who does not have the salt cannot guess them from it. */
export const commitmentOf = (salt: string, texts: string): string => sha256(json('audit-commitment/1', salt, texts));

/** Fixes a row: what it says and the commitment to its texts. */
export const digestOf = (workspaceId: string, call: AuditedCall, commitment: string): string =>
  sha256(
    json(
      'audit-call/1',
      workspaceId,
      call.call_id,
      call.at,
      call.key_id,
      call.user_id,
      call.outcome,
      call.duration_ms,
      call.request_bytes,
      call.response_bytes,
      call.request_id,
      call.count,
      commitment,
    ),
  );

/** Fixes rows in their order. */
export function callsHashOf(ids: readonly string[], digests: readonly string[]): string {
  const hash = createHash('sha256');
  for (const [index, id] of ids.entries()) hash.update(`${id} ${digests[index]!}\n`);
  return hash.digest('hex');
}

export type Erasure = { id: string; call_id: string; commitment: string; texts_hash: string; erased_at: string };

/** Fixes the erasures that a seal says, by their ids. */
export const erasuresHashOf = (erasures: readonly Erasure[]): string =>
  sha256(
    erasures
      .map((each) => `${json(each.id, each.call_id, each.commitment, each.texts_hash, each.erased_at)}\n`)
      .join(''),
  );

/** A seal's head: everything its hash is over. */
export type SealHead = {
  seq: number;
  format: number;
  sealed_at: string;
  count: number;
  late: boolean;
  after_id: string;
  upto_id: string;
  last_at: string | null;
  pruned_before: string | null;
  calls_hash: string;
  erasures_hash: string;
  previous_hash: string;
};

/** Fixes a seal and with it every one before. */
export const sealHashOf = (workspaceId: string, seal: SealHead): string =>
  sha256(
    json(
      `audit-seal/${seal.format}`,
      workspaceId,
      seal.seq,
      seal.sealed_at,
      seal.count,
      seal.late,
      seal.after_id,
      seal.upto_id,
      seal.last_at,
      seal.pruned_before,
      seal.calls_hash,
      seal.erasures_hash,
      seal.previous_hash,
    ),
  );

/** The hashes or salts of a column in order. */
export function partsOf(column: string, digits: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < column.length; at += digits) parts.push(column.slice(at, at + digits));
  return parts;
}
