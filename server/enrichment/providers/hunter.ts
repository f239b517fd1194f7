import { z } from 'zod';
import { addressOf, ask, type Verdict } from '../ask-provider.ts';
import { facts } from '../contact-facts.ts';
import { type Identity, identify, linkedinAddress } from '../identity.ts';
import type { Facts, Field, Provider, ProviderSettings, Query } from '../provider.ts';

const ORIGIN = 'https://api.hunter.io';
const CREDIT = 0.015;
const ENRICHMENT_CREDITS = 0.2;

const handle = z.object({ handle: z.string().nullish() }).nullish();
const person = z.object({
  phone: z.string().nullish(),
  employment: z
    .object({ name: z.string().nullish(), title: z.string().nullish(), seniority: z.string().nullish() })
    .nullish(),
  linkedin: handle,
});
const company = z.object({
  name: z.string().nullish(),
  category: z.object({ industry: z.string().nullish() }).nullish(),
  metrics: z
    .object({
      employees: z.union([z.string(), z.number()]).nullish(),
      employeesRange: z.string().nullish(),
    })
    .nullish(),
  linkedin: handle,
});
const emailAnswer = z.object({
  data: z.object({
    email: z.string().nullish(),
    score: z.number().nullish(),
    position: z.string().nullish(),
    company: z.string().nullish(),
    linkedin_url: z.string().nullish(),
    phone_number: z.string().nullish(),
    verification: z.object({ status: z.string().nullish() }).nullish(),
  }),
});
const combinedAnswer = z.object({ data: z.object({ person: person.nullish(), company: company.nullish() }) });
const companyAnswer = z.object({ data: company });

const PERSONAL: readonly Field[] = ['email', 'phone', 'title', 'seniority', 'linkedin'];
const CORPORATE: readonly Field[] = ['company', 'employeeCount', 'industry'];

/**
 * Documented: 403 is the rate limit, 429 the used-up plan (a 429 that says when to come back is taken for the rate
 * limit), 404 no match, 451 a person who objected to processing.
 */
function verdict(status: number, _body: unknown, headers: Headers): Verdict | undefined {
  if (status === 403) return 'rate_limited';
  if (status === 429) return headers.has('retry-after') ? 'rate_limited' : 'out_of_credit';
  return status === 404 || status === 451 ? 'miss' : undefined;
}

const canFindEmail = (who: Identity) => Boolean(who.profile ?? (who.full && (who.domain ?? who.company)));

function provides(who: Identity): readonly Field[] {
  // An address found on the way allows the combined look-up, so seniority and the company come with it.
  if (canFindEmail(who) || who.email) return [...PERSONAL, ...CORPORATE];
  if (!who.domain) return [];
  return who.person ? CORPORATE : [...CORPORATE, 'linkedin'];
}

function companyRaw(found: z.infer<typeof company> | null | undefined) {
  return {
    company: found?.name,
    employeeCount: found?.metrics?.employees ?? found?.metrics?.employeesRange,
    industry: found?.category?.industry,
  };
}

const page = (found: string | null | undefined, kind: 'in' | 'company') =>
  found && linkedinAddress(found.includes('/') ? found : `${kind}/${found}`);

/**
 * Hunter, API v2 (https://hunter.io/api-documentation/v2): `GET /v2/email-finder`, then `GET /v2/combined/find` by
 * the address and `GET /v2/companies/find` by the domain, each only while something it gives is missing. One credit
 * for an address found, a fifth for an enrichment. Its head count is a range (`251-1K`).
 */
export function hunter({ apiKey, origin = ORIGIN, retryDelayMs }: ProviderSettings): Provider {
  const get = <T>(
    path: string,
    query: Record<string, string | undefined>,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ) => {
    const url = addressOf(origin, path, query);
    return ask({ url, method: 'GET', headers: { 'X-API-KEY': apiKey }, schema, verdict, signal, retryDelayMs });
  };

  return {
    name: 'hunter',
    cost: CREDIT,
    provides: (contact) => provides(identify(contact)),
    async find({ contact, missing, signal }: Query) {
      const who = identify(contact);
      const found: Facts = {};
      let credits = 0;
      let matched = false;
      const lacks = (fields: readonly Field[]) => fields.some((field) => missing.includes(field) && !found[field]);
      const keep = (more: Facts, price: number) => {
        Object.assign(found, { ...more, ...found });
        credits += price;
        matched = true;
      };

      const findEmail = async () => {
        const name = who.first ? { first_name: who.first, last_name: who.last } : { full_name: who.full };
        const query = {
          ...name,
          domain: who.domain,
          company: who.domain ? undefined : who.company,
          linkedin_handle: who.profile?.slice('in/'.length),
        };
        const said = (await get('/v2/email-finder', query, emailAnswer, signal))?.data;
        if (!said) return;
        const usable = said.email && said.verification?.status !== 'invalid';
        const score = (said.score ?? 50) / 100;
        keep(
          facts(
            {
              email: usable ? said.email : undefined,
              title: said.position,
              company: said.company,
              linkedin: said.linkedin_url,
              phone: said.phone_number,
            },
            0.8,
            { email: score },
          ),
          said.email ? 1 : 0,
        );
      };
      const findByEmail = async (email: string) => {
        const said = (await get('/v2/combined/find', { email }, combinedAnswer, signal))?.data;
        if (!said?.person && !said?.company) return;
        const { employment, phone, linkedin } = said.person ?? {};
        const employer = companyRaw(said.company);
        const raw = {
          ...employer,
          company: employer.company ?? employment?.name,
          title: employment?.title,
          seniority: employment?.seniority,
          phone,
          linkedin: page(linkedin?.handle, 'in'),
        };
        keep(facts(raw, 0.85), ENRICHMENT_CREDITS);
      };
      const findCompany = async (domain: string) => {
        const said = (await get('/v2/companies/find', { domain }, companyAnswer, signal))?.data;
        if (!said) return;
        const linkedin = who.person ? undefined : page(said.linkedin?.handle, 'company');
        keep(facts({ ...companyRaw(said), linkedin }, 0.85), ENRICHMENT_CREDITS);
      };

      try {
        const byAddress = who.domain ? PERSONAL : [...PERSONAL, ...CORPORATE];
        if (canFindEmail(who) && !who.email && lacks(byAddress)) await findEmail();
        const email = who.email ?? found.email?.value;
        if (email !== undefined && lacks([...PERSONAL, ...CORPORATE])) await findByEmail(String(email));
        if (who.domain && lacks(who.person ? CORPORATE : [...CORPORATE, 'linkedin'])) await findCompany(who.domain);
      } catch (error) {
        // What was found and paid for before a later step failed is kept.
        if (!matched) throw error;
      }
      return matched ? { facts: found, cost: credits * CREDIT } : undefined;
    },
  };
}
