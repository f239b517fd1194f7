import { z } from 'zod';
import { addressOf, ask, type Verdict } from '../ask-provider.ts';
import { facts } from '../contact-facts.ts';
import { type Identity, identify, linkedinAddress } from '../identity.ts';
import type { Field, Provider, ProviderSettings, Query } from '../provider.ts';

const ORIGIN = 'https://api.peopledatalabs.com';
const MATCH_PRICE = 0.2;
const MIN_LIKELIHOOD = '6';

// Documented: fields outside the plan are `true` or `false` in place of their value.
const gated = z.union([z.string(), z.boolean()]).nullish();
const personAnswer = z.object({
  likelihood: z.number().nullish(),
  data: z.object({
    work_email: gated,
    mobile_phone: gated,
    phone_numbers: z.union([z.array(z.string()), z.boolean()]).nullish(),
    job_title: z.string().nullish(),
    job_title_levels: z.array(z.string()).nullish(),
    linkedin_url: z.string().nullish(),
    job_company_name: z.string().nullish(),
    job_company_employee_count: z.number().nullish(),
    job_company_size: z.string().nullish(),
    job_company_industry: z.string().nullish(),
  }),
});
const companyAnswer = z.object({
  likelihood: z.number().nullish(),
  name: z.string().nullish(),
  display_name: z.string().nullish(),
  employee_count: z.number().nullish(),
  size: z.string().nullish(),
  industry: z.string().nullish(),
  linkedin_url: z.string().nullish(),
});

function verdict(status: number): Verdict | undefined {
  return status === 404 ? 'miss' : undefined;
}

function provides(who: Identity): readonly Field[] {
  const employer = who.domain ?? who.company;
  if (who.profile ?? who.email ?? (who.full && employer)) {
    return ['email', 'phone', 'title', 'seniority', 'company', 'linkedin', 'employeeCount', 'industry'];
  }
  return !who.person && (employer ?? who.page) ? ['company', 'linkedin', 'employeeCount', 'industry'] : [];
}

const confidence = (likelihood: number | null | undefined) => (likelihood ?? 5) / 10;

/**
 * People Data Labs, `GET /v5/person/enrich` and, where no person is named, `GET /v5/company/enrich`
 * (https://docs.peopledatalabs.com/docs/reference-person-enrichment-api). Charged by match; only matches of
 * likelihood 6 and more are asked for, since a wrong person costs as much as the right one.
 */
export function pdl({ apiKey, origin = ORIGIN, retryDelayMs }: ProviderSettings): Provider {
  const get = <T>(
    path: string,
    query: Record<string, string | undefined>,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ) => {
    const url = addressOf(origin, path, { ...query, min_likelihood: MIN_LIKELIHOOD, titlecase: 'true' });
    return ask({ url, method: 'GET', headers: { 'X-Api-Key': apiKey }, schema, verdict, signal, retryDelayMs });
  };

  return {
    name: 'pdl',
    cost: MATCH_PRICE,
    provides: (contact) => provides(identify(contact)),
    async find({ contact, signal }: Query) {
      const who = identify(contact);
      if (who.person) {
        const query = {
          ...(who.first ? { first_name: who.first, last_name: who.last } : { name: who.full }),
          company: who.domain ?? who.company,
          email: who.email,
          profile: who.profile && linkedinAddress(who.profile),
        };
        const found = await get('/v5/person/enrich', query, personAnswer, signal);
        if (!found) return undefined;
        const { data, likelihood } = found;
        const raw = {
          email: data.work_email,
          phone: data.mobile_phone || (Array.isArray(data.phone_numbers) ? data.phone_numbers[0] : undefined),
          title: data.job_title,
          seniority: data.job_title_levels?.[0],
          company: data.job_company_name,
          linkedin: data.linkedin_url,
          employeeCount: data.job_company_employee_count ?? data.job_company_size,
          industry: data.job_company_industry,
        };
        return { facts: facts(raw, confidence(likelihood)), cost: MATCH_PRICE };
      }
      const query = { website: who.domain, name: who.company, profile: who.page && linkedinAddress(who.page) };
      const found = await get('/v5/company/enrich', query, companyAnswer, signal);
      if (!found) return undefined;
      const raw = {
        company: found.display_name ?? found.name,
        linkedin: found.linkedin_url,
        employeeCount: found.employee_count ?? found.size,
        industry: found.industry,
      };
      return { facts: facts(raw, confidence(found.likelihood)), cost: MATCH_PRICE };
    },
  };
}
