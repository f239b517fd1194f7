import { performance } from 'node:perf_hooks';
import { DAY_MS } from '../day.ts';
import type { Breaker } from '../http/breaker.ts';
import { contactKey, identify, type Identity, linkedinAddress } from './identity.ts';
import type { MailDomainCheck, RefusalReason } from './mx.ts';
import {
  type Contact,
  type Fact,
  type Facts,
  type FailureReason,
  type Field,
  KEY_VARIABLES,
  type Match,
  type Provider,
  ProviderFailure,
  type ProviderName,
  type Query,
} from './provider.ts';
import type { Attempt, Enrichment } from './contact-schema.ts';

const FACTS_KEPT_MS = 30 * DAY_MS;
const MISS_KEPT_MS = DAY_MS;

/**
 * A provider's answer about a contact. `asked` are the requested fields, found or not; `facts` is
 * empty for a miss. Times are epoch milliseconds. Plain JSON.
 */
export type CacheEntry = {
  asked: Field[];
  facts: Partial<Record<Field, Fact & { retrieved_at: number }>>;
  expires_at: number;
};

/**
 * The cache of answers, one per (provider, contact). The caller binds it to the workspace: one
 * tenant's answers are never used for another. Entries past `expires_at` are ignored and may be deleted. Its errors
 * pass through `enrich`.
 */
export type FactCache = {
  get(provider: ProviderName, contactKey: string): Promise<CacheEntry | undefined>;
  set(provider: ProviderName, contactKey: string, entry: CacheEntry): Promise<void>;
};

export type EnrichDeps = {
  providers: readonly Provider[];
  checkMailDomain: MailDomainCheck;
  cache: FactCache;
  breaker: Breaker;
  /** Epoch milliseconds. */
  now: () => number;
  /** Limit of one provider's attempt, its retry included, in ms. */
  timeoutMs: number;
};

type Taken = { fields: Field[]; refused?: RefusalReason };

/** US dollars to the hundredth of a cent of a cent, so that sums of shares stay readable. */
const dollars = (amount: number) => Math.round(amount * 1e6) / 1e6;

/**
 * Finds the wanted facts about a contact (decisions 10): known facts count as present, cached answers come first,
 * then the providers, cheapest first among those that can still give something missing, until nothing is missing.
 * An e-mail is kept only when its domain accepts mail. A provider that fails is an attempt with its reason, never an
 * error. Takes up to `timeoutMs` a provider: call it outside any transaction.
 */
