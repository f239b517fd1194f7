/** Characters of a reply that are read: the limit of `hosted.record_reply`. Text beyond it is quoted. */
const MAX_REPLY = 100_000;

/** Lines of a reply that are read: many times what a person writes. */
const MAX_LINES = 5_000;

/** Characters of a line that the patterns see: quotes, greetings and signatures begin within them. */
const MAX_LINE = 1_000;

/** Where quoted text begins: the line a mail program puts above it. */
const QUOTE_BELOW = [
  /^-{2,}\s*(original|forwarded) message\s*-{2,}/i,
  /^begin forwarded message:/i,
  /^_{8,}\s*$/,
  /^\*?from:\*?\s.*\b(sent|date|to|subject):/i,
];

const HEADER = /^\*?(from|sent|date|to|cc|subject):\*?\s/i;

const WROTE = /^on\b.{3,300}\bwrote:\s*$/i;

/** The first line of a quote, up to its date. */
const DATED =
  /(?:^|\s)on\s(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s)?(?:[a-z]{3,9}\s\d|\d{1,2}\s[a-z]{3}|\d{1,4}[./-]\d)/gi;

/** Characters between the date and `wrote:`, included: a name, an address, a time. */
const MAX_WROTE = 206;

const SIGNATURE = /^(--|—|__)\s*$/;

const DEVICE = /^(sent (from|via|with) (my\b|mail\b|outlook|yahoo|samsung|proton)|get outlook for|von meinem)/i;

const SIGN_OFF =
  /^(best|best wishes|all the best|(best|kind|kindest|warm|warmest|many|with best|with kind) (regards|thanks|wishes)|regards|thanks|thank you|many thanks|cheers|sincerely( yours)?|yours (sincerely|truly|faithfully)|respectfully|br|rgds|kr|thx)[,.!]?$/i;

const DISCLAIMER =
  /^(this (e-?mail|message|communication)\b.*\b(confidential|intended)|confidential(ity)? notice|disclaimer:)/i;

/** The unsubscribe line below a message: what to do, and what for. */
const FOOTER_ACTION = /\b(?:reply|respond|click|answer)\b/i;
const FOOTER_END = /unsubscribe|stop|opt[- ]?out|no thanks/i;
const FOOTER = /\bto (?:unsubscribe|opt[- ]?out)\b|^unsubscribe\s*[|·<]/i;

const GREETING = /^(hi|hello|hey|dear|good (morning|afternoon|evening|day))\b[^.!?\n]{0,40}[,:!.]?$/i;

/** One to four capitalized words: the sender's name. */
const isName = (line: string) => /^\p{Lu}[\p{L}.'-]*( \p{Lu}[\p{L}.'-]*){0,3}$/u.test(line);

/** Lines a signature has at most; more after a sign-off are more of the message. */
const MAX_SIGNATURE_LINES = 8;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" };

/** Elements whose text is not the sender's; quoted text leaves a line break. */
const LEFT_OUT = new Map([
  ['style', { end: /<\/style\s?>/gi, instead: '' }],
  ['script', { end: /<\/script\s?>/gi, instead: '' }],
  ['head', { end: /<\/head\s?>/gi, instead: '' }],
  ['blockquote', { end: /<\/blockquote\s?>/gi, instead: '\n' }],
]);

const TAG = /^\/?[a-z][a-z0-9]*/i;
const ENDS_LINE = /^(?:br|\/(?:p|div|li|tr|h\d))$/;
const GMAIL_BELOW = /class="?gmail_(?:quote|signature)/i;

/** Parses HTML in one pass; an unclosed element extends to the end of the text. */
function textOfHtml(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    parts.push(html.slice(at, open));
    const tag = TAG.exec(html.slice(open + 1, open + 20))?.[0].toLowerCase();
    const close = html.indexOf('>', open);
    if (close < 0) {
      at = open;
      break;
    }
    at = close + 1;
    if (tag === undefined && !/[!?/]/.test(html.charAt(open + 1))) {
      parts.push('<');
      at = open + 1;
      continue;
    }
    if (tag === 'div' && GMAIL_BELOW.test(html.slice(open, Math.min(close, open + MAX_LINE)))) return asText(parts);
    const left = LEFT_OUT.get(tag ?? '');
    if (left !== undefined) {
      parts.push(left.instead);
      left.end.lastIndex = at;
      if (left.end.exec(html) === null) return asText(parts);
      at = left.end.lastIndex;
    } else if (ENDS_LINE.test(tag ?? '')) parts.push('\n');
  }
  parts.push(html.slice(at));
  return asText(parts);
}

