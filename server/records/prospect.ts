import type { Call } from '../gate/call.ts';
import { writeRecord } from './write-record.ts';

export type ProspectInput = {
  id?: string | undefined;
  name?: string | undefined;
  title?: string | undefined;
  email?: string | undefined;
  account_id?: string | undefined;
  notes?: string | undefined;
  fields?: Record<string, unknown> | undefined;
};

type Columns = { [column in 'name' | 'title' | 'email' | 'account_id' | 'notes']: string | null };

/** `update_prospect`: creates a prospect, or changes what came of the one named. @throws Fault not_found */
export async function updateProspect(call: Call, { id, fields = {}, ...columns }: ProspectInput) {
  const sent = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const written = await writeRecord(call, 'prospect', id, {
    columns: sent as Record<string, string>,
    meddpicc: {},
    payload: fields,
  });
  const { name, title, email, account_id, notes } = written.record as Columns;
  return {
    id: written.id,
    created: written.created,
    name,
    title,
    email,
    account_id,
    notes,
    fields: written.record['payload'] as Record<string, unknown>,
    created_at: written.created_at,
    updated_at: written.updated_at,
  };
}
