import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { toUnicodeSet } from 'regexp-ast-analysis';
import { atomsOf, type Atom, type Range, type CharClass } from './alphabet.ts';

/** A repeat with a wider range of turns than this is treated as unbounded: each turn costs time. */
const MAX_TURNS = 32;

/** Most steps without a character in one pattern; more is refused as too complex. */
const MAX_STEPS = 2_000_000;

/** Most positions in one pattern, its repeats expanded. */
const MAX_PLACES = 50_000;

/** A pattern that cannot be analysed; the message says why. */
export class Unprovable extends Error {}

type Assertion = 'start' | 'lineStart' | 'end' | 'lineEnd' | 'boundary' | 'within' | 'around';
/** The first successor of a loop is its body, which leads back to it. */
type Node = { set?: readonly Range[]; next: Node[]; assertion?: Assertion; ends?: boolean; loops?: boolean };

/** A position in the pattern after a character of one class was read. */
export type State = {
  readonly mask: bigint;
  /** From here the search may succeed, whatever follows: nothing more can fail. */
  settled: boolean;
  readonly next: { to: number; twice: boolean }[];
};

export type Automaton = { readonly states: State[]; readonly atoms: readonly Atom[] };

/** Builds the steps of a pattern from its end to its beginning, so that each has its successor. */
class Builder {
  readonly sets: Node[] = [];
  flags: Pick<AST.Flags, 'ignoreCase' | 'multiline' | 'dotAll' | 'unicode' | 'unicodeSets'>;
  readonly #open = new Set<AST.Node>();

  constructor(flags: AST.Flags) {
    this.flags = flags;
  }

  any(alternatives: readonly AST.Alternative[], then: Node): Node {
    return { next: alternatives.map((each) => this.row(each.elements, then)) };
  }

  row(elements: readonly AST.Element[], then: Node): Node {
    return elements.reduceRight((after, element) => this.element(element, after), then);
  }

  read(ranges: readonly Range[], then: Node): Node {
    const node = { set: ranges, next: [then] };
    if (this.sets.push(node) > MAX_PLACES) throw new Unprovable('too long when its repeats are written out');
    return node;
  }

  element(element: AST.Element, then: Node): Node {
    switch (element.type) {
      case 'Group':
        return this.group(element, then);
      case 'CapturingGroup':
        return this.any(element.alternatives, then);
      case 'Quantifier':
        return this.repeat(element, then);
      case 'Assertion':
        return this.assertion(element, then);
      case 'Backreference':
        return this.repeated(element, then);
      default: {
        const { chars, accept } = toUnicodeSet(element, this.flags);
        if (accept.wordSets.length > 0) throw new Unprovable('sets of strings are not looked into');
        return this.read(chars.ranges, then);
      }
    }
  }

  /** A group may have flags of its own: `(?i:…)`. */
  group({ modifiers, alternatives }: AST.Group, then: Node): Node {
    const outer = this.flags;
    const { ignoreCase, multiline, dotAll, unicode, unicodeSets } = outer;
    const flags = { ignoreCase, multiline, dotAll, unicode, unicodeSets };
    for (const name of ['ignoreCase', 'multiline', 'dotAll'] as const) {
      if (modifiers?.add[name] === true) flags[name] = true;
      if (modifiers?.remove?.[name] === true) flags[name] = false;
    }
    this.flags = flags;
    const node = this.any(alternatives, then);
    this.flags = outer;
    return node;
  }

