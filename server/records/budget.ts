/**
 * Answers that agents can afford: lists are cut to a number of tokens, and long texts to excerpts. Whatever is cut says
 * so, and the rest can be read by a cursor or by id.
 */

/** What an answer may hold in tokens, with room for a tokenizer that counts more than we estimate. */
export const MOST_TOKENS = 5_600;

/** What a character weighs, in hundredths of a token: words, digits, blanks, other ASCII, the rest. */
const weigh = (code: number): number => {
  if (code > 0x2e7f) return 150;
  if (code > 0x7f) return 80;
  if ((code >= 97 && code <= 122) || code === 32) return 24;
  if (code >= 48 && code <= 57) return 75;
  return 45;
};

/** An id's 26 characters are some 17 tokens, more than their letters tell. */
const ID = 900;

const IDS = /"[a-z]{2,4}_[0-9a-z]{26}"/g;
const IS_ID = /^[a-z]{2,4}_[0-9a-z]{26}$/;
const [SHORTEST_ID, LONGEST_ID] = [29, 31];

/** What characters of ASCII weigh. */
const WEIGHTS = Uint8Array.from({ length: 0x80 }, (_, code) => weigh(code));

/** A character of the JSON around values: a quotation mark, a bracket, a comma. */
const MARK = 45;

function weightOfJson(json: string): number {
  let weight = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    weight += code < 0x80 ? WEIGHTS[code]! : weigh(code);
  }
  return weight + ID * (json.match(IDS)?.length ?? 0);
}

/** Tokens of a text as JSON, estimated from above; linear in its length. */
export const estimateTokens = (json: string): number => Math.ceil(weightOfJson(json) / 100);

/** `WEIGHTS`, but 0 for what JSON escapes: quotation marks, backslashes, control characters. */
const PLAIN = WEIGHTS.map((weight, code) => (code < 32 || code === 34 || code === 92 ? 0 : weight));

function weightOfText(text: string): number {
  let weight = 2 * MARK;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const each = code < 0x80 ? PLAIN[code]! : weigh(code);
    // A lone surrogate is escaped, too.
    if (each === 0 || (code >= 0xd800 && code <= 0xdfff)) return weightOfJson(JSON.stringify(text));
    weight += each;
  }
  return text.length >= SHORTEST_ID && text.length <= LONGEST_ID && IS_ID.test(text) ? weight + ID : weight;
}

/** What a value weighs as JSON, without writing it: lists are weighed again and again as they are cut. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return weightOfText(value);
  if (typeof value !== 'object' || value === null) return weightOfJson(JSON.stringify(value) ?? 'null');
  // Each member has a mark after it: a comma, the last one the closing bracket.
  let weight = MARK;
  if (Array.isArray(value)) {
    for (const part of value) weight += weightOf(part) + MARK;
  } else {
    for (const name of Object.keys(value)) {
      const part = (value as Record<string, unknown>)[name];
      if (part !== undefined) weight += weightOfText(name) + MARK + weightOf(part) + MARK;
    }
  }
  return weight === MARK ? 2 * MARK : weight;
}

/** Tokens of a value of JSON, estimated from above. */
export const tokensOf = (value: unknown): number => Math.ceil(weightOf(value) / 100);

/** Characters of a text at which excerpts are tried: the longest that lets a whole list in is taken. */
export const EXCERPTS = [4_000, 1_200, 400] as const;

/** And to which they are cut when not even one item fits. */
const SHORTER = [160, 40] as const;

/** The beginning of a text, with an ellipsis where it was cut; never half a character. */
export function excerptOf(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

/** A value whose texts, at any depth, are excerpts; what needs no cut is the value itself. */
export function excerptsIn<Value>(value: Value, most: number): Value {
  if (typeof value === 'string') return excerptOf(value, most) as Value;
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[name];
    if (typeof part === 'string' ? part.length <= most : typeof part !== 'object') continue;
    const cut = excerptsIn(part, most);
    if (cut === part) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = cut;
  }
  return (copy ?? value) as Value;
}

/** What is left of a number of characters after a value's texts and members, each counted up to 300; stops below zero. */
function spare(value: unknown, characters: number): number {
  if (typeof value !== 'object' || value === null) return characters - Math.min(300, String(value).length) - 2;
  let left = characters;
  for (const [name, part] of Object.entries(value)) {
    left = spare(part, left - name.length);
    if (left < 0) return left;
  }
  return left;
}

