import type { Token } from './tokens.ts';
import { isNumber, tokensOf } from './tokens.ts';
import { isKnown, isOneSlip } from './vocabulary.ts';

/** A company of the workspace, as a question may name it. */
export type Company = { id: string; name: string | null; domain?: string | null };

const LEGAL_FORMS = new Set(
  `inc incorporated corp corporation co company ltd limited llc llp lp plc gmbh ag kg se sa sas sarl srl spa bv nv ab as asa
   oy aps pty pte kk group holding holdings`.split(/\s+/),
);

/** The words a company is called by, without its legal form. */
function coreOf(name: string): string[] {
  const words = tokensOf(name).map(({ word }) => word);
  if (words[0] === 'the' && words.length > 1) words.shift();
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1)!)) words.pop();
  return words;
}

/** The first word of every name that could be meant, to look accounts up by, as the database's `first_word` has it. */
export function firstWordsIn(tokens: readonly Token[]): string[] {
  const words = tokens
    .filter((token) => (token.capital && !token.initial) || !isKnown(token.stem))
    // A number counts as a value in a question, and stands as written in a name: 3M.
    .flatMap((token) => [
      token.word,
      ...(isNumber(token) ? [token.text.toLowerCase()] : []),
      token.word.replace(/s$/, ''),
    ]);
  return [...new Set(words)].slice(0, 100);
}

const isSame = (token: Token, word: string) => token.word === word || token.word === `${word}s`;

/** A word alone can name a company when it is no word of the language, or is written as a name. */
const canNameAlone = (token: Token) => !isKnown(token.stem) || (token.capital && !token.initial);

/** How many words of the text, from `at` on, name the company. */
function lengthAt(core: readonly string[], tokens: readonly Token[], at: number): number {
  if (core.every((word, index) => tokens[at + index] !== undefined && isSame(tokens[at + index]!, word))) {
    if (core.length === 1 && !canNameAlone(tokens[at]!)) return 0;
    const after = tokens[at + core.length];
    return core.length + (after !== undefined && LEGAL_FORMS.has(after.word) ? 1 : 0);
  }
  for (let length = core.length - 1; length > 1; length -= 1) {
    if (core.slice(0, length).every((word, index) => tokens[at + index] && isSame(tokens[at + index]!, word)))
      return length;
  }
  const token = tokens[at]!;
  if (core.length < 2 || !canNameAlone(token)) return 0;
  if (token.word === core.join('')) return 1;
  const initials = core.map((word) => word[0]).join('');
  if (core.length > 2 && token.text === initials.toUpperCase()) return 1;
  return core[0]!.length > 2 && isSame(token, core[0]!) ? 1 : 0;
}

/** Words that name a company, or several that begin alike. */
export type Mention = { companies: Company[]; from: number; length: number };

/**
 * Where a text names companies. `own` wins over another company that would be named by the same words; a longer name
 * wins over a shorter one.
 */
export function mentionsIn(tokens: readonly Token[], own: Company | undefined, others: readonly Company[]): Mention[] {
  const cores = [...(own === undefined ? [] : [own]), ...others].flatMap((company) => {
    const names = [company.name, company.domain?.replace(/\.[^.]+$/, '')].filter((name) => typeof name === 'string');
    return names.map((name) => ({ company, core: coreOf(name) })).filter(({ core }) => core.length > 0);
  });
  const found: Mention[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    let best: Mention | undefined;
    for (const { company, core } of cores) {
      const length = lengthAt(core, tokens, from);
      if (length > (best?.length ?? 0)) best = { companies: [company], from, length };
      else if (length > 0 && length === best?.length && !best.companies.includes(company)) best.companies.push(company);
    }
    if (best === undefined) continue;
    found.push(best);
    from += best.length - 1;
  }
  if (own?.name && !found.some(({ companies }) => companies[0] === own)) {
    const [first = ''] = coreOf(own.name);
    const taken = new Set(found.flatMap(({ from, length }) => Array.from({ length }, (_, index) => from + index)));
    const slip = tokens.findIndex(
      (token, index) => !taken.has(index) && first.length > 3 && !isKnown(token.stem) && isOneSlip(token.word, first),
    );
    if (slip >= 0) found.push({ companies: [own], from: slip, length: 1 });
  }
  return found;
}

const WITH = new Set(
  `with versus vs against from than over alongside like using use uses used evaluate evaluating evaluated consider
   considering considered compare comparing compared replace replacing replaced replaces choose chose chosen choosing pick
   picked leave leaving left mention mentioned mentions called named beat beats beating lose losing lost between and or to
   pilot piloting trial testing test called bring up prefer prefers preferred pick dropping drop dropped into join joined
   joining running runs run on considering about love like likes dislike dislikes hate knows know met meet bought buy acquire acquired
   also including include partner partnering other incumbent competitor vendor supplier rival`.split(/\s+/),
);

/**
 * Whether a question is about the company it names there, rather than about what the account has to do with it: asked
 * `at Globex` or `Globex's`, not `against Globex`.
 */
export function isAbout(tokens: readonly Token[], { from, length }: Mention): boolean {
  const last = tokens[from + length - 1]!;
  if (last.owns) return true;
  const before = tokens[from - 1];
  if (before === undefined) return true;
  return !WITH.has(before.word) && !WITH.has(before.stem);
}
