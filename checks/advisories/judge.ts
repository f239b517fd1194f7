/** An advisory that was looked at and is lived with until a day. */
export type Accepted = { id: string; reason: string; until: string };

type Advisory = { id: string; package: string; severity: string; title: string };

const SERIOUS = new Set(['high', 'critical']);

type Via = string | { name?: string; url?: string; title?: string; severity?: string };

/** The advisories of a report of `npm audit --json`; undefined when it is none, because no registry answered, say. */
export function advisoriesIn(report: unknown): Advisory[] | undefined {
  const { vulnerabilities } = (report ?? {}) as { vulnerabilities?: Record<string, { via: Via[] }> };
  if (vulnerabilities === undefined) return undefined;
  const found = new Map<string, Advisory>();
  for (const [name, { via }] of Object.entries(vulnerabilities)) {
    for (const each of via) {
      // A name only says which dependency it comes by.
      if (typeof each === 'string') continue;
      const id = each.url?.split('/').at(-1) ?? `${name}: ${each.title}`;
      found.set(id, { id, package: each.name ?? name, severity: each.severity ?? 'unknown', title: each.title ?? '' });
    }
  }
  return [...found.values()];
}

/** What is wrong with a report: serious advisories that nobody accepted, or whose day has passed. @param today `YYYY-MM-DD` */
export function problemsOf(advisories: readonly Advisory[], accepted: readonly Accepted[], today: string): string[] {
  const byId = new Map(accepted.map((each) => [each.id, each]));
  return advisories
    .filter(({ severity }) => SERIOUS.has(severity))
    .flatMap(({ id, package: name, severity, title }) => {
      const known = byId.get(id);
      if (known === undefined) return [`${id} (${severity}) in ${name}: ${title}`];
      return known.until < today ? [`${id} in ${name} was accepted until ${known.until}: ${known.reason}`] : [];
    });
}

/** Why the list of accepted advisories cannot be taken as it is. */
export function problemsOfList(accepted: readonly Accepted[]): string[] {
  return accepted.flatMap(({ id, reason, until }) => {
    const wanted = [];
    if (!/^GHSA(-[0-9a-z]{4}){3}$/.test(id)) wanted.push('an id GHSA-…');
    if (reason.trim().length < 20) wanted.push('a reason in words');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) wanted.push('a day until');
    return wanted.length === 0 ? [] : [`${id}: wanted ${wanted.join(', ')}`];
  });
}
