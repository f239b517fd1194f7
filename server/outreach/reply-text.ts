/** Where somebody else's words begin: what a mail program puts above what it quotes. */
const QUOTE_BELOW = [
  /^-{2,}\s*(original|forwarded) message\s*-{2,}/i,
  /^begin forwarded message:/i,
  /^_{8,}\s*$/,
  /^\*?from:\*?\s.*\b(sent|date|to|subject):/i,
];

const HEADER = /^\*?(from|sent|date|to|cc|subject):\*?\s/i;

const WROTE = /^on\b.{3,300}\bwrote:\s*$/i;

/** A quote's first line as a program shows it that keeps no line breaks. */
const WROTE_INLINE =
  /(?:^|\s)on\s(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s)?(?:[a-z]{3,9}\s\d|\d{1,2}\s[a-z]{3}|\d{1,4}[./-]\d)[^\n]{0,200}?\bwrote:/i;

const SIGNATURE = /^(--|—|__)\s*$/;

const DEVICE = /^(sent (from|via|with) (my\b|mail\b|outlook|yahoo|samsung|proton)|get outlook for|von meinem)/i;

const SIGN_OFF =
  /^(best|best wishes|all the best|(best|kind|kindest|warm|warmest|many|with best|with kind) (regards|thanks|wishes)|regards|thanks|thank you|many thanks|cheers|sincerely( yours)?|yours (sincerely|truly|faithfully)|respectfully|br|rgds|kr|thx)[,.!]?$/i;

const DISCLAIMER =
  /^(this (e-?mail|message|communication)\b.*\b(confidential|intended)|confidential(ity)? notice|disclaimer:)/i;

/** The way out that senders offer below their message. */
const FOOTER =
  /\b(?:reply|respond|click|answer)\b.*["'“”]?(?:unsubscribe|stop|opt[- ]?out|no thanks)["'“”]?|\bto (?:unsubscribe|opt[- ]?out)\b|^unsubscribe\s*[|·<]/i;

const GREETING = /^(hi|hello|hey|dear|good (morning|afternoon|evening|day))\b[^.!?\n]{0,40}[,:!.]?$/i;

/** One to four words, each with a capital: whoever signs. */
const isName = (line: string) => /^\p{Lu}[\p{L}.'-]*( \p{Lu}[\p{L}.'-]*){0,3}$/u.test(line);

/** Lines a signature has at most; more after a sign-off are more of the message. */
const MOST_SIGNATURE_LINES = 8;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" };

function textOfHtml(html: string): string {
  return html
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<(blockquote)\b[\s\S]*?(<\/\1>|$)/gi, '\n')
    .replaceAll(/<div[^>]*class="?gmail_(quote|signature)[\s\S]*$/gi, '')
    .replaceAll(/<br\s*\/?>|<\/(p|div|li|tr|h\d)>/gi, '\n')
    .replaceAll(/<[^>]{1,2000}>/g, '')
    .replaceAll(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}

/** Lines that are the sender's own: without quoted ones, in whatever order they stand. */
function ownLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.startsWith('>') || line.startsWith('|')) continue;
    const wrapped = `${line} ${lines[at + 1] ?? ''}`;
    const wrote = WROTE.test(line) ? 1 : /^on\b/i.test(line) && WROTE.test(wrapped) ? 2 : 0;
    if (wrote > 0) {
      // What is quoted with marks may be answered below it; without them nothing below can be told from the quote.
      const next = lines.slice(at + wrote).find((each) => each !== '');
      if (next?.startsWith('>') !== true) return own;
      at += wrote - 1;
      continue;
    }
    const headers = lines.slice(at, at + 4).filter((each) => HEADER.test(each)).length;
    if (QUOTE_BELOW.some((pattern) => pattern.test(line)) || (/^\*?from:/i.test(line) && headers >= 2)) return own;
    const inline = WROTE_INLINE.exec(line);
    if (inline !== null) {
      own.push(line.slice(0, inline.index));
      return own;
    }
    if (!FOOTER.test(line)) own.push(line);
  }
  return own;
}

/** Where the signature begins, or the number of lines when there is none. */
function signatureAt(lines: readonly string[]): number {
  let said = false;
  for (const [at, line] of lines.entries()) {
    if (line === '') continue;
    if (SIGNATURE.test(line) || DEVICE.test(line) || DISCLAIMER.test(line)) return at;
    const after = lines.slice(at + 1).filter((each) => each !== '');
    if (
      SIGN_OFF.test(line) &&
      after.length <= MOST_SIGNATURE_LINES &&
      (said || (!/^th/i.test(line) && after.some(isName)))
    )
      return at;
    if (!GREETING.test(line)) said = true;
  }
  return lines.length;
}

/**
 * What a reply itself says: without the quoted original above or below it, its greeting and its signature. Takes plain
 * text or HTML.
 */
export function newWordsOf(reply: string): string {
  const isHtml = /<(html|body|div|p|br|blockquote|span)\b[^>]*>/i.test(reply);
  const text = (isHtml ? textOfHtml(reply) : reply).replaceAll(/\r\n?/g, '\n').replaceAll(/[\u00a0\u200b]/g, ' ');
  const lines = ownLines(text);
  return lines
    .slice(0, signatureAt(lines))
    .filter((line, at) => !(at <= 1 && GREETING.test(line) && line.length < 50))
    .join('\n')
    .trim();
}
