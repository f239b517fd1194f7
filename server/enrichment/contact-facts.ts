import { linkedinAddress, linkedinPath } from './identity.ts';
import type { Fact, Facts, Field } from './provider.ts';

const LONGEST = 300;
const EMAIL = /^[^\s@*<>()",;:]+@[^\s@*<>()",;:][^\s@*<>()",;:.]*\.[^\s@*<>()",;:]+$/;

type Raw = string | number | boolean | null | undefined;

function text(raw: Raw): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const value = raw.trim();
  return value === '' || value.length > LONGEST || value.includes('\0') || !value.isWellFormed() ? undefined : value;
}

function email(raw: Raw): string | undefined {
  const value = text(raw)?.toLowerCase();
  return value !== undefined && value.length <= 254 && EMAIL.test(value) ? value : undefined;
}

/** A masked number (`+1 415-***-****`) is no fact. */
function phone(raw: Raw): string | undefined {
  const value = text(raw);
  return value !== undefined && /^\+?[\d\s().,/-]{5,30}(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i.test(value)
    ? value
    : undefined;
}

function linkedin(raw: Raw): string | undefined {
  const value = text(raw);
  const path = value?.includes('/') ? linkedinPath(value) : undefined;
  return path === undefined ? undefined : linkedinAddress(path);
}

function employeeCount(raw: Raw): string | number | undefined {
  if (typeof raw === 'number') return Number.isInteger(raw) && raw >= 0 ? raw : undefined;
  return text(raw);
}

const READERS: Record<Field, (raw: Raw) => string | number | undefined> = {
  email,
  phone,
  title: text,
  seniority: text,
  company: text,
  linkedin,
  employeeCount,
  industry: text,
};

/**
 * Turns a provider's answer into facts, leaving out what is absent, empty, masked, overlong or of the wrong kind.
 * `confidence` (0..1) holds for every field `sure` does not name.
 */
export function facts(raw: Partial<Record<Field, Raw>>, confidence: number, sure: Partial<Record<Field, number>> = {}) {
  const found: Facts = {};
  for (const field of Object.keys(raw) as Field[]) {
    const value = READERS[field](raw[field]);
    if (value === undefined) continue;
    const fact: Fact = { value, confidence: Math.min(1, Math.max(0, sure[field] ?? confidence)) };
    found[field] = fact;
  }
  return found;
}
