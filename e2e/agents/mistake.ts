import type { Records } from '../harness/records.ts';

export type Input = Record<string, unknown>;

/** What a mistake is made with: records of one tenant, some of them new for each mistake. */
export type Given = Pick<Records, 'id'> & { newDraft(): Promise<string>; newRun(): Promise<string> };

/**
 * A mistake an agent makes with a tool, and how it ends: `refused` by a message that names each of `names`, or `taken`,
 * with a warning that names them. Nothing is dropped without a word.
 */
export type Mistake = {
  tool: string;
  what: string;
  ends: 'refused' | 'taken';
  names: readonly string[];
  input(given: Given): Promise<Input>;
};

type Change = (input: Input) => Input;

/** The mistakes made with one tool. */
export type Mistakes = {
  /** What works. */
  base(given: Given): Promise<Input> | Input;
  /** A field (dotted: of an inner object or the first item) and the other names it is sent under, all taken. */
  renamed?: Readonly<Record<string, readonly string[]>>;
  /** Fields the tool does not have (dotted: in an inner object), all refused. */
  unknown?: readonly string[];
  /** Other changes. */
  refused?: Readonly<Record<string, readonly [Change | Input, ...names: string[]]>>;
  taken?: Readonly<Record<string, readonly [Change | Input, ...names: string[]]>>;
};

/** The same value with a change in the object that holds the last name of a path. */
function within(value: any, [name, ...rest]: readonly string[], change: (holder: Input, name: string) => Input): any {
  if (rest.length === 0) return change(value, name!);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[name!] = within(copy[name!] ?? {}, rest, change);
  return copy;
}

const renaming =
  (path: string, other: string): Change =>
  (input) =>
    within(input, path.split('.'), (holder, name) => {
      const { [name]: value, ...rest } = holder;
      return { ...rest, [other]: value };
    });

const adding =
  (path: string): Change =>
  (input) =>
    within(input, path.split('.'), (holder, name) => ({ ...holder, [name]: 'x' }));

/** The mistakes of a tool, one by one. */
export function rowsOf(
  tool: string,
  { base, renamed = {}, unknown = [], refused = {}, taken = {} }: Mistakes,
): Mistake[] {
  const row = (what: string, ends: Mistake['ends'], names: readonly string[], change: Change | Input): Mistake => ({
    tool,
    what,
    ends,
    names,
    input: async (given) => {
      const input = await base(given);
      return typeof change === 'function' ? change(input) : { ...input, ...change };
    },
  });
  return [
    ...Object.entries(renamed).flatMap(([path, others]) =>
      others.map((other) =>
        row(`${path} sent as ${other}`, 'taken', [other, path.split('.').at(-1)!], renaming(path, other)),
      ),
    ),
    ...unknown.map((path) => row(`${path}, which it does not have`, 'refused', [path], adding(path))),
    ...Object.entries(refused).map(([what, [change, ...names]]) => row(what, 'refused', names, change)),
    ...Object.entries(taken).map(([what, [change, ...names]]) => row(what, 'taken', names, change)),
  ];
}

const YEAR_MS = 365 * 86_400_000;
export const nextYear = () => new Date(Date.now() + YEAR_MS).toISOString();

export const without =
  (...names: string[]): Change =>
  (input) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
