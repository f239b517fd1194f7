import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { getUntypedClient } from '@trpc/client';
import { z } from 'zod';
import { createClient, errorOf } from './index.ts';
import { operator } from '../routers/operator.ts';
import { type ClientConfig, ConfigError, readClientConfig } from '../server/config.ts';

const PREFIX = 'operator.';

/** A usage error of the command: printed as one sentence, on stderr. */
class Refusal extends Error {}

type Procedure = { _def: { type: 'query' | 'mutation'; inputs: z.ZodObject[] } };

const procedures = new Map(Object.entries(operator._def.procedures as unknown as Record<string, Procedure>));

type Field = { name: string; required: boolean; description: string };

function fieldsOf({ _def: { inputs } }: Procedure): Field[] {
  return inputs.flatMap((input) => {
    const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      required: required.includes(name),
      description: (schema as { description?: string }).description ?? '',
    }));
  });
}

function usage(): string {
  const width = Math.max(...Array.from(procedures.keys(), (name) => name.length));
  const lines = Array.from(procedures, ([name, procedure]) => {
    const fields = fieldsOf(procedure).map((field) => `${field.name}${field.required ? '' : '?'}`);
    return `  ${name.padEnd(width)}  ${fields.join(', ')}`.trimEnd();
  });
  return [
    "npm run -s admin -- <procedure> '<json>'   calls it; with - for the JSON, reads it from standard input",
    'npm run -s admin -- <procedure> --help     says what each field is',
    '',
    ...lines,
    '',
    'Address and token come from OPERATOR_PORT, PUBLIC_URL (or HOST and PORT) and OPERATOR_TOKEN, else from DATA_DIR.',
  ].join('\n');
}

function help(name: string, procedure: Procedure): string {
  const fields = fieldsOf(procedure);
  const width = Math.max(0, ...fields.map((field) => field.name.length));
  return [
    name,
    ...fields.map(
      (field) => `  ${field.name.padEnd(width)}  ${field.required ? '' : '(optional) '}${field.description}`,
    ),
  ].join('\n');
}

function fileIn(dataDir: string, name: string): Record<string, string | undefined> {
  try {
    return JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Refusal(`${join(dataDir, name)} cannot be read: ${(error as Error).message}`);
  }
}

/** A host to connect to, where the service may listen on all interfaces. */
function reachable(host = '127.0.0.1'): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The service's address and token: from the environment, else from the first start's file in DATA_DIR. */
function findService({ PUBLIC_URL, HOST, PORT, OPERATOR_PORT, OPERATOR_TOKEN, DATA_DIR }: ClientConfig) {
  const firstRun = fileIn(DATA_DIR, 'first-run.json');
  const named = HOST === undefined && PORT === undefined ? firstRun['base_url'] : undefined;
  const own = OPERATOR_PORT === undefined ? undefined : `http://${reachable(HOST)}:${OPERATOR_PORT}`;
  const url = own ?? PUBLIC_URL ?? named ?? `http://${reachable(HOST)}:${PORT ?? 3000}`;
  const token = OPERATOR_TOKEN ?? firstRun['operator_token'] ?? fileIn(DATA_DIR, 'secrets.json')['operator_token'];
  if (token === undefined) {
    throw new Refusal(
      `No operator token: set OPERATOR_TOKEN, or DATA_DIR to the folder of the service (${DATA_DIR} has none).`,
    );
  }
  return { url, token };
}

async function inputOf(argument: string | undefined, stdin: Readable): Promise<unknown> {
  const json = argument === '-' ? await text(stdin) : (argument ?? '{}');
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Refusal(`The input is not JSON: ${(error as Error).message}`);
  }
}

/** Calls a procedure of the running service. @throws Refusal with the service's full message */
async function call(
  name: string,
  { _def: { type } }: Procedure,
  input: unknown,
  env: Record<string, string | undefined>,
): Promise<unknown> {
  const { url, token } = findService(readClientConfig(env));
  try {
    return await getUntypedClient(createClient({ url, apiKey: token }))[type](`${PREFIX}${name}`, input);
  } catch (error) {
    const answered = errorOf(error);
    if (answered === undefined) {
      throw new Refusal(
        `No service answers at ${url}: ${reasonOf(error)}. PUBLIC_URL, or HOST and PORT, say where it is.`,
      );
    }
    const { code, message, hint, issues = [], request_id } = answered;
    const details = issues.map((issue) => `\n  ${issue.path === '' ? 'input' : issue.path}: ${issue.message}`);
    throw new Refusal(`${code}: ${message}${details.join('')}${hint ? `\n${hint}` : ''}\n(request ${request_id})`);
  }
}

function reasonOf(error: unknown): string {
  let innermost = error as Error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.message || ((innermost as NodeJS.ErrnoException).code ?? 'it cannot be reached');
}

/** A check that says it failed ends the command with 1, for scripts. */
const hasFailed = (answer: unknown) => (answer as { ok?: unknown } | null)?.ok === false;

/** What the command writes, and its exit status. */
export type Ended = { status: number; stdout: string; stderr: string };

async function answer([given, argument, ...rest]: string[], ...[env, stdin]: Surroundings): Promise<Ended> {
  const ended = (stdout: string, status = 0): Ended => ({ status, stdout: `${stdout}\n`, stderr: '' });
  if (given === undefined || given === '--help' || given === '-h') return ended(usage());
  const name = given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given;
  const procedure = procedures.get(name);
  if (procedure === undefined) throw new Refusal(`There is no procedure ${JSON.stringify(given)}.\n\n${usage()}`);
  if (argument === '--help' || argument === '-h') return ended(help(name, procedure));
  if (rest.length > 0) throw new Refusal('The input is one JSON argument; put it in single quotes.');
  const said = await call(name, procedure, await inputOf(argument, stdin), env);
  return ended(JSON.stringify(said), hasFailed(said) ? 1 : 0);
}

type Surroundings = [env: Record<string, string | undefined>, stdin: Readable];

/** The command with its arguments, whatever comes of it. */
export async function runCommand(args: string[], ...surroundings: Surroundings): Promise<Ended> {
  try {
    return await answer(args, ...surroundings);
  } catch (error) {
    const expected = error instanceof Refusal || error instanceof ConfigError;
    return { status: 1, stdout: '', stderr: `${expected ? error.message : (error as Error).stack}\n` };
  }
}
