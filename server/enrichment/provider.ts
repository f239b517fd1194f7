/** The facts enrichment can find, by the names the tool uses on the wire. */
export const FIELDS = [
  'email',
  'phone',
  'title',
  'seniority',
  'company',
  'linkedin',
  'employeeCount',
  'industry',
] as const;
export type Field = (typeof FIELDS)[number];

/** Each provider with the variable that holds its API key (decisions 2). */
export const KEY_VARIABLES = {
  prospeo: 'PROSPEO_API_KEY',
  hunter: 'HUNTER_API_KEY',
  apollo: 'APOLLO_API_KEY',
  pdl: 'PDL_API_KEY',
} as const;
export type ProviderName = keyof typeof KEY_VARIABLES;

export type Value = string | number;

/** `confidence` is the provider's own, scaled to 0..1. */
export type Fact = { value: Value; confidence: number };
export type Facts = Partial<Record<Field, Fact>>;

export type Contact = {
  fullName?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  domain?: string | undefined;
  company?: string | undefined;
  linkedin?: string | undefined;
  known?: Partial<Record<Field, Value | undefined>> | undefined;
};

/** `missing` is what is still wanted of this provider; `signal` aborts the whole attempt, retry included. */
export type Query = { contact: Contact; missing: readonly Field[]; signal: AbortSignal };

/** `cost` is the charge for this answer, in US dollars. */
export type Match = { facts: Facts; cost: number };

export type Provider = {
  name: ProviderName;
  /** Indicative list price of one match in US dollars; the waterfall calls providers in this order. */
  cost: number;
  /** What it may find for this contact; empty when the contact is not specific enough for a look-up. */
  provides(contact: Contact): readonly Field[];
  /** @returns undefined for no match @throws ProviderFailure and nothing else */
  find(query: Query): Promise<Match | undefined>;
};

export type ProviderSettings = {
  apiKey: string;
  /** Replaces the provider's origin; the documented path stays. */
  origin?: string | undefined;
  /** Wait before the one retry when the provider names none, in ms. */
  retryDelayMs?: number | undefined;
};

export type FailureReason =
  | 'timeout'
  | 'rate_limited'
  | 'out_of_credit'
  | 'unauthorised'
  | 'unavailable'
  | 'rejected'
  | 'invalid_response';

/** A failed attempt. It has its reason only, so that neither a key nor a provider's message can leak through it. */
export class ProviderFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(`The provider failed: ${reason}.`);
    this.name = 'ProviderFailure';
    this.reason = reason;
  }
}
