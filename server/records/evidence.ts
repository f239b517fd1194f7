import type { Call } from '../gate/call.ts';
import { writeRecord } from './write-record.ts';
import { type Dimension, evidenceOf } from './meddpicc.ts';

export type EvidenceInput = { opp_id: string } & { [dimension in Dimension]?: string | undefined };

/** `set_meddpicc`: merges the dimensions that came; the others stay. @throws Fault not_found */
export async function setMeddpicc(call: Call, { opp_id, ...sent }: EvidenceInput) {
  const meddpicc = Object.fromEntries(Object.entries(sent).filter(([, words]) => words !== undefined));
  const { record, updated_at } = await writeRecord(call, 'opp', opp_id, { columns: {}, meddpicc, payload: {} });
  return {
    opp_id,
    account_id: record['account_id'] as string,
    ...evidenceOf(record['meddpicc'] as Record<string, string>),
    updated_at,
  };
}
