/** How the panel formats numbers, times and names. Times are shown in the reader's time zone. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);
export const brief = (value: number): string => (Math.abs(value) < 10_000 ? whole.format(value) : short.format(value));

/** A count that ends at `most`: `37`, and `1,000+` where there may be more. */
export const upTo = (value: number, most = 1_000): string => `${whole.format(value)}${value >= most ? '+' : ''}`;

/** `3 drafts`, `1 draft`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${whole.format(value)} ${value === 1 ? one : many}`;

export const percent = (share: number): string =>
  share === 0 ? '0 %' : share < 0.001 ? '<0.1 %' : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

export const money = (amount: number | null, currency: string | null): string => {
  if (amount === null) return 'no amount';
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return `${brief(amount)} ${currency ?? ''}`.trim();
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
    ...(Math.abs(amount) >= 1_000_000 ? { notation: 'compact' as const, maximumFractionDigits: 1 } : {}),
  }).format(amount);
};

/** Amounts by currency in one line, the largest first; of none, that it is unknown. */
export const amounts = (known: readonly { currency: string | null; amount: number | null }[]): string =>
  known.length === 0 ? 'unknown' : known.map(({ amount, currency }) => money(amount, currency)).join(' + ');

// What would round to a whole of the next unit is written in that.
export const bytes = (value: number): string =>
  value < 1_000
    ? `${value} B`
    : value < 999_950
      ? `${(value / 1_000).toFixed(1)} kB`
      : `${(value / 1_000_000).toFixed(1)} MB`;

/** Milliseconds as text: `0.8 ms`, `240 ms`, `1.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.max(60, ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const nearby = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const distant = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** `5 min ago`, `in 2 days`, `just now`. */
export function ago(at: string | Date, now = Date.now()): string {
  const ms = new Date(at).getTime() - now;
  for (const [unit, size] of UNITS) {
    if (Math.abs(ms) < size) continue;
    return (size < DAY_MS ? nearby : distant).format(Math.trunc(ms / size), unit);
  }
  // What has just been made may be younger than the clock it is compared with.
  return ms > 25_000 ? 'in a moment' : 'just now';
}

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const fullWithZone = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
// Days are counted in UTC.
const calendarDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const clockWithSeconds = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export const moment = (at: string | Date): string => full.format(new Date(at));
export const momentWithZone = (at: string | Date): string => fullWithZone.format(new Date(at));
export const day = (at: string | Date): string => dayOnly.format(new Date(at));
/** A date without a time, such as a close date: the same day in every time zone. */
export const calendarDate = (date: string): string => calendarDay.format(new Date(date));
export const shortDate = (at: string | Date): string => dayAndMonth.format(new Date(at));
export const shortDay = (at: string | Date): string => weekday.format(new Date(at));
export const time = (at: string | Date): string => clock.format(new Date(at));
export const timeWithSeconds = (at: string | Date): string => clockWithSeconds.format(new Date(at));

const TIMESTAMP = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})/g;

/** A text with its ISO timestamps in the reader's time zone. */
export const withLocalTimes = (text: string): string =>
  text.replaceAll(TIMESTAMP, (at) => (Number.isNaN(Date.parse(at)) ? at : momentWithZone(at)));

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Words with their own spelling. */
const WRITTEN: Record<string, string> = { crm: 'CRM', email: 'e-mail', gtm: 'GTM', icp: 'ICP', linkedin: 'LinkedIn' };

/** `decision_criteria` as people read it: `Decision criteria`. */
export const spaced = (name: string): string => {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .replaceAll(/\w+/g, (word) => WRITTEN[word] ?? word);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The word for a state: what is pending waits, as the lists of drafts and deliveries call it. */
export const stateWord = (state: string): string => (state === 'pending' ? 'Waiting' : spaced(state));

export const CHANNELS: Record<string, string> = {
  linkedin: 'LinkedIn',
  linkedin_company: 'LinkedIn company page',
  youtube: 'YouTube',
  reddit: 'Reddit',
  google_drive: 'Google Drive',
  email: 'E-mail',
  manual: 'Send yourself',
};

export const channelName = (channel: string): string => CHANNELS[channel] ?? spaced(channel);

/** An address a link may lead to; undefined for anything but http and https. */
export function webAddress(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
