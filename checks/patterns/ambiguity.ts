import { type Automaton, automatonOf, type State, Unprovable } from './automaton.ts';

/**
 * The worst case of a pattern: `linear` in the length of the text, or worse with a text that repeats
 * `pump`; `unproved` where it cannot be analysed.
 */
export type Verdict =
  | { growth: 'linear' }
  | { growth: 'polynomial' | 'exponential'; pump: string }
  | { growth: 'unproved'; why: string };

type Step = { at: number; before: Step | undefined; atom: number };

/** The strongly connected components with a cycle, by Tarjan's algorithm without recursion. */
function loopsOf(states: readonly State[], isIn: (state: number) => boolean): number[][] {
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  const loops: number[][] = [];
  for (let root = 0; root < states.length; root += 1) {
    if (!isIn(root) || order.has(root)) continue;
    const work = [{ state: root, edge: 0 }];
    while (work.length > 0) {
      const top = work.at(-1)!;
      const { state } = top;
      if (top.edge === 0) {
        order.set(state, order.size);
        low.set(state, order.get(state)!);
        stack.push(state);
        onStack.add(state);
      }
      const next = states[state]!.next.filter(({ to }) => isIn(to));
      if (top.edge < next.length) {
        const { to } = next[top.edge]!;
        top.edge += 1;
        if (!order.has(to)) work.push({ state: to, edge: 0 });
        else if (onStack.has(to)) low.set(state, Math.min(low.get(state)!, order.get(to)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.state;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(state)!));
      if (low.get(state) !== order.get(state)) continue;
      const loop = stack.splice(stack.indexOf(state));
      for (const each of loop) onStack.delete(each);
      if (loop.length > 1 || next.some(({ to }) => to === state)) loops.push(loop);
    }
  }
  return loops;
}

function textOf({ atoms }: Automaton, last: Step): string {
  const read: string[] = [];
  for (let step: Step | undefined = last; step?.before !== undefined; step = step.before) {
    read.unshift(String.fromCodePoint(atoms[step.atom]!.sample));
  }
  return read.join('');
}

/** Follows several states at once over the same characters until a goal is reached; undefined when none is. */
function follow(
  automaton: Automaton,
  from: readonly number[],
  within: readonly ((state: number) => boolean)[],
  isWanted: (states: readonly number[]) => boolean,
): string | undefined {
  const { states } = automaton;
  const size = states.length;
  const keyOf = (row: readonly number[]) => row.reduce((key, state) => key * size + state, 0);
  const seen = new Set<number>();
  const rows: { row: readonly number[]; step: Step }[] = [{ row: from, step: { at: 0, before: undefined, atom: 0 } }];
  for (const { row, step } of rows) {
    const spread = (index: number, chosen: number[], mask: bigint): string | undefined => {
      if (index === row.length) {
        let atom = 0;
        while (((mask >> BigInt(atom)) & 1n) === 0n) atom += 1;
        const next = { at: 0, before: step, atom };
        if (isWanted(chosen)) return textOf(automaton, next);
        const key = keyOf(chosen);
        if (!seen.has(key)) {
          seen.add(key);
          rows.push({ row: chosen, step: next });
        }
        return undefined;
      }
      for (const { to } of states[row[index]!]!.next) {
        const common = mask & states[to]!.mask;
        if (common === 0n || !within[index]!(to)) continue;
        const found = spread(index + 1, [...chosen, to], common);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const found = spread(0, [], -1n);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A text that leads round a loop in two ways: each turn doubles the ways. */
function exponential(automaton: Automaton, loop: readonly number[]): string | undefined {
  const isIn = new Set(loop);
  const has = (state: number) => isIn.has(state);
  for (const state of loop) {
    for (const { to, twice } of automaton.states[state]!.next) {
      if (twice && has(to)) return String.fromCodePoint(automaton.atoms[atomIn(automaton.states[to]!.mask)]!.sample);
    }
  }
  if (loop.length === 1) return undefined;
  // Two ways part at one state and meet again: from there both lead on round the loop.
  for (const state of loop) {
    const next = automaton.states[state]!.next.filter(({ to }) => has(to));
    for (const [index, { to: one }] of next.entries()) {
      for (const { to: other } of next.slice(index + 1)) {
        if ((automaton.states[one]!.mask & automaton.states[other]!.mask) === 0n) continue;
        const met = follow(automaton, [one, other], [has, has], ([a, b]) => a === b);
        if (met !== undefined) return met;
      }
    }
  }
  return undefined;
}

const atomIn = (mask: bigint) => {
  let atom = 0;
  while (((mask >> BigInt(atom)) & 1n) === 0n) atom += 1;
  return atom;
};

/** A text that goes round one loop, from there into another, and round that one: each turn is a new way to fail. */
function polynomial(
  automaton: Automaton,
  first: readonly number[],
  second: readonly number[],
  leadsOn: ReadonlySet<number>,
): string | undefined {
  const inFirst = new Set(first);
  const inSecond = new Set(second);
  for (const one of first) {
    for (const other of second) {
      const found = follow(
        automaton,
        [one, one, other],
        [(state) => inFirst.has(state), (state) => leadsOn.has(state), (state) => inSecond.has(state)],
        ([a, b, c]) => a === one && b === other && c === other,
      );
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** For each state those that lead to it. */
function reversed(states: readonly State[]): number[][] {
  const before: number[][] = states.map(() => []);
  for (const [from, { next }] of states.entries()) for (const { to } of next) before[to]!.push(from);
  return before;
}

/**
 * Whether a backtracking search by a pattern takes time linear in the text, whatever the text is: no text leads round a
 * loop in two ways, nor round one loop, into a later one and round that (Weber and Seidl, "On the degree of ambiguity
 * of finite automata", 1991). The later loop only counts where the search can still fail. May reject a linear pattern,
 * but never accepts one that is not.
 */
export function growthOf(source: string, flags: string): Verdict {
  try {
    const automaton = automatonOf(source, flags);
    const { states } = automaton;
    const loops = loopsOf(states, () => true);
    const failing = loopsOf(states, (state) => !states[state]!.settled);
    for (const loop of failing) {
      const pump = exponential(automaton, loop);
      if (pump !== undefined) return { growth: 'exponential', pump };
    }
    const before = reversed(states);
    for (const second of failing) {
      const leadsOn = new Set(second);
      for (const state of leadsOn) for (const from of before[state]!) leadsOn.add(from);
      for (const first of loops) {
        if (!leadsOn.has(first[0]!) || second.some((state) => first.includes(state))) continue;
        const pump = polynomial(automaton, first, second, leadsOn);
        if (pump !== undefined) return { growth: 'polynomial', pump };
      }
    }
    return { growth: 'linear' };
  } catch (error) {
    if (!(error instanceof Unprovable)) throw error;
    return { growth: 'unproved', why: error.message };
  }
}
