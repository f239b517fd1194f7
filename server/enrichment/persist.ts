import {
  COLUMNS,
  type Enrichable,
  findEnrichments,
  keepEnrichments,
  lockForEnrichment,
  writeEnriched,
} from '../../db/statements/enrichment.ts';
import { notFound } from '../errors.ts';
import { factSentence } from '../facts/attributes.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { contactKey } from './identity.ts';
import type { Field } from './provider.ts';
import { isSetByPerson, type Touched } from '../records/peoples-values.ts';
import { labelOf } from '../records/record-name.ts';
import { proposeInstead } from '../records/value-proposals.ts';
import type { EnrichInput, Enrichment } from './contact-schema.ts';
import { type CacheEntry, enrich } from './waterfall.ts';

/** A finished look-up whose receipts are to be stored in the call's transaction. */
export type LookedUp = { enrichment: Enrichment; receipts: Record<string, unknown>[] };

type Persisted = {
  entity: Enrichable;
  id: string;
  written: Field[];
  kept: { field: Field; value: unknown; offered: string | number; provider: string }[];
};

const ENTITY_WORDS: Record<Enrichable, string> = {
  prospect: 'prospect',
  account: 'account',
  target_account: 'target account',
};

/** The name of each field on a record and in its facts. */
const ATTRIBUTE: Record<Field, string> = {
  email: 'email',
  phone: 'phone',
  title: 'title',
  seniority: 'seniority',
  company: 'company',
  linkedin: 'linkedin',
  employeeCount: 'employee_count',
  industry: 'industry',
};

/**
 * Calls the providers, before any transaction: one read for the cache and the record, then the waterfall.
 * @throws Fault not_found when the record to write to does not exist, before any request or charge
 */
export async function lookUp(
  call: Call,
  input: Pick<EnrichInput, 'contact' | 'wanted' | 'persist_entity' | 'persist_id'>,
  services: Services,
): Promise<LookedUp> {
  const key = contactKey(input.contact);
  const [found] = await call.query(findEnrichments, [
    call.workspaceId,
    key,
    input.persist_entity ?? null,
    input.persist_id ?? null,
  ]);
  if (input.persist_entity !== undefined && found!.found !== true) throw notFound(ENTITY_WORDS[input.persist_entity]);
  const receipts = new Map<string, Record<string, unknown>>();
  const enrichment = await enrich(
    { contact: input.contact, wanted: input.wanted },
    {
      ...services.enrichment,
      cache: {
        get: async (provider) => found!.entries[provider] as CacheEntry | undefined,
        set: async (provider, contact_key, entry) => {
          receipts.set(provider, {
            workspace_id: call.workspaceId,
            provider,
            contact_key,
            entry,
            expires_at: new Date(entry.expires_at).toISOString(),
          });
        },
      },
    },
  );
  return { enrichment, receipts: [...receipts.values()] };
}

/** Caches the providers' answers, so that a repeat within 30 days costs nothing. */
export async function storeReceipts(call: Call, { receipts }: LookedUp): Promise<void> {
  if (receipts.length > 0) await call.query(keepEnrichments, [JSON.stringify(receipts)]);
}

/**
 * A field is written when it is empty or was set by enrichment itself; a value from a person or an agent stays, and the
 * difference is listed (decisions 10). One that a person set in the panel, to nothing too, is also proposed to them.
 */
export async function persist(call: Call, entity: Enrichable, id: string, enrichment: Enrichment): Promise<Persisted> {
  const [locked] = await call.query(lockForEnrichment[entity], [call.workspaceId, id]);
  if (locked === undefined) throw notFound(ENTITY_WORDS[entity]);
  const payload = locked.record['payload'] as Record<string, unknown>;
  const accountId = entity === 'account' ? id : ((locked.record['account_id'] as string | null | undefined) ?? null);
  const columns: Record<string, unknown> = {};
  const merged: Record<string, unknown> = {};
  const persisted: Persisted = { entity, id, written: [], kept: [] };
  const touched: Touched[] = [];
  for (const [field, found] of Object.entries(enrichment.fields) as [
    Field,
    NonNullable<Enrichment['fields'][Field]>,
  ][]) {
    if (found.provider === 'known') continue;
    const attribute = field === 'company' && entity !== 'prospect' ? 'name' : ATTRIBUTE[field];
    // A head count given as a range does not fit the number column; it is kept beside it.
    const column = COLUMNS[entity].includes(attribute);
    const typed = column && !(field === 'employeeCount' && typeof found.value === 'string');
    const inColumn = (column ? locked.record[attribute] : null) ?? null;
    const present = inColumn ?? payload[attribute] ?? null;
    const path = typed ? [attribute] : ['payload', attribute];
    const isPersons =
      call.principal.protectsPeople &&
      [[attribute], ['payload', attribute]].some((place) => isSetByPerson(locked.record, place));
    const ours =
      !isPersons && present !== null && locked.enriched[attribute] === String(present) && (typed || inColumn === null);
    if (isPersons || (present !== null && !ours)) {
      if (String(present) !== String(found.value)) {
        if (isPersons) touched.push({ path, current: present, proposed: found.value });
        persisted.kept.push({ field, value: present, offered: found.value, provider: found.provider });
      }
      continue;
    }
    (typed ? columns : merged)[attribute] = found.value;
    persisted.written.push(field);
    call.recordFact({
      accountId,
      subjectType: entity,
      subjectId: id,
      attribute,
      value: String(found.value),
      sentence: factSentence(attribute, labelOf(entity, locked.record), String(found.value)),
      single: true,
      provider: found.provider,
      at: new Date(found.retrieved_at),
    });
  }
  if (persisted.written.length > 0) {
    await call.query(writeEnriched[entity], [
      call.workspaceId,
      id,
      JSON.stringify({ ...columns, payload: merged }),
      Object.keys(columns),
    ]);
  }
  await proposeInstead(call, [{ kind: entity, id, accountId, touched }]);
  return persisted;
}
