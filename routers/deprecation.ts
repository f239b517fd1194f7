import { DAY_MS } from '../server/day.ts';

/** Least notice before a deprecated tool may be removed, in days (docs/versioning.md). */
export const NOTICE_DAYS = 180;

/** A deprecated tool. Days are `YYYY-MM-DD`, UTC. */
export type Deprecation = {
  /** The day the deprecation was announced. */
  announced: string;
  /** The first day the tool may be removed. */
  sunset: string;
  /** The replacement: a sentence for an agent. */
  advice: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Midnight UTC of a day; NaN when it is not a date. */
function timeOf(day: string): number {
  const time = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? Number.NaN : time;
}

/** The errors of a deprecation, with which the registry refuses to start. */
export function deprecationProblems({ announced, sunset, advice }: Deprecation): string[] {
  const bad = [announced, sunset].filter((day) => Number.isNaN(timeOf(day)));
  if (bad.length > 0) return [`is deprecated with ${bad.join(' and ')}, which is no day (YYYY-MM-DD)`];
  const days = (timeOf(sunset) - timeOf(announced)) / DAY_MS;
  return [
    ...(days >= NOTICE_DAYS ? [] : [`is deprecated with ${days} days of notice; at least ${NOTICE_DAYS} are promised`]),
    ...(advice.length > 0 ? [] : ['is deprecated without a word on what to use instead']),
  ];
}

/** The sunset as an HTTP date (RFC 8594). */
export const sunsetDate = ({ sunset }: Deprecation): string => new Date(timeOf(sunset)).toUTCString();
