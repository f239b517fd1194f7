import type { Span } from './names.ts';

/** The parts before the @ of e-mail addresses, by what stands after it. */
export type Addresses = ReadonlyMap<string, readonly string[]>;

/** Makes folded addresses ready to be looked for. */
export function addressesOf(emails: readonly string[]): Addresses {
  const addresses = new Map<string, string[]>();
  for (const email of emails) {
    const at = email.lastIndexOf('@');
    if (at < 1 || at === email.length - 1) continue;
    const domain = email.slice(at);
    addresses.set(domain, [...(addresses.get(domain) ?? []), email.slice(0, at)]);
  }
  return addresses;
}

/** Letters and digits of addresses; in scripts without blanks others stand directly around an address. */
const isOfAddress = (char: string | undefined) =>
  char !== undefined && /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}]/u.test(char);

/** What else stands in the part before the @. */
const SIGNS = '._%+-';

/** The most characters looked at before an address, and of a tag: as many as the part before the @ has. */
const MOST_LOCAL = 64;
/** The most characters of a domain. */
const MOST_DOMAIN = 253;

/** Ends of the names of files, none of them the end of a domain that anybody writes mail to. */
const FILES = new Set(
  'csv tsv txt log md json jsonl ndjson xml yaml yml htm html eml msg mbox pst vcf ics pdf doc docx odt rtf xls xlsx ods ppt pptx odp png jpg jpeg gif webp svg mp3 mp4 m4a wav zip gz tar'.split(
    ' ',
  ),
);

/** Whether an address begins there: signs before it are of emphasis or of a list, where no letter stands before them. */
function beginsAt(text: string, start: number, isReference: boolean): boolean {
  let before = start - 1;
  while (start - before < MOST_LOCAL && before >= 0 && SIGNS.includes(text[before]!)) before -= 1;
  if (!isOfAddress(text[before])) return true;
  return isReference && before < start - 1;
}

/** Whether a domain ends there: no other one goes on with these characters, unless they end the name of a file. */
function endsAt(text: string, end: number, isReference: boolean): boolean {
  if (isOfAddress(text[end])) return false;
  if (text[end] !== '.' && text[end] !== '-') return true;
  const rest = /^[a-z0-9.-]*/.exec(text.slice(end, end + MOST_DOMAIN))![0];
  const [first = '', ...others] = rest.split('.');
  const labels = others.filter((label) => /[a-z0-9]/.test(label));
  if (labels.every((label) => FILES.has(label))) return true;
  // No domain's last part holds a hyphen.
  return isReference && /[a-z0-9]/.test(first);
}

/** Where an address begins whose part before the @ ends at `at`: that part as it is, or with a tag, as `dana+demo@…`. */
function startOf(text: string, at: number, local: string): number | undefined {
  if (text.endsWith(local, at)) return at - local.length;
  if (local.includes('+')) return undefined;
  for (
    let tag = at - 1;
    at - tag < MOST_LOCAL && (isOfAddress(text[tag]) || SIGNS.includes(text[tag] ?? ' '));
    tag -= 1
  ) {
    if (text[tag] === '+' && text.endsWith(local, tag)) return tag - local.length;
  }
  return undefined;
}

/**
 * Where e-mail addresses stand in a folded text: whole ones, as `ann@x.example` is not in `joann@x.example`, nor
 * `dana@x.example` in `run-dana@x.example`, which may be another person's address.
 * @param isReference in what clients make up to refer by, signs join parts, and that is `dana@x.example` after `run`
 */
export function emailSpans(text: string, addresses: Addresses, isReference: boolean): Span[] {
  const spans: Span[] = [];
  for (const [domain, locals] of addresses) {
    for (let at = text.indexOf(domain); at >= 0; at = text.indexOf(domain, at + 1)) {
      const end = at + domain.length;
      if (!endsAt(text, end, isReference)) continue;
      for (const local of locals) {
        const start = startOf(text, at, local);
        if (start !== undefined && beginsAt(text, start, isReference)) spans.push({ start, end });
      }
    }
  }
  return spans;
}
