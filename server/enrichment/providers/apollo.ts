import { z } from 'zod';
import { addressOf, ask, type Verdict } from '../ask-provider.ts';
import { facts } from '../contact-facts.ts';
import { type Identity, identify, linkedinAddress } from '../identity.ts';
import type { Field, Provider, ProviderSettings, Query } from '../provider.ts';

const ORIGIN = 'https://api.apollo.io';
const CREDIT = 0.02;

const numbers = z
  .array(z.object({ sanitized_number: z.string().nullish(), raw_number: z.string().nullish() }))
  .nullish();
const organization = z.object({
  name: z.string().nullish(),
  industry: z.string().nullish(),
  estimated_num_employees: z.number().nullish(),
  linkedin_url: z.string().nullish(),
});
const personAnswer = z.object({
  person: z
    .object({
      match_confidence: z.string().nullish(),
      email: z.string().nullish(),
      email_status: z.string().nullish(),
      extrapolated_email_confidence: z.number().nullish(),
      title: z.string().nullish(),
      seniority: z.string().nullish(),
      linkedin_url: z.string().nullish(),
      phone_numbers: numbers,
      contact: z.object({ phone_numbers: numbers }).nullish(),
      organization: organization.nullish(),
    })
    .nullish(),
});
type Person = NonNullable<z.infer<typeof personAnswer>['person']>;
const organizationAnswer = z.object({ organization: organization.nullish() });

const MATCH_CONFIDENCE: Record<string, number> = { high: 0.95, medium: 0.75, low: 0.4 };
const UNUSABLE_EMAIL = new Set(['bounced', 'unavailable', 'do_not_email']);

const outOfCredit = z.object({ error: z.string().regex(/insufficient credits/i) });

/** A used-up plan is a message, without a status of its own. */
function verdict(status: number, body: unknown): Verdict | undefined {
  return status >= 400 && outOfCredit.safeParse(body).success ? 'out_of_credit' : undefined;
}

function provides(who: Identity): readonly Field[] {
  if (who.profile ?? who.email ?? (who.full && (who.domain ?? who.company))) {
    return ['email', 'phone', 'title', 'seniority', 'company', 'linkedin', 'employeeCount', 'industry'];
  }
  return !who.person && who.domain ? ['company', 'linkedin', 'employeeCount', 'industry'] : [];
}

function organizationRaw(found: z.infer<typeof organization> | null | undefined) {
  return { company: found?.name, employeeCount: found?.estimated_num_employees, industry: found?.industry };
}

function personFacts(person: Person) {
  const status = person.email_status?.toLowerCase() ?? '';
  // Apollo puts a placeholder where an address is not unlocked.
  const locked = person.email?.startsWith('email_not_unlocked') || UNUSABLE_EMAIL.has(status);
  const number = person.contact?.phone_numbers?.[0] ?? person.phone_numbers?.[0];
  const confidence = MATCH_CONFIDENCE[person.match_confidence ?? ''] ?? 0.85;
  return facts(
    {
      email: locked ? undefined : person.email,
      phone: number?.sanitized_number ?? number?.raw_number,
      title: person.title,
      seniority: person.seniority,
      linkedin: person.linkedin_url,
      ...organizationRaw(person.organization),
    },
    confidence,
    { email: status === 'verified' ? 0.95 : (person.extrapolated_email_confidence ?? 0.6) },
  );
}

/**
 * Apollo, `POST /api/v1/people/match` with its parameters in the query as documented, and where no person is named
 * `GET /api/v1/organizations/enrich` (https://docs.apollo.io/reference/people-enrichment). One credit a match.
 * Apollo sends new phone numbers only to a webhook, so none is requested; already revealed ones come with the match.
 */
export function apollo({ apiKey, origin = ORIGIN, retryDelayMs }: ProviderSettings): Provider {
  const call = <T>(
    method: 'GET' | 'POST',
    path: string,
    query: Record<string, string | undefined>,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ) => {
    const url = addressOf(origin, path, query);
    const headers = { 'x-api-key': apiKey, 'cache-control': 'no-cache', 'content-type': 'application/json' };
    return ask({ url, method, headers, schema, verdict, signal, retryDelayMs });
  };

  return {
    name: 'apollo',
    cost: CREDIT,
    provides: (contact) => provides(identify(contact)),
    async find({ contact, signal }: Query) {
      const who = identify(contact);
      if (who.person) {
        const query = {
          ...(who.first ? { first_name: who.first, last_name: who.last } : { name: who.full }),
          email: who.email,
          organization_name: who.company,
          domain: who.domain,
          linkedin_url: who.profile && linkedinAddress(who.profile),
          reveal_personal_emails: 'false',
          reveal_phone_number: 'false',
        };
        const person = (await call('POST', '/api/v1/people/match', query, personAnswer, signal))?.person;
        if (!person || person.match_confidence === 'none') return undefined;
        return { facts: personFacts(person), cost: CREDIT };
      }
      const query = { domain: who.domain };
      const found = (await call('GET', '/api/v1/organizations/enrich', query, organizationAnswer, signal))
        ?.organization;
      if (!found) return undefined;
      return { facts: facts({ ...organizationRaw(found), linkedin: found.linkedin_url }, 0.85), cost: CREDIT };
    },
  };
}