/** Most names of facts that are named when they are left out. */
const NAMED = 20;

/**
 * Facts within a number of tokens: first those that fit. `omitted` names facts that are left out, and how many
 * more there are.
 */
export function fitFacts<Facts extends Record<string, unknown>>(facts: Facts, tokens: number) {
  const kept: Record<string, unknown> = {};
  const omitted: string[] = [];
  let left = tokens;
  for (const [name, value] of Object.entries(facts)) {
    // Large ones are left out unread: an account's records may hold megabytes of them.
    const shown: unknown = spare(value, 4 * left) < 0 ? undefined : excerptsIn(value, 300);
    const cost = shown === undefined ? Infinity : tokensOf({ [name]: shown });
    if (cost <= left) {
      kept[name] = shown;
      left -= cost;
    } else omitted.push(excerptOf(name, 40));
  }
  if (omitted.length > NAMED) omitted.splice(NAMED, Infinity, `… and ${omitted.length - NAMED} more`);
  return { facts: kept as Facts, omitted };
}

/** A list before it is cut: its items with texts cut at a length, and the least it may be given. */
export type Wanted<Item> = { items: readonly Item[]; cut(item: Item, most: number): Item };

type Lists<Items> = { [list in keyof Items]: Wanted<Items[list]> };

/** How many tokens each list gets: small ones what they need, the large ones equal shares of the rest. */
function sharesOf(needs: readonly number[], tokens: number): number[] {
  const shares = needs.map(() => 0);
  let left = tokens;
  const byNeed = needs.map((need, at) => ({ need, at })).sort((a, b) => a.need - b.need);
  for (const [n, { need, at }] of byNeed.entries()) {
    shares[at] = Math.min(need, Math.floor(left / (byNeed.length - n)));
    left -= shares[at]!;
  }
  return shares;
}

/** The first item, cut shorter until it fits: a page holds one at least. */
function firstOf<Item>({ items, cut }: Wanted<Item>, tokens: number): Item {
  const tried = SHORTER.map((most) => cut(items[0]!, most));
  return tried.find((item) => tokensOf(item) <= tokens) ?? tried.at(-1)!;
}

/** Items as they would be shown, what each costs, and all of them together. */
type Cut = { shown: unknown[]; costs: number[]; sum: number };

/**
 * Items of a list, up to the first one with which they cost more than `tokens`: what is behind that fits nowhere.
 * @param longer the same with longer excerpts: what is not cut any shorter costs as much
 */
function cutTo({ items, cut }: Wanted<unknown>, most: number, tokens: number, longer?: Cut): Cut {
  const result: Cut = { shown: [], costs: [], sum: 0 };
  for (const [at, each] of items.entries()) {
    const item = cut(each, most);
    const cost = item === longer?.shown[at] ? longer!.costs[at]! : tokensOf(item) + 1;
    result.shown.push(item);
    result.costs.push(cost);
    result.sum += cost;
    if (result.sum > tokens) break;
  }
  return result;
}

/**
 * Lists cut to a number of tokens together: texts to the longest excerpts with which a list's share holds all of it, else
 * as many items as fit, one at least.
 */
export function fitLists<Items extends Record<string, unknown>>(
  lists: Lists<Items>,
  tokens: number,
): { [list in keyof Items]: Items[list][] } {
  const names = Object.keys(lists);
  const longest = names.map((name) => cutTo(lists[name] as Wanted<unknown>, EXCERPTS[0], tokens));
  const shares = sharesOf(
    longest.map(({ sum }) => sum),
    tokens,
  );
  return Object.fromEntries(
    names.map((name, at) => {
      const share = shares[at]!;
      let tried = longest[at]!;
      for (const most of EXCERPTS.slice(1)) {
        if (tried.sum <= share) break;
        tried = cutTo(lists[name] as Wanted<unknown>, most, share, tried);
      }
      const { shown, costs } = tried;
      let left = share;
      const fits = costs.findIndex((cost) => (left -= cost) < 0);
      if (fits < 0) return [name, shown];
      return [name, fits > 0 ? shown.slice(0, fits) : [firstOf(lists[name] as Wanted<unknown>, share)]];
    }),
  ) as never;
}
