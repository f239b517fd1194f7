import { z } from 'zod';
import { ask, type Verdict } from '../ask-provider.ts';
import { facts } from '../contact-facts.ts';
import { type Identity, identify, linkedinAddress } from '../identity.ts';
import type { Field, Match, Provider, ProviderSettings, Query } from '../provider.ts';

const ORIGIN = 'https://api.prospeo.io';
const CREDIT = 0.01;
const MOBILE_CREDITS = 10;

const revealable = { status: z.string().nullish(), revealed: z.boolean().nullish() };
const company = z.object({
  name: z.string().nullish(),
  industry: z.string().nullish(),
  employee_count: z.number().nullish(),
  employee_range: z.string().nullish(),
  linkedin_url: z.string().nullish(),
});
const answer = z.object({
  error: z.literal(false),
  free_enrichment: z.boolean().nullish(),
  person: z
    .object({
      linkedin_url: z.string().nullish(),
      current_job_title: z.string().nullish(),
      email: z.object({ ...revealable, email: z.string().nullish() }).nullish(),
      mobile: z
        .object({ ...revealable, mobile: z.string().nullish(), mobile_international: z.string().nullish() })
        .nullish(),
      job_history: z.array(z.object({ current: z.boolean().nullish(), seniority: z.string().nullish() })).nullish(),
    })
    .nullish(),
  company: company.nullish(),
});
type Answer = z.infer<typeof answer>;

/** Most of its refusals are a 400 distinguished by `error_code`. */
const CODES: Record<string, Verdict> = {
  NO_MATCH: 'miss',
  INVALID_DATAPOINTS: 'miss',
  INSUFFICIENT_CREDITS: 'out_of_credit',
  INVALID_API_KEY: 'unauthorised',
  ACCOUNT_RESTRICTED: 'unauthorised',
  RATE_LIMITED: 'rate_limited',
  RATE_LIMIT_EXCEEDED: 'rate_limited',
  INTERNAL_ERROR: 'unavailable',
};
const refusal = z.object({ error_code: z.string() });

function verdict(status: number, body: unknown): Verdict | undefined {
  const parsed = refusal.safeParse(body);
  if (!parsed.success) return undefined;
  return CODES[parsed.data.error_code] ?? (status < 300 ? 'rejected' : undefined);
}

function provides(who: Identity): readonly Field[] {
  const employer = who.domain ?? who.company ?? who.page;
  if (who.profile ?? who.email ?? (who.full && employer)) {
    return ['email', 'phone', 'title', 'seniority', 'company', 'linkedin', 'employeeCount', 'industry'];
  }
  return !who.person && employer ? ['company', 'linkedin', 'employeeCount', 'industry'] : [];
}

function personData(who: Identity) {
  return {
    ...(who.first ? { first_name: who.first, last_name: who.last } : { full_name: who.full }),
    linkedin_url: who.profile && linkedinAddress(who.profile),
    email: who.email,
    ...companyData(who),
  };
}

function companyData(who: Identity) {
  return {
    company_name: who.company,
    company_website: who.domain,
    company_linkedin_url: who.page && linkedinAddress(who.page),
  };
}

function companyRaw(found: Answer['company']) {
  return {
    company: found?.name,
    employeeCount: found?.employee_count ?? found?.employee_range,
    industry: found?.industry,
  };
}

function personMatch({ person, company: employer, free_enrichment }: Answer): Match | undefined {
  if (!person) return undefined;
  const email = person.email?.revealed === false ? undefined : person.email?.email;
  const mobile =
    person.mobile?.revealed === false ? undefined : (person.mobile?.mobile_international ?? person.mobile?.mobile);
  const found = facts(
    {
      email,
      phone: mobile,
      title: person.current_job_title,
      seniority: person.job_history?.find((job) => job.current)?.seniority,
      linkedin: person.linkedin_url,
      ...companyRaw(employer),
    },
    0.9,
    { email: person.email?.status === 'VERIFIED' ? 0.95 : 0.6 },
  );
  const credits = free_enrichment ? 0 : found.phone ? MOBILE_CREDITS : 1;
  return { facts: found, cost: credits * CREDIT };
}

/**
 * Prospeo, `POST /enrich-person` and, where no person is named, `POST /enrich-company` (https://prospeo.io/api-docs).
 * One credit a match, ten when a mobile is revealed, none for a record bought before.
 */
export function prospeo({ apiKey, origin = ORIGIN, retryDelayMs }: ProviderSettings): Provider {
  const post = (path: string, body: object, signal: AbortSignal) =>
    ask({
      url: new URL(path, origin),
      method: 'POST',
      headers: { 'X-KEY': apiKey },
      body,
      schema: answer,
      verdict,
      signal,
      retryDelayMs,
    });

  return {
    name: 'prospeo',
    cost: CREDIT,
    provides: (contact) => provides(identify(contact)),
    async find({ contact, missing, signal }: Query) {
      const who = identify(contact);
      if (who.person) {
        const body = {
          only_verified_email: false,
          enrich_mobile: missing.includes('phone'),
          data: personData(who),
        };
        const found = await post('/enrich-person', body, signal);
        return found && personMatch(found);
      }
      const found = await post('/enrich-company', { data: companyData(who) }, signal);
      if (!found?.company) return undefined;
      const raw = { ...companyRaw(found.company), linkedin: found.company.linkedin_url };
      return { facts: facts(raw, 0.9), cost: found.free_enrichment ? 0 : CREDIT };
    },
  };
}
