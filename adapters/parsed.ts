import type { z } from 'zod';
import { issuesOf } from '../routers/trpc.ts';
import { Fault } from '../server/errors.ts';

/** A value as a schema has it. @throws Fault invalid_input */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Fault('invalid_input', { issues: issuesOf(result.error) });
  return result.data;
}
