import { z } from 'zod';
import type { Gate } from '../../server/gate/gate.ts';
import { CALLS_KEY, CALLS_RUN } from '../fields.ts';

/** Arguments that every writing tool takes beside its own: they name the call, and its rule does not see them. */
const ARGUMENTS = {
  run_ref: z
    .string()
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'expected 1 to 200 printable ASCII characters without spaces')
    .describe(CALLS_RUN)
    .optional(),
  idempotency_key: z
    .string()
    .max(255)
    .regex(/^[\x21-\x7e]+$/, 'expected 1 to 255 printable ASCII characters without spaces')
    .describe(CALLS_KEY)
    .optional(),
};

type Name = keyof typeof ARGUMENTS;

/** As a client may send them. */
export type CallArguments = { [name in Name]?: string | undefined };

const NAMES = Object.keys(ARGUMENTS) as Name[];

/** The input of a writing tool with them, and which of them are not the tool's own. */
export function withCallArguments<Schema extends z.ZodObject>(
  schema: Schema,
): { input: Schema; added: readonly Name[] } {
  const added = NAMES.filter((name) => !(name in schema.shape));
  const shape = Object.fromEntries(added.map((name) => [name, ARGUMENTS[name]]));
  return { input: schema.safeExtend(shape) as unknown as Schema, added };
}

/**
 * What an input names its call by; a value that the schema is going to refuse names nothing. A tool's own `run_ref` is that
 * of the call, too, unless a header named another run (`before`), which is no contradiction there.
 */
export function namedIn(
  sent: unknown,
  added: readonly Name[],
  before: string | undefined,
): Parameters<Gate['nameCall']>[1] {
  const value = (name: Name) => {
    const text = (sent as Partial<Record<Name, unknown>> | null | undefined)?.[name];
    return typeof text === 'string' && ARGUMENTS[name].safeParse(text).success ? text : undefined;
  };
  return {
    runRef: added.includes('run_ref') || before === undefined ? value('run_ref') : undefined,
    idempotencyKey: value('idempotency_key'),
  };
}

/** An input without them: the same object where it has none. */
export function withoutCallArguments<Input>(input: Input, added: readonly Name[]): Input {
  if (typeof input !== 'object' || input === null || !added.some((name) => Object.hasOwn(input, name))) return input;
  const rest = { ...input };
  for (const name of added) delete (rest as Partial<Record<Name, unknown>>)[name];
  return rest;
}
