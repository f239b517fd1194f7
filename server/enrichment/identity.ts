import { hash } from 'node:crypto';
import { asciiDomain } from '../records/domain.ts';
import type { Contact } from './provider.ts';

/** The person or company a contact names, normalized once for all providers. Absent parts are undefined. */
export type Identity = {
  /** True when a person is named; otherwise the contact is a company. */
  person: boolean;
  first: string | undefined;
  last: string | undefined;
  full: string | undefined;
  /** ASCII host name without `www.`. */
  domain: string | undefined;
  company: string | undefined;
  /** Path of a person's page, `in/ada-lovelace`. */
  profile: string | undefined;
  /** Path of a company's page, `company/acme`. */
  page: string | undefined;
  email: string | undefined;
};

function clean(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.trim().replace(/\s+/g, ' ') || undefined;
}

/** The `in/…` or `company/…` path of a LinkedIn address; a bare handle counts as a person's. */
export function linkedinPath(value: string): string | undefined {
  const text = value.trim();
  if (/^[\p{L}\p{N}_%-]+$/u.test(text)) return `in/${text.toLowerCase()}`;
  const match = /^(?:https?:\/\/)?(?:[a-z]+\.)?linkedin\.com\/(in|company)\/([^/?#\s]+)/i.exec(text);
  return match?.[1] && match[2] ? `${match[1]}/${match[2]}`.toLowerCase() : undefined;
}

export function linkedinAddress(path: string): string {
  return `https://www.linkedin.com/${path}`;
}

export function identify(contact: Contact): Identity {
  const first = clean(contact.firstName);
  const last = clean(contact.lastName);
  const joined = [first, last].filter((part) => part !== undefined).join(' ');
  const full = clean(contact.fullName) ?? clean(joined);
  const link = clean(contact.linkedin) ?? clean(contact.known?.linkedin);
  const path = link === undefined ? undefined : linkedinPath(link);
  const profile = path?.startsWith('in/') ? path : undefined;
  const email = clean(contact.known?.email)?.toLowerCase();
  const bothNames = first !== undefined && last !== undefined;
  return {
    person: full !== undefined || profile !== undefined || email !== undefined,
    first: bothNames ? first : undefined,
    last: bothNames ? last : undefined,
    full,
    domain: contact.domain === undefined ? undefined : asciiDomain(contact.domain),
    company: clean(contact.company) ?? clean(contact.known?.company),
    profile,
    page: path?.startsWith('company/') ? path : undefined,
    email,
  };
}

/**
 * A stable key for the cache: the same person written in another case or with the name in one field gives the same
 * key. Known facts count only where the contact alone would not distinguish two people, so that passing found facts
 * back in `known` still hits the cache.
 */
export function contactKey(contact: Contact): string {
  const { known, ...own } = contact;
  const alone = identify(own);
  const whole = identify({ ...own, known });
  const enough = alone.person && (alone.domain ?? alone.company ?? alone.profile) !== undefined;
  const parts = [
    alone.full?.toLowerCase(),
    alone.domain,
    alone.company?.toLowerCase(),
    alone.profile ?? alone.page,
    ...(enough ? [] : [whole.email, whole.company?.toLowerCase(), whole.profile ?? whole.page]),
  ];
  return hash('sha256', JSON.stringify(parts.map((part) => part ?? null)), 'hex');
}
