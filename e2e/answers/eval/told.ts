import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../client/index.ts';
import { readConfig } from '../../../server/config.ts';
import { questionVector } from '../../../server/vectors/question-vectors.ts';
import { makeVectors } from '../../../server/vectors/make-vectors.ts';
import { startService } from '../../../server/process.ts';
import { environment, OPERATOR_TOKEN } from '../../harness/environment.ts';
import type { QuestionSet, Step } from '../question-sets.ts';
import { fillerFor } from './large.ts';

/** Accounts of a set in a workspace of their own; `texts`: text facts each is filled up to, null for none. */
type Told = { key: string; accounts: Record<string, string> };

type Input = Record<string, unknown>;

/** Where vectors come from while questions are asked; `endpoint` takes its address from the environment. */
export type Vectors = 'off' | 'packaged' | 'endpoint';

/** A folder for what is told; without a name one that goes with the run. */
export function dataFolder(named: string | undefined): { path: string; remove: () => void } {
  const path = named ?? mkdtempSync(join(tmpdir(), 'sat-eval-'));
  mkdirSync(path, { recursive: true });
  return { path, remove: () => named === undefined && rmSync(path, { recursive: true, force: true }) };
}

/** The service with what the sets tell it. What was told once in a folder is told no more. */
export async function openTold(data: string, vectors: Vectors) {
  const keptFile = join(data, 'told.json');
  const kept = readKept(keptFile);
  const service = await startService(readConfig(environment({ DATA_DIR: data, ...embeddings(), EMBEDDINGS: vectors })));
  const { services } = service.app;
  const { operator } = createClient({ url: service.baseUrl, apiKey: OPERATOR_TOKEN });

  async function call(key: string, tool: string, input: Input): Promise<Input> {
    const response = await fetch(`${service.baseUrl}/api/v1/tools/${tool}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (response.status !== 200) throw new Error(`${tool}: ${await response.text()}`);
    return (await response.json()) as Input;
  }

  async function tell(steps: readonly Step[], key: string): Promise<string> {
    const ids: Record<string, unknown> = {};
    const withId = (_: string, value: unknown) =>
      typeof value === 'string' && value.startsWith('$') ? (ids[value.slice(1)] ?? value) : value;
    for (const [tool, input, savedAs] of steps) {
      const { id } = await call(key, tool, JSON.parse(JSON.stringify(input), withId) as Input);
      if (savedAs !== undefined) ids[savedAs] = id;
    }
    return ids['acc'] as string;
  }

  /** Tells a set, unless it was, and fills its accounts with notes about other matters. */
  async function toldOf(name: string, set: QuestionSet, texts: number | null): Promise<Told> {
    const as = `${name} ${texts ?? ''}`;
    if (kept[as] !== undefined) return kept[as];
    const email = `${as.replaceAll(/\W+/g, '-')}@example.com`;
    const { user_id } = await operator.users.create.mutate({ email, name: 'Evaluation' });
    await operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
    const made = await operator.keys.create.mutate({ user_id, name: 'Night agent', scopes: 'all', rate_limit: null });
    const accounts: Told['accounts'] = {};
    for (const [account, { steps }] of Object.entries(set.accounts)) {
      const { before, after } = texts === null ? { before: [], after: [] } : fillerFor(name, account, steps, texts);
      accounts[account] = await tell([...steps.slice(0, 1), ...before, ...steps.slice(1), ...after], made.key);
    }
    kept[as] = { key: made.key, accounts };
    writeFileSync(keptFile, JSON.stringify(kept));
    return kept[as];
  }

  /** Gives all facts their vectors, and each question its own: a busy machine is no reason to go by words. */
  async function embed(questions: readonly string[]): Promise<void> {
    if (vectors === 'off') return;
    while ((await makeVectors(services, new AbortController().signal)) > 0);
    for (const question of questions) {
      for (let tries = 0; tries < 50 && (await questionVector(services.embedder, question)) === undefined; tries += 1);
    }
  }

  return { call, toldOf, embed, close: () => service.stop() };
}

/** Settings for sentence vectors come from the environment, as in production. */
const embeddings = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('EMBEDDINGS_') && value !== undefined ? [[name, value]] : [],
    ),
  );

function readKept(file: string): Record<string, Told> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Told>;
  } catch {
    return {};
  }
}
