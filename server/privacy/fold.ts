import { asciiDigit } from './spellings.ts';

/** A text in one way of writing, with where each unit came from. */
export type Folded = { text: string; from: number[]; to: number[] };

/** Characters without a width: soft hyphens, joiners, marks of direction, variation selectors; of a class of characters. */
export const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe00-\\ufe0f\\ufeff';

const IS_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u');
const IS_APOSTROPHE = /[\u0060\u00b4\u02b9\u02bc\u2018-\u201b\u2032\uff07]/u;
const IS_QUOTE = /[\u00ab\u00bb\u201c-\u201f\u2033\uff02]/u;
/** Hyphens; dashes are none. */
const IS_HYPHEN = /[\u2010\u2011\ufe63\uff0d]/u;
/** Numbers of footnotes, which belong neither to a word nor to a number. */
const IS_RAISED = /[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]/u;
/** Other shapes of letters, digits and signs: full-width, ligatures, small forms, mathematical ones. */
const IS_SHAPE = /[\ufb00-\ufb06\ufe50-\ufe6b\uff01-\uffe6\u{1d400}-\u{1d7ff}]/u;

const IS_DIGIT = /\p{Nd}/u;

/** What tags and raised digits are folded to: a sign that may stand around any word. */
const MARK = '*';

const ENTITY =
  /&(?:amp;){0,2}(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<letter>[a-z])(?<accent>uml|acute|grave|circ|tilde|cedil|ring|caron)|(?<name>[a-z]{2,8}));/iy;

const COMBINING: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};

const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  tab: ' ',
  newline: ' ',
  shy: '\u00ad',
  zwj: '\u200d',
  zwnj: '\u200c',
  commat: '@',
  period: '.',
  comma: ',',
  hyphen: '-',
  dash: '-',
  ndash: '\u2013',
  mdash: '\u2014',
  lowbar: '_',
  plus: '+',
  sol: '/',
  lpar: '(',
  rpar: ')',
  middot: '\u00b7',
  bull: '\u2022',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  lsquo: "'",
  rsquo: "'",
  ldquo: '"',
  rdquo: '"',
  szlig: 'ß',
  oslash: 'ø',
  aelig: 'æ',
};

/** Bytes of an address on the web that are neither letters nor digits of ASCII. */
const PERCENT =
  /%(?:(?<ascii>[0-2][\da-f]|3[a-f]|40|5[b-f]|60|7[b-f])|(?<wide>c[2-9a-f]%[89ab][\da-f]|d[\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-4](?:%[89ab][\da-f]){3}))/iy;

/** Such bytes in quoted-printable, where a line may end within those of one letter. */
const QUOTED = new RegExp(PERCENT.source.replaceAll('%[', '(?:=\\r?\\n)?%[').replaceAll('%', '='), 'iy');

/** The end of a line in quoted-printable that the text has none at, also as JSON has it. */
const SOFT_END = /=(?:\r?\n|(?:\\r)?\\n)/y;