  /** A back reference: treated as anything that the group can read. */
  repeated({ resolved }: AST.Backreference, then: Node): Node {
    const groups = Array.isArray(resolved) ? resolved : [resolved];
    if (groups.some((group) => this.#open.has(group))) throw new Unprovable('a group repeats itself');
    for (const group of groups) this.#open.add(group);
    const node = { next: groups.map((group) => this.any(group.alternatives, then)) };
    for (const group of groups) this.#open.delete(group);
    return node;
  }

  repeat({ element, min, max }: AST.Quantifier, then: Node): Node {
    if (max - min > MAX_TURNS) {
      const loop: Node = { next: [], loops: true };
      loop.next.push(this.element(element, loop), then);
      return this.times(element, min, loop);
    }
    let node: Node = then;
    for (let turn = min; turn < max; turn += 1) node = { next: [this.element(element, node), then] };
    return this.times(element, min, node);
  }

  times(element: AST.Element, count: number, then: Node): Node {
    let node = then;
    for (let turn = 0; turn < count; turn += 1) node = this.element(element, node);
    return node;
  }

  assertion(assertion: AST.Assertion, then: Node): Node {
    const lines = this.flags.multiline;
    switch (assertion.kind) {
      case 'start':
        return { next: [then], assertion: lines ? 'lineStart' : 'start' };
      case 'end':
        return { next: [then], assertion: lines ? 'lineEnd' : 'end' };
      case 'word':
        return { next: [then], assertion: assertion.negate ? 'within' : 'boundary' };
      case 'lookbehind':
        if (assertion.alternatives.some(isUnbounded)) throw new Unprovable('a look behind of any length');
        return { next: [then], assertion: 'around' };
      default:
        // A bounded lookahead costs no more than its bound.
        if (!assertion.alternatives.some(isUnbounded)) return { next: [then], assertion: 'around' };
        // Otherwise it is a path of its own that leads nowhere: reading it costs time, then the rest is tried.
        return {
          next: [this.any(assertion.alternatives, { next: [], ends: true }), { next: [then], assertion: 'around' }],
        };
    }
  }
}

function isUnbounded(node: AST.Node): boolean {
  if (node.type === 'Quantifier' && node.max - node.min > MAX_TURNS) return true;
  if (node.type === 'Backreference') return true;
  if (node.type === 'Alternative') return node.elements.some(isUnbounded);
  if (node.type === 'Quantifier') return isUnbounded(node.element);
  return 'alternatives' in node && (node.alternatives as AST.Node[]).some(isUnbounded);
}

/** Whether an assertion may hold between two characters; without the first, at the beginning. */
function mayHold(assertion: Assertion, before: CharClass | undefined, after: CharClass): boolean {
  if (assertion === 'start') return before === undefined;
  if (assertion === 'lineStart') return before === undefined || before === 'line';
  if (assertion === 'end') return false;
  if (assertion === 'lineEnd') return after === 'line';
  if (assertion === 'around') return true;
  return ((before === 'word') !== (after === 'word')) === (assertion === 'boundary');
}

/** What can be read next from a node, under which assertions; the same position twice when two paths lead there. */
function reachable(from: Node): { readers: { node: Node; by: Assertion[] }[]; settled: boolean } {
  const readers: { node: Node; by: Assertion[] }[] = [];
  let settled = false;
  let steps = 0;
  const open = new Set<Node>();
  const walk = (node: Node, by: Assertion[]): void => {
    if ((steps += 1) > MAX_STEPS) throw new Unprovable('too many ways without a character');
    if (node.ends === true && by.length === 0) settled = true;
    if (node.set !== undefined) {
      readers.push({ node, by });
      return;
    }
    // A turn that reads nothing does not count.
    if (open.has(node)) return;
    const asserted = node.assertion === undefined ? by : [...by, node.assertion];
    for (const [index, next] of node.next.entries()) {
      const turns = node.loops === true && index === 0;
      if (turns) open.add(node);
      walk(next, asserted);
      if (turns) open.delete(node);
    }
  };
  walk(from, []);
  return { readers, settled };
}

const SORTS: CharClass[] = ['word', 'line', 'other'];

/**
 * The automaton of a search by a pattern: the first states skip characters before the match begins. Lookarounds are
 * assumed to hold, so the automaton has each path of the pattern, and may have more.
 * @throws Unprovable
 */
export function automatonOf(source: string, flags: string): Automaton {
  const parser = new RegExpParser();
  const read = parser.parseFlags(flags);
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: read.unicode,
    unicodeSets: read.unicodeSets,
  });
  const builder = new Builder(read);
  const begin = builder.any(pattern.alternatives, { next: [], ends: true });
  const skip: Node = { set: [{ min: 0, max: 0x10ffff }], next: [] };
  const start: Node = { set: [], next: [{ next: [skip, begin] }] };
  skip.next.push(...start.next);
  const nodes = [start, skip, ...builder.sets];
  const { atoms, masks } = atomsOf(nodes.map(({ set }) => set!));
  const masksOf = (place: number) =>
    SORTS.map((sort) =>
      atoms.reduce((mask, atom, at) => (atom.sort === sort ? mask | (1n << BigInt(at)) : mask), 0n),
    ).map((mask) => mask & masks[place]!);
  const places = new Map(nodes.map((node, place) => [node, place * SORTS.length]));
  const states: State[] = nodes.flatMap((_, place) =>
    masksOf(place).map((mask) => ({ mask, settled: false, next: [] })),
  );
  for (const [node, place] of places) {
    const { readers, settled } = reachable(node.next[0]!);
    for (const [sort, before] of SORTS.entries()) {
      const state = states[place + sort]!;
      state.settled = settled;
      const ways = new Map<number, number>();
      for (const { node: reader, by } of readers) {
        for (const [at, after] of SORTS.entries()) {
          const to = places.get(reader)! + at;
          const holds = by.every((each) => mayHold(each, node === start ? undefined : before, after));
          if (states[to]!.mask !== 0n && holds) ways.set(to, (ways.get(to) ?? 0) + 1);
        }
      }
      state.next.push(...Array.from(ways, ([to, count]) => ({ to, twice: count > 1 })));
    }
  }
  return { states: fromStart(states), atoms };
}

/** Without unreachable states: they are on no path. */
function fromStart(states: State[]): State[] {
  const seen = new Set(SORTS.map((_, sort) => sort));
  for (const state of seen) for (const { to } of states[state]!.next) seen.add(to);
  return states.map((state, index) => (seen.has(index) ? state : { mask: 0n, settled: true, next: [] }));
}