export async function enrich(
  { contact, wanted }: { contact: Contact; wanted: readonly Field[] },
  { providers, checkMailDomain, cache, breaker, now, timeoutMs }: EnrichDeps,
): Promise<Enrichment> {
  const fields: Enrichment['fields'] = {};
  const attempts: Attempt[] = [];
  const verdicts = new Map<string, ReturnType<MailDomainCheck>>();
  const missing = () => [...new Set(wanted)].filter((field) => fields[field] === undefined);
  const iso = (at: number) => new Date(at).toISOString();

  const mailVerdict = (email: string) => {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const verdict = verdicts.get(domain) ?? checkMailDomain(domain);
    verdicts.set(domain, verdict);
    return verdict;
  };

  const take = async (provider: ProviderName, facts: CacheEntry['facts'], cost: number): Promise<Taken> => {
    const taken: Taken = { fields: [] };
    for (const field of missing()) {
      const fact = facts[field];
      if (fact === undefined) continue;
      const verdict = field === 'email' ? await mailVerdict(String(fact.value)) : undefined;
      if (verdict?.status === 'refused') {
        taken.refused = verdict.reason;
        continue;
      }
      fields[field] = {
        value: fact.value,
        provider,
        cost: 0,
        confidence: fact.confidence,
        retrieved_at: iso(fact.retrieved_at),
        ...(verdict === undefined ? {} : { status: verdict.status }),
      };
      taken.fields.push(field);
    }
    for (const field of taken.fields) fields[field]!.cost = dollars(cost / taken.fields.length);
    return taken;
  };

  const record = (provider: ProviderName, taken: Taken, cost: number, started: number, cached?: true) => {
    const outcome = taken.fields.length > 0 ? 'found' : taken.refused === undefined ? 'miss' : 'refused';
    attempts.push({
      provider,
      outcome,
      ...(taken.fields.length > 0 ? { fields: taken.fields } : {}),
      ...(taken.refused === undefined ? {} : { refused_email: taken.refused }),
      cost: dollars(cost),
      duration_ms: Math.round(performance.now() - started),
      ...(cached ? { cached } : {}),
    });
  };

  const named = identify(contact);
  const link = named.person ? named.profile : named.page;
  const present = {
    ...contact.known,
    company: contact.known?.company || contact.company,
    linkedin: contact.known?.linkedin || (link && linkedinAddress(link)),
  };
  for (const field of missing()) {
    const value = present[field];
    if (value === undefined || value === '') continue;
    fields[field] = { value, provider: 'known', cost: 0, confidence: 1, retrieved_at: iso(now()) };
  }

  const key = contactKey(contact);
  const kept = new Map<ProviderName, CacheEntry>();
  const ordered = providers.toSorted((a, b) => a.cost - b.cost);

  for (const { name } of ordered) {
    if (missing().length === 0) break;
    const started = performance.now();
    const entry = await cache.get(name, key);
    if (entry === undefined || entry.expires_at <= now()) continue;
    kept.set(name, entry);
    const relevant = missing().some((field) => entry.facts[field] !== undefined || entry.asked.includes(field));
    if (relevant) record(name, await take(name, entry.facts, 0), 0, started, true);
  }

  for (const provider of ordered) {
    const { name } = provider;
    const entry = kept.get(name);
    const who: Contact = { ...contact, known: { ...contact.known, ...valuesOf(fields) } };
    const able = provider.provides(who);
    const open = missing().filter((field) => able.includes(field) && !entry?.asked.includes(field));
    if (open.length === 0) continue;
    if (breaker.resting(name)) {
      attempts.push({ provider: name, outcome: 'resting', cost: 0, duration_ms: 0 });
      continue;
    }
    const started = performance.now();
    const found = await attemptOf(provider, { contact: who, missing: open, signal: AbortSignal.timeout(timeoutMs) });
    if ('failed' in found) {
      if (found.failed !== 'rejected') breaker.failed(name);
      const duration_ms = Math.round(performance.now() - started);
      attempts.push({ provider: name, outcome: found.failed, cost: 0, duration_ms });
      continue;
    }
    breaker.succeeded(name);
    const cost = found.match?.cost ?? 0;
    const earlier = Object.keys(entry?.facts ?? {}).length > 0 ? entry : undefined;
    const facts = { ...earlier?.facts, ...dated(found.match?.facts ?? {}, now()) };
    record(name, await take(name, facts, cost), cost, started);
    const expires = now() + (Object.keys(facts).length > 0 ? FACTS_KEPT_MS : MISS_KEPT_MS);
    await cache.set(name, key, {
      asked: [...new Set([...(earlier?.asked ?? []), ...open])],
      facts,
      expires_at: Math.min(expires, earlier?.expires_at ?? expires),
    });
  }

  const left = missing();
  const hint = hintFor(left, attempts, providers, named);
  return {
    fields,
    attempts,
    missing: left,
    total_cost: dollars(attempts.reduce((sum, { cost }) => sum + cost, 0)),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A connector throws only `ProviderFailure`; if one has a defect, the call still succeeds. */
async function attemptOf(provider: Provider, query: Query): Promise<{ match?: Match } | { failed: FailureReason }> {
  try {
    const match = await provider.find(query);
    return match === undefined ? {} : { match };
  } catch (error) {
    return { failed: error instanceof ProviderFailure ? error.reason : 'unavailable' };
  }
}

function dated(facts: Facts, at: number): CacheEntry['facts'] {
  return Object.fromEntries(Object.entries(facts).map(([field, fact]) => [field, { ...fact, retrieved_at: at }]));
}

function valuesOf(fields: Enrichment['fields']): Contact['known'] {
  return Object.fromEntries(Object.entries(fields).map(([field, found]) => [field, found?.value]));
}

const PERSONAL = new Set<Field>(['email', 'phone', 'title', 'seniority']);
const TRANSIENT_OUTCOMES: readonly Attempt['outcome'][] = [
  'timeout',
  'rate_limited',
  'unavailable',
  'invalid_response',
  'resting',
];

/** Which inputs would help to find what is missing, for an agent deciding its next step. */
function hintFor(missing: Field[], attempts: Attempt[], providers: readonly Provider[], who: Identity) {
  if (missing.length === 0) return undefined;
  const names = Object.keys(KEY_VARIABLES) as ProviderName[];
  if (providers.length === 0) {
    const variables = names.map((name) => KEY_VARIABLES[name]).join(', ');
    return `No enrichment provider is configured. The operator can set one or more of ${variables} and restart the service.`;
  }
  const ended = (...outcomes: readonly Attempt['outcome'][]) =>
    [...new Set(attempts.filter(({ outcome }) => outcomes.includes(outcome)).map(({ provider }) => provider))].join(
      ', ',
    );
  const passing = ended(...TRANSIENT_OUTCOMES);
  const spent = ended('out_of_credit');
  const refusedKeys = ended('unauthorised');
  const absent = names.filter((name) => !providers.some((provider) => provider.name === name));
  const thin =
    attempts.length === 0 ||
    (who.person ? !who.profile && !who.domain && !who.company : missing.some((f) => PERSONAL.has(f)));
  const sentences = [
    thin && 'The contact says too little: give a name with a domain or company, or a LinkedIn address.',
    attempts.some(({ refused_email }) => refused_email) && 'A found e-mail was refused: its domain takes no mail.',
    passing && `Failed for now: ${passing}; try again in a minute.`,
    spent && `Out of credit: ${spent}.`,
    refusedKeys && `API key refused: ${refusedKeys}; the operator should check it.`,
    absent.length > 0 && `Not configured: ${absent.map((name) => `${name} (${KEY_VARIABLES[name]})`).join(', ')}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : 'No provider knows these facts about this contact.';
}