const asText = (parts: readonly string[]) =>
  parts.join('').replaceAll(/&(\w{1,8}|#39);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);

function isFooter(line: string): boolean {
  const action = FOOTER_ACTION.exec(line);
  return (action !== null && FOOTER_END.test(line.slice(action.index + action[0].length))) || FOOTER.test(line);
}

/** Where a quote begins in a line, for mail programs that keep no line breaks; -1 without a quote. */
function wroteInline(line: string): number {
  for (const { index, 0: dated } of line.matchAll(DATED)) {
    const end = index + dated.length;
    if (/\bwrote:/i.test(line.slice(end, end + MAX_WROTE))) return index;
  }
  return -1;
}

/** Lines that are the sender's own: without quoted ones, in whatever order they stand. */
function ownLines(text: string): string[] {
  const lines = text.split('\n', MAX_LINES).map((line) => line.trim());
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const whole = lines[at]!;
    const line = whole.slice(0, MAX_LINE);
    if (line.startsWith('>') || line.startsWith('|')) continue;
    if (line === '') {
      own.push(line);
      continue;
    }
    const wrote = WROTE.test(line) ? 1 : /^on\b/i.test(line) && WROTE.test(`${line} ${firstOf(lines[at + 1])}`) ? 2 : 0;
    if (wrote > 0) {
      // Quotes with marks may be answered below; without marks nothing below can be separated from the quote.
      let next = at + wrote;
      while (lines[next] === '') next += 1;
      if (lines[next]?.startsWith('>') !== true) return own;
      at += wrote - 1;
      continue;
    }
    const isFrom = /^\*?from:/i.test(line);
    const headers = () => lines.slice(at, at + 4).filter((each) => HEADER.test(firstOf(each))).length;
    if (QUOTE_BELOW.some((pattern) => pattern.test(line)) || (isFrom && headers() >= 2)) return own;
    const inline = wroteInline(whole);
    if (inline >= 0) {
      own.push(whole.slice(0, inline));
      return own;
    }
    if (!isFooter(line)) own.push(whole);
  }
  return own;
}

const firstOf = (line = '') => line.slice(0, MAX_LINE);

/** Where the signature begins, or the number of lines without one. */
function signatureAt(lines: readonly string[]): number {
  const filled = lines.flatMap((line, at) => (line === '' ? [] : [{ line: firstOf(line), at }]));
  let said = false;
  for (const [index, { line, at }] of filled.entries()) {
    if (SIGNATURE.test(line) || DEVICE.test(line) || DISCLAIMER.test(line)) return at;
    if (SIGN_OFF.test(line) && filled.length - index - 1 <= MAX_SIGNATURE_LINES) {
      const after = filled.slice(index + 1);
      if (said || (!/^th/i.test(line) && after.some((each) => isName(each.line)))) return at;
    }
    if (!GREETING.test(line)) said = true;
  }
  return lines.length;
}

/**
 * A reply's own text: without the quoted original above or below it, its greeting and its signature. Takes plain
 * text or HTML.
 */
export function newWordsOf(reply: string): string {
  const read = reply.slice(0, MAX_REPLY);
  const tag = /<(?:html|body|div|p|br|blockquote|span)\b/i.exec(read);
  const isHtml = tag !== null && read.includes('>', tag.index);
  const text = (isHtml ? textOfHtml(read) : read).replaceAll(/\r\n?/g, '\n').replaceAll(/[\u00a0\u200b]/g, ' ');
  const lines = ownLines(text);
  return lines
    .slice(0, signatureAt(lines))
    .filter((line, at) => !(at <= 1 && line.length < 50 && GREETING.test(line)))
    .join('\n')
    .trim();
}
