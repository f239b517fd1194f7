import { z } from 'zod';
import { Fault, type Issue } from '../../server/errors.ts';
import type { Warning } from '../../server/gate/call.ts';
import { type InTurns, takingTurns } from '../../server/turns.ts';
import { type IdPlace, parseReferring } from '../references.ts';
import { ownSynonyms, type ToolSynonyms } from './meaning.ts';
import { mend, type Mended, MOST_AT_ONCE } from './mend.ts';
import { mostOf, shapeOf } from './shape.ts';

/** Most issues that a refusal lists; the last says how many more there are. */
const MAX_ISSUES = 20;

/**
 * The issues a refusal lists, or the warnings of an answer.
 * @param count of them, where only the first are given
 */
export function listed(issues: readonly Issue[], count = issues.length): Issue[] {
  if (count <= MAX_ISSUES) return [...issues];
  const more = count - MAX_ISSUES + 1;
  return [...issues.slice(0, MAX_ISSUES - 1), { path: '', message: `and ${more} more like these` }];
}

/** A zod issue as the envelope lists it. */
export function issueOf(issue: z.core.$ZodIssue): Issue {
  return {
    path: issue.path.map(String).join('.'),
    // What is wrong with a key says more than that one is wrong.
    message: (issue.code === 'invalid_key' && issue.issues[0]?.message) || issue.message,
  };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null ? (part as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

const EXPECTED = /^Invalid (?:input: expected|option: expected) (.*?)(?:, received undefined)?$/;

/** A value is refused under its field's name, with the name it was sent under where that is another. */
function sentAs({ path, message }: Issue, { warnings }: Mended): Issue {
  const taken = warnings.find((warning) => warning.message === `taken as ${path}`);
  return { path, message: taken === undefined ? message : `${message}; it was sent as ${taken.path}` };
}

/** A missing field is said to be missing, with the unknown names beside it that may have been meant for it. */
function refusalOf(issue: z.core.$ZodIssue, mended: Mended): Issue {
  const { value, refused } = mended;
  const plain = sentAs(issueOf(issue), mended);
  const isMissing = issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
  if (!isMissing || issue.path.length === 0 || valueAt(value, issue.path) !== undefined) return plain;
  const expected = EXPECTED.exec(plain.message)?.[1] ?? plain.message.replace(/^expected /i, '');
  const beside = refused.get(issue.path.slice(0, -1).map(String).join('.'));
  const sent = beside === undefined ? '' : `; ${beside.join(', ')} was sent, which is not a field here`;
  return { path: plain.path, message: `is missing: expected ${expected}${sent}` };
}

/** A list in an input, and the schema of everything but its items. */
type LongList = { field: string; item: z.ZodType; rest: z.ZodObject };

/** The lists right in an input that can be long. */
function longListsOf(schema: z.ZodObject): LongList[] {
  // What a schema says of the whole needs its items parsed.
  if ((schema.def.checks ?? []).length > 0) return [];
  return Object.entries(schema.shape).flatMap(([field, of]) => {
    if (!(of instanceof z.ZodArray) || mostOf(of) <= MOST_AT_ONCE) return [];
    const rest = schema.extend({ [field]: new z.ZodArray({ ...of.def, element: z.unknown() }) });
    return { field, item: of.def.element as z.ZodType, rest };
  });
}

type Parsed<Output> =
  | { success: true; data: Output }
  | { success: false; error: { issues: readonly z.core.$ZodIssue[] } };

/** Parses an input with a long list, whose items are parsed in turns with other work. */
async function parseLong(
  { field, item, rest }: LongList,
  sent: Record<string, unknown>,
  inTurns: InTurns,
): Promise<Parsed<Record<string, unknown>>> {
  const parsed = rest.safeParse(sent);
  const issues = parsed.success ? [] : [...parsed.error.issues];
  const items: unknown[] = [];
  await inTurns((sent[field] as unknown[]).entries(), ([index, each]) => {
    const { data, error } = item.safeParse(each);
    if (error === undefined) items.push(data);
    else for (const issue of error.issues) issues.push({ ...issue, path: [field, index, ...issue.path] });
  });
  return parsed.success && issues.length === 0
    ? { success: true, data: { ...parsed.data, [field]: items } }
    : { success: false, error: { issues } };
}

/** Reads inputs by a tool's schema. */
export type InputReader<Output> = {
  /** @throws Fault invalid_input with all issues at once: names that mean nothing, and values the schema refuses */
  read(sent: unknown): Promise<Output>;
  /** What was taken for what in an input that `read` gave. */
  warningsOf(input: object): readonly Warning[];
};

/**
 * The reader of a tool's input. Unknown names are refused at every depth the schema knows, with the nearest known one;
 * those that can mean only one field are taken as it, with a warning. `ids` are the fields that also take references.
 */
export function inputReader<Schema extends z.ZodObject>(
  tool: string,
  schema: Schema,
  { synonyms = {}, ids = [] }: { synonyms?: ToolSynonyms | undefined; ids?: readonly IdPlace[] } = {},
): InputReader<z.output<Schema>> {
  const shape = shapeOf(schema);
  const own = ownSynonyms(synonyms);
  const lists = ids.length === 0 ? longListsOf(schema) : [];
  const parse = async (value: unknown, inTurns: InTurns): Promise<Parsed<z.output<Schema>>> => {
    const sent = value as Record<string, unknown>;
    const long = lists.find(({ field }) => Array.isArray(sent[field]) && sent[field].length > MOST_AT_ONCE);
    if (long === undefined) return parseReferring(schema, ids, value);
    return (await parseLong(long, sent, inTurns)) as Parsed<z.output<Schema>>;
  };
  const warned = new WeakMap<object, readonly Warning[]>();
  return {
    async read(sent) {
      const inTurns = takingTurns();
      const mended = await mend(tool, shape, own, sent ?? {}, inTurns);
      const parsed = await parse(mended.value, inTurns);
      if (!parsed.success || mended.issues.length > 0) {
        const found = parsed.success ? [] : parsed.error.issues;
        const first = found.slice(0, MAX_ISSUES).map((issue) => refusalOf(issue, mended));
        throw new Fault('invalid_input', {
          issues: listed([...mended.issues, ...first], mended.issues.length + found.length),
        });
      }
      if (mended.warnings.length > 0) warned.set(parsed.data, listed(mended.warnings));
      return parsed.data;
    },
    warningsOf: (input) => warned.get(input) ?? [],
  };
}