/** Characters as texts within JSON and programs are written. */
const ESCAPED = /\\u(?<hex>[\da-f]{4})/iy;
const LINE_END = /\\(?:r\\)?n/y;
/** What Markdown has a backslash before. */
const ESCAPABLE = /[!-/:-@[-`{-~]/;

const TAG =
  /<\/?(?:(?<block>br|p|div|td|th|tr|li|ul|ol|h[1-6])|a|b|i|u|s|em|strong|span|font|mark|small|code|sup|sub|wbr)(?<attributes>\s[^<>]{0,1000}|\/)?>/iy;

/** How addresses are hidden from programs that collect them: `dana (at) x (dot) example`. */
const HIDDEN = / ?[([{<] ?(?:(?<at>at|@)|dot|\.) ?[)\]}>] ?/iy;

/** What every text is mostly of, and is never written otherwise. */
const PLAIN = /[a-z\d]+/iy;

type Decoded = { point: string; length: number };

/**
 * What a text may be besides plain: lines of quoted-printable, where `=20` is a blank, and HTML, where a tag shows nothing
 * of its attributes. Both hide what a plain text shows, such as the number in `tel=2030123` and the address of a link.
 */
export type Reading = { quoted: boolean; html: boolean };

const IS_QUOTED = /=(?:[\da-f]{2}|\r?\n|\\r|\\n)/i;
const IS_HTML = /<\/?[a-z][a-z1-6]{0,5}\s[^<>]{0,1000}>/i;

const AS_WRITTEN: Reading = { quoted: false, html: false };

/** The ways to read a text: a name may show in one of them alone. */
export function readingsOf(text: string): Reading[] {
  const quoted = text.includes('=') && IS_QUOTED.test(text);
  const readings = [AS_WRITTEN];
  if (quoted) readings.push({ quoted, html: false });
  if (text.includes('<') && IS_HTML.test(text)) readings.push({ quoted, html: true });
  return readings;
}

/** What a pattern finds at a place of a text. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function ofCode(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : ' ';
}

function entityAt(text: string, at: number): Decoded | undefined {
  const match = matchAt(ENTITY, text, at);
  if (match === null) return undefined;
  const { decimal, hex, letter, accent, name } = match.groups!;
  const { length } = match[0];
  if (decimal !== undefined) return { point: ofCode(decimal, 10), length };
  if (hex !== undefined) return { point: ofCode(hex, 16), length };
  if (letter !== undefined) return { point: `${letter}${COMBINING[accent!.toLowerCase()]!}`, length };
  const point = NAMED[name!.toLowerCase()];
  return point === undefined ? undefined : { point, length };
}

function bytesAt(pattern: RegExp, text: string, at: number): Decoded | undefined {
  const match = matchAt(pattern, text, at);
  if (match === null) return undefined;
  const { ascii } = match.groups!;
  const { length } = match[0];
  if (ascii !== undefined) return { point: ofCode(ascii, 16), length };
  try {
    return { point: decodeURIComponent(match[0].replaceAll(/=\r?\n/g, '').replaceAll('=', '%')), length };
  } catch {
    return undefined;
  }
}

function quotedAt(text: string, at: number): Decoded | undefined {
  const end = matchAt(SOFT_END, text, at);
  return end === null ? bytesAt(QUOTED, text, at) : { point: '', length: end[0].length };
}

function backslashAt(text: string, at: number): Decoded | undefined {
  const match = matchAt(ESCAPED, text, at);
  if (match !== null) return { point: ofCode(match.groups!['hex']!, 16), length: match[0].length };
  const line = matchAt(LINE_END, text, at);
  if (line !== null) return { point: ' ', length: line[0].length };
  return ESCAPABLE.test(text[at + 1] ?? '') ? { point: '', length: 1 } : undefined;
}

function tagAt(text: string, at: number, isHtml: boolean): Decoded | undefined {
  const match = matchAt(TAG, text, at);
  if (match === null) return undefined;
  const { block, attributes = '' } = match.groups!;
  if (!isHtml && /[^\s/]/.test(attributes)) return undefined;
  return { point: block === undefined ? MARK : ' ', length: match[0].length };
}

function hiddenAt(text: string, at: number): Decoded | undefined {
  const match = matchAt(HIDDEN, text, at);
  if (match === null) return undefined;
  return { point: match.groups!['at'] === undefined ? '.' : '@', length: match[0].length };
}

/** What is written otherwise than by itself at a place of a text. */
function decodedAt(text: string, at: number, { quoted, html }: Reading): Decoded | undefined {
  switch (text[at]) {
    case '&':
      return entityAt(text, at);
    case '%':
      return bytesAt(PERCENT, text, at);
    case '=':
      return quoted ? quotedAt(text, at) : undefined;
    case '\\':
      return backslashAt(text, at);
    case '<':
      return tagAt(text, at, html) ?? hiddenAt(text, at);
    case ' ':
    case '(':
    case '[':
    case '{':
      return hiddenAt(text, at);
    default:
      return undefined;
  }
}

/** A character in lower case, of the plainest shape, with its accents apart. */
function plainOf(point: string): string {
  if (point.length === 1 && point < '\u0080') return point === '`' ? "'" : point.toLowerCase();
  if (IS_INVISIBLE.test(point)) return '';
  if (IS_APOSTROPHE.test(point)) return "'";
  if (IS_QUOTE.test(point)) return '"';
  if (IS_HYPHEN.test(point)) return '-';
  if (IS_RAISED.test(point)) return MARK;
  if (IS_SHAPE.test(point)) return point.normalize('NFKD').toLowerCase();
  return IS_DIGIT.test(point) ? asciiDigit(point) : point.normalize('NFD').toLowerCase();
}

/** What ends a line or stands between words. */
const isSpace = (point: string) => point === ' ' || (/\s/u.test(point) && point !== '\ufeff');

/**
 * A text in one case, one way of writing accents and one shape of letters and digits; spaces are one blank, invisible
 * characters nothing. Entities of HTML, `%40` of web addresses and `(at)` are what they stand for, tags what they show.
 */
export function fold(text: string, reading = AS_WRITTEN): Folded {
  const parts: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const write = (unit: string, start: number, end: number) => {
    parts.push(unit);
    for (let n = 0; n < unit.length; n += 1) {
      from.push(start);
      to.push(end);
    }
  };
  let at = 0;
  while (at < text.length) {
    const run = matchAt(PLAIN, text, at);
    if (run !== null) {
      for (const char of run[0].toLowerCase()) {
        parts.push(char);
        from.push(at);
        to.push((at += 1));
      }
      continue;
    }
    const decoded = decodedAt(text, at, reading);
    const point = decoded?.point ?? String.fromCodePoint(text.codePointAt(at)!);
    const end = at + (decoded?.length ?? point.length);
    const last = parts.at(-1);
    if (isSpace(point)) {
      if (last !== ' ' && last !== '@') write(' ', at, end);
    } else {
      const unit = plainOf(point);
      // Blanks around the sign of an e-mail address say nothing; `@dana` begins a word.
      if (unit === '@' && last === ' ' && isSpace(text[end] ?? '')) {
        parts.pop();
        from.pop();
        to.pop();
      }
      // Tags show one thing together.
      const isShown = unit !== MARK || last !== MARK || decoded === undefined;
      if (unit !== '' && isShown) write(unit, at, end);
    }
    at = end;
  }
  return { text: parts.join(''), from, to };
}
