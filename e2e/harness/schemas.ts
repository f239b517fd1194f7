import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import type { ToolMeta } from '../../routers/tool-declaration.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const outputs = new Map<string, ValidateFunction>();

/** Paths of what a result holds beyond its schema, at any depth: what only inside names would be told to clients. */
export function undeclared(result: unknown, declared: unknown, at = ''): string[] {
  if (typeof result !== 'object' || result === null) return [];
  const kept = declared as Record<string, unknown>;
  return Object.entries(result).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return Object.hasOwn(kept, name) ? undeclared(value, kept[name], path) : [path];
  });
}

/** Validation errors of a tool's result, by its zod schema and its JSON schema; empty when it is valid. */
export function outputProblems(tool: ToolMeta, result: unknown): string[] {
  const problems: string[] = [];
  const parsed = tool.output.safeParse(result);
  if (parsed.success) problems.push(...undeclared(result, parsed.data).map((path) => `${path}: undeclared`));
  else problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  let validate = outputs.get(tool.name);
  if (validate === undefined) {
    outputs.set(tool.name, (validate = ajv.compile(z.toJSONSchema(tool.output, { io: 'output' }))));
  }
  if (!validate(result)) problems.push(ajv.errorsText(validate.errors));
  return problems;
}

const envelope = ajv.compile({
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', pattern: '^[a-z_]+$' },
        message: { type: 'string', minLength: 1 },
        hint: { type: 'string', minLength: 1 },
        retry_after_s: { type: 'integer', minimum: 1 },
        request_id: { type: 'string', pattern: '^req_' },
        issues: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            additionalProperties: false,
            properties: { path: { type: 'string' }, message: { type: 'string', minLength: 1 } },
          },
        },
      },
    },
  },
});

/** Why a body is not the error envelope (decisions 5); empty when it is. */
export function envelopeProblems(body: unknown): string[] {
  return envelope(body) ? [] : [ajv.errorsText(envelope.errors)];
}
