import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import type { Transport } from '../server/gate/call.ts';
import type { AppContext } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newPerson, type Person } from './harness/person.ts';
import { read } from './harness/tool-test.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';

/** Attempts of agents to change what people set; `VALUE_ATTEMPTS=1000` for the whole proof. */
const ATTEMPTS = Number(process.env['VALUE_ATTEMPTS'] ?? (onPostgres ? 100 : 30));
const SEED = Number(process.env['VALUE_SEED'] ?? 20_260_725);

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

type Json = Record<string, any>;

async function call(who: Person, tool: string, input: Json, transport: Transport = 'rest'): Promise<Json> {
  const { result, error } = await callTool(transport, tool, input, { baseUrl: app.baseUrl, key: who.key });
  if (result === undefined) throw new Error(`${tool} ${JSON.stringify(input)}: ${JSON.stringify(error)}`);
  return result;
}

const unprotected = async (): Promise<Person> => {
  const person = await newPerson(app, { rateLimit: null });
  await person.browser.panel.values.set_protection.mutate({ protect_human_values: false });
  return person;
};

const protectedOne = () => newPerson(app, { rateLimit: null });

/** What a record holds, but for ids, times and whose values they are. */
const rowOf = Object.fromEntries(
  (
    [
      ['account', 'accounts'],
      ['opp', 'opportunities'],
      ['contact', 'contacts'],
      ['prospect', 'prospects'],
      ['target_account', 'target_accounts'],
      ['meeting', 'meetings'],
    ] as const
  ).map(([kind, table]) => [
    kind,
    statement(
      `test_values_of_${kind}`,
      `SELECT to_jsonb(t) - ARRAY['workspace_id', 'id', 'account_id', 'created_at', 'updated_at', 'set_by_people', 'search'] AS row
       FROM ${table} t WHERE id = $1`,
    ),
  ]),
) as Record<Kind, ReturnType<typeof statement>>;

type Kind = 'account' | 'opp' | 'contact' | 'prospect' | 'target_account' | 'meeting';

const KINDS: readonly Kind[] = ['account', 'opp', 'contact', 'prospect', 'target_account', 'meeting'];

async function valuesOf(who: Person, kind: Kind, id: string): Promise<Json> {
  const [found] = await read<{ row: Json }>(app, who, rowOf[kind] as never, [id]);
  return found!.row;
}

/** The same records in a workspace, each named alike. */
async function newRecords(who: Person): Promise<Record<Kind, string>> {
  const write = async (entity: string, facts: Json) =>
    (await call(who, 'gtm_crm_write', { entity, facts: { external_ref: `${entity}-1`, ...facts } }))['id'] as string;
  const account = await write('account', { name: 'Acme', domain: 'acme.example' });
  const tam = await call(who, 'gtm_build_tam', { list_name: 'List', accounts: [{ domain: 'target.example' }] });
  const meeting = await call(who, 'mark_meeting_outcome', {
    account_id: account,
    outcome: 'advance',
    external_ref: 'meeting-1',
    occurred_at: '2026-03-01T14:00:00Z',
  });
  return {
    account,
    opp: await write('opp', { account_id: account, name: 'Pilot' }),
    contact: await write('contact', { account_id: account, name: 'Dana' }),
    prospect: await write('prospect', { name: 'Lee' }),
    target_account: tam['ids'][0],
    meeting: meeting['meeting_id'],
  };
}

const LONG = 'A long note about what was said. '.repeat(30).trim();
const words = fc.constantFrom('One', 'Two', 'Three', 'one ', LONG);
const clearable = fc.option(fc.constantFrom('One', 'Two', 'Three'), { nil: null });
const free = {
  region: clearable,
  tags: fc.constantFrom(['a'], ['a', 'b'], [], null),
  address: fc.oneof(
    fc.record({ city: clearable, zip: fc.constantFrom(1, 2, null) }, { requiredKeys: [] }),
    fc.constantFrom('Main Street', null, {}),
  ),
};
const headcount = fc.constantFrom(10, 20, null);
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

/** What can be said of each kind, by the names that `gtm_crm_write` and the panel have. */
const FIELDS: Record<Kind, fc.Arbitrary<Json>> = {
  account: some({ industry: clearable, employee_count: headcount, tier: clearable, ...free }),
  opp: some({
    stage: fc.constantFrom('Proposal', 'Discovery', null),
    amount: fc.constantFrom(10, 10.5, 1.005, null),
    close_date: fc.constantFrom('2026-06-30', '2026-07-31', null),
    currency: fc.constantFrom('EUR', 'eur', 'USD', null),
    champion: clearable,
    metrics: clearable,
    ...free,
  }),
  contact: some({
    title: clearable,
    email: fc.constantFrom('a@x.example', 'b@x.example', null),
    phone: clearable,
    ...free,
  }),
  prospect: some({ title: clearable, notes: fc.option(words, { nil: null }), ...free }),
  target_account: some({ industry: clearable, employee_count: headcount, ...free }),
  meeting: some({
    outcome: fc.constantFrom('advance', 'stall', 'lost'),
    notes: words,
    next_step: words,
    occurred_at: fc.constantFrom('2026-03-01T14:00:00Z', '2026-03-02T14:00:00.000Z'),
  }),
};

/** The tools by which an agent can say it, with the fields that a tool takes. */
function inputOf(kind: Kind, id: string, fields: Json, way: number): { tool: string; input: Json } {
  const crm = (facts: Json, named: boolean) => ({
    tool: 'gtm_crm_write',
    input: { entity: kind, ...(named ? { id, facts } : { facts: { external_ref: `${kind}-1`, ...facts } }) },
  });
  const { champion, metrics, ...rest } = fields;
  const { title, notes, ...others } = fields;
  if (kind === 'meeting') {
    const named = way % 2 === 0 ? { meeting_id: id } : { external_ref: 'meeting-1' };
    return { tool: 'mark_meeting_outcome', input: { outcome: 'advance', ...named, ...fields } };
  }
  if (kind === 'opp' && way % 3 === 0 && Object.keys(rest).length === 0) {
    return { tool: 'set_meddpicc', input: { opp_id: id, champion, metrics } };
  }
  if (kind === 'prospect' && way % 3 === 0) {
    const said = { ...(title ? { title } : {}), ...(notes ? { notes } : {}) };
    return { tool: 'update_prospect', input: { id, ...said, fields: others } };
  }
  if (kind === 'target_account') {
    if (way % 3 !== 0) return crm(fields, true);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    return { tool: 'gtm_build_tam', input: { list_name: 'List', accounts: [{ domain: 'target.example', ...given }] } };
  }
  return crm(fields, kind === 'opp' || way % 2 === 0);
}

/** A value at a dotted name, wherever a record keeps it. */
function at(row: Json, field: string): unknown {
  const [first = '', ...rest] = field.split('.');
  let value: any = first in row ? row[first] : (row['meddpicc']?.[first] ?? row['payload']?.[first]);
  for (const name of rest) value = value?.[name];
  return value ?? null;
}

/** The places that some fields set, objects field by field. */
const placesIn = (fields: Json, within = ''): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? placesIn(value as Json, `${within}${name}.`)
      : [`${within}${name}`],
  );

type Step = { kind: Kind; fields: Json; way: number; transport: Transport; by: 'agent' | 'person' | 'decision' };

const steps = fc.array(
  fc.constantFrom(...KINDS).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      fields: FIELDS[kind].filter((fields) => Object.keys(fields).length > 0),
      way: fc.nat(11),
      transport: fc.constantFrom(...TRANSPORTS),
      by: fc.constantFrom('agent' as const, 'agent' as const, 'person' as const, 'decision' as const),
    }),
  ),
  { minLength: 3 * ATTEMPTS, maxLength: 3 * ATTEMPTS, size: 'max' },
);

test(
  `${ATTEMPTS} attempts of agents on what people set overwrite nothing, and what is accepted is what was sent`,
  { timeout: 60_000 + ATTEMPTS * 1_500 },
  async () => {
    const [here, there] = [await protectedOne(), await unprotected()];
    const ids = { here: await newRecords(here), there: await newRecords(there) };
    const seen = { attempts: 0, proposed: 0, written: 0, accepted: 0, declined: 0 };
    const { panel } = here.browser;

    /** What people set last, by kind and the place of each value. */
    const standing = new Map(KINDS.map((kind) => [kind, new Map<string, unknown>()]));

    const noteSet = async (kind: Kind, places: readonly string[]) => {
      const held = standing.get(kind)!;
      const row = await valuesOf(here, kind, ids.here[kind]);
      for (const place of places) {
        for (const other of held.keys()) {
          if (other.startsWith(`${place}.`) || place.startsWith(`${other}.`)) held.delete(other);
        }
        held.set(place, at(row, place));
      }
    };

    /** What one says in the protected workspace is written directly in the other: both must come to the same. */
    const expectSame = async (kind: Kind, step: unknown) => {
      const [a, b] = [await valuesOf(here, kind, ids.here[kind]), await valuesOf(there, kind, ids.there[kind])];
      expect(a, JSON.stringify(step)).toEqual(b);
    };

    const decide = async ({ kind, way }: Step) => {
      const { items } = await panel.values.proposed.query({ limit: 200 });
      const proposal = items.filter((item) => item.kind === kind)[way % 3];
      if (proposal === undefined) return;
      const { proposal_id, version, field, proposed } = proposal;
      if (way % 4 === 0) {
        await panel.values.decline.mutate({ proposal_ids: [proposal_id], note: 'Not that.' });
        seen.declined += 1;
        return;
      }
      const done = await panel.values.accept.mutate({ proposals: [{ proposal_id, version }] });
      expect(done.decided).toEqual([proposal_id]);
      const nested = field.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), proposed ?? null);
      const id = ids.there[kind];
      if (kind === 'meeting') {
        const { outcome } = await valuesOf(there, kind, id);
        await call(there, 'mark_meeting_outcome', { meeting_id: id, outcome, ...(nested as Json) });
      } else await call(there, 'gtm_crm_write', { entity: kind, id, facts: nested as Json });
      await noteSet(kind, [field]);
      seen.accepted += 1;
    };

    const attempt = async (step: Step) => {
      const { kind, fields, way, transport } = step;
      const before = await valuesOf(here, kind, ids.here[kind]);
      const { tool, input } = inputOf(kind, ids.here[kind], fields, way);
      const answer = await call(here, tool, input, transport);
      const after = await valuesOf(here, kind, ids.here[kind]);
      const proposed = (answer['proposed'] ?? []) as { field: string; current: unknown; status: string }[];
      seen.attempts += 1;
      seen.proposed += proposed.length;
      expect((answer['warnings'] ?? []).filter(({ message }: Json) => message.startsWith('not written')).length).toBe(
        proposed.length,
      );
      for (const [place, value] of standing.get(kind)!) {
        expect(at(after, place), `${place} ${JSON.stringify(step)}`).toEqual(value);
      }
      for (const { field } of proposed) expect(at(after, field), JSON.stringify(step)).toEqual(at(before, field));
      // The rest, sent where nobody's values are kept, comes to the same: nothing else was held back.
      const rest = structuredClone(inputOf(kind, ids.there[kind], fields, way).input);
      for (const { field } of proposed) takeAway(rest, field);
      if (placesIn(fields).length > proposed.length) seen.written += 1;
      if (kind === 'meeting') rest['outcome'] ??= (await valuesOf(there, kind, ids.there[kind]))['outcome'];
      if (tool === 'gtm_crm_write' && Object.keys(rest['facts']).length === 0) return;
      await call(there, tool, rest);
    };

    const [all] = fc.sample(steps, { numRuns: 1, seed: SEED });
    for (const step of all!) {
      if (seen.attempts >= ATTEMPTS) break;
      const { kind, fields, by } = step;
      if (by === 'person') {
        await panel.values.set.mutate({ record_id: ids.here[kind], fields });
        await there.browser.panel.values.set.mutate({ record_id: ids.there[kind], fields });
        await noteSet(kind, placesIn(fields));
      } else if (by === 'decision') await decide(step);
      else await attempt(step);
      await expectSame(kind, step);
    }
    expect(seen.attempts).toBe(ATTEMPTS);
    for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(0);
    if (process.env['VALUE_ATTEMPTS'] !== undefined) process.stdout.write(`${JSON.stringify(seen)}\n`);
  },
);

/** Takes a field out of a tool's input, wherever it stands. */
function takeAway(input: Json, field: string): void {
  const path = field.split('.');
  const holders = [input, input['facts'], input['fields'], input['accounts']?.[0]].filter(Boolean) as Json[];
  for (const holder of holders) {
    let inner: any = holder;
    for (const name of path.slice(0, -1)) inner = inner?.[name];
    const last = path.at(-1)!;
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, last)) continue;
    delete inner[last];
    if (path.length > 1 && Object.keys(inner).length === 0) takeAway(holder, path.slice(0, -1).join('.'));
  }
}

test('over every transport the answer says what became a proposal, and a proposal made again is the same one', async () => {
  const person = await protectedOne();
  const { panel } = person.browser;
  const { opp, account } = await newRecords(person);
  await panel.values.set.mutate({ record_id: opp, fields: { stage: 'Negotiation', champion: 'Dana Reyes' } });
  const answers = [];
  for (const transport of TRANSPORTS) {
    const facts = { stage: 'Closed Lost', owner: `Robin ${transport}` };
    answers.push(await call(person, 'gtm_crm_write', { entity: 'opp', id: opp, facts }, transport));
  }
  for (const answer of answers) {
    expect(answer).toMatchObject({
      written: ['owner'],
      proposed: [
        { record_id: opp, field: 'stage', current: 'Negotiation', proposed: 'Closed Lost', status: 'waiting' },
      ],
      warnings: [{ path: 'stage', message: expect.stringContaining('waits for a person') }],
    });
  }
  expect(new Set(answers.map((answer) => answer['proposed'][0].proposal_id)).size).toBe(1);
  const { items, total } = await panel.values.proposed.query({ account_id: account });
  expect([total, items]).toMatchObject([
    1,
    [
      {
        record_id: opp,
        record_name: 'Pilot',
        field: 'stage',
        now: 'Negotiation',
        moved: false,
        times: 3,
        key_id: person.keyId,
      },
    ],
  ]);
  expect((await panel.session.get.query())?.waiting.value_proposals).toBe(1);
  // The same value as the person's is none.
  const same = await call(person, 'set_meddpicc', { opp_id: opp, champion: 'Dana Reyes' });
  expect([same['proposed'], same['warnings']]).toEqual([undefined, undefined]);
  // A newer value of the same key takes the place of its older one.
  await call(person, 'gtm_crm_write', { entity: 'opp', id: opp, facts: { stage: 'Proposal' } });
  expect((await panel.values.proposed.query({})).items.map(({ proposed }) => proposed)).toEqual(['Proposal']);
  const told = await call(person, 'read_account', { id: account });
  expect(told['proposed_values']).toBe(`Waiting for a person: stage of ${opp}.`);
});

test('accepted is a fact of the person, its source the proposal; declined is remembered until the value is another', async () => {
  const person = await protectedOne();
  const { panel } = person.browser;
  const { opp, account } = await newRecords(person);
  const capture = await call(person, 'log_capture', {
    source: 'call',
    account_id: account,
    text: 'Lee Park champions us.',
  });
  await panel.values.set.mutate({ record_id: opp, fields: { champion: 'Dana', metrics: '5 %', stage: 'Proposal' } });
  const quote = { field: 'champion', capture_id: capture['capture_id'], quote: 'Lee Park champions us' };
  const sent = { opp_id: opp, champion: 'Lee Park', metrics: '9 %' };
  await call(person, 'set_meddpicc', { ...sent, evidence: [quote] });
  const { items } = await panel.values.proposed.query({});
  const champion = items.find(({ field }) => field === 'champion')!;
  const metrics = items.find(({ field }) => field === 'metrics')!;
  expect(champion.evidence).toMatchObject({ verified: true, quote: quote.quote });
  await panel.values.accept.mutate({ proposals: [champion] });
  const { items: history } = await panel.accounts.fact_history.query({
    account_id: account,
    subject_id: opp,
    attribute: 'champion',
  });
  expect(history[0]).toMatchObject({ value: 'Lee Park', key_id: null, evidence: { verified: true } });
  const sources = statement('test_source_of_fact', `SELECT source_id FROM facts WHERE id = $1`);
  expect(await read(app, person, sources, [history[0]!.fact_id])).toEqual([{ source_id: champion.proposal_id }]);

  await panel.values.decline.mutate({ proposal_ids: [metrics.proposal_id], note: 'That was last year.' });
  const again = await call(person, 'set_meddpicc', sent);
  expect(again['proposed']).toMatchObject([
    { proposal_id: metrics.proposal_id, field: 'metrics', status: 'declined', reason: 'That was last year.' },
  ]);
  expect((await panel.values.proposed.query({})).items).toEqual([]);
  expect((await call(person, 'read_account', { id: account }))['proposed_values']).toBe(
    `Declined by a person: metrics of ${opp}.`,
  );
  await panel.values.set.mutate({ record_id: opp, fields: { metrics: '7 %' } });
  expect((await call(person, 'set_meddpicc', sent))['proposed']).toMatchObject([{ current: '7 %', status: 'waiting' }]);
  // What an accepted value replaced stays the person's to decide.
  expect((await call(person, 'set_meddpicc', { opp_id: opp, champion: 'Kim' }))['proposed']).toMatchObject([
    { current: 'Lee Park', proposed: 'Kim' },
  ]);
});

test('a proposal whose value moved since is shown so, and never applied unseen', async () => {
  const person = await protectedOne();
  const { panel } = person.browser;
  const { account } = await newRecords(person);
  const set = (fields: Json) => panel.values.set.mutate({ record_id: account, fields });
  await set({ tier: 'A', industry: 'Energy' });
  await call(person, 'gtm_crm_write', { entity: 'account', id: account, facts: { tier: 'C', industry: 'Food' } });
  const before = (await panel.values.proposed.query({})).items;
  await set({ tier: 'B' });
  expect(await panel.values.accept.mutate({ proposals: before })).toMatchObject({
    decided: [before.find(({ field }) => field === 'industry')!.proposal_id],
    moved: [before.find(({ field }) => field === 'tier')!.proposal_id],
  });
  const [moved] = (await panel.values.proposed.query({})).items;
  expect(moved).toMatchObject({ field: 'tier', current: 'A', now: 'B', proposed: 'C', moved: true });
  expect(await valuesOf(person, 'account', account)).toMatchObject({ tier: 'B', industry: 'Food' });
  // Seen as it is now, it can be accepted; once.
  await panel.values.accept.mutate({ proposals: [moved!] });
  expect(await valuesOf(person, 'account', account)).toMatchObject({ tier: 'C' });
  await expect(panel.values.accept.mutate({ proposals: [moved!] })).rejects.toThrow(/was accepted before/);
  const other = await protectedOne();
  await expect(other.browser.panel.values.decline.mutate({ proposal_ids: [moved!.proposal_id] })).rejects.toThrow(
    /^No value proposal with that id/,
  );
});

test('what a person saves while an agent writes stands, whoever is first', async () => {
  const person = await protectedOne();
  const { panel } = person.browser;
  const { account } = await newRecords(person);
  for (let round = 0; round < 25; round += 1) {
    const [, answer] = await Promise.all([
      panel.values.set.mutate({ record_id: account, fields: { [`tier`]: `P${round}` } }),
      call(person, 'gtm_crm_write', {
        entity: 'account',
        id: account,
        facts: { tier: `A${round}`, region: `${round}` },
      }),
    ]);
    expect(await valuesOf(person, 'account', account)).toMatchObject({
      tier: `P${round}`,
      payload: { region: `${round}` },
    });
    if (round > 0) expect(answer['proposed']).toHaveLength(1);
  }
});

test('a tier that a person decided is theirs; without the setting agents write, and what they wrote is nobody’s', async () => {
  const person = await protectedOne();
  const { panel } = person.browser;
  const { account } = await newRecords(person);
  const tier = (value: string) =>
    call(person, 'gtm_crm_write', { entity: 'account', id: account, facts: { tier: value } });
  expect((await panel.values.protection.query()).protect_human_values).toBe(true);
  const { proposal_id } = await person.client.hosted.propose_tier.mutate({
    account_id: account,
    tier: 'A',
    reason: 'x',
  });
  await panel.tiers.accept.mutate({ proposal_id });
  expect((await tier('B'))['proposed']).toMatchObject([{ field: 'tier', current: 'A' }]);
  await panel.values.set_protection.mutate({ protect_human_values: false });
  expect((await tier('C'))['proposed']).toBeUndefined();
  await panel.values.set_protection.mutate({ protect_human_values: true });
  expect((await tier('D'))['proposed']).toBeUndefined();
  expect(await valuesOf(person, 'account', account)).toMatchObject({ tier: 'D' });
});

test('erasing a person deletes what is proposed of them, and names them nowhere else', async () => {
  const person = await newPerson(app);
  const { panel } = person.browser;
  const { account } = await newRecords(person);
  const facts = { account_id: account, name: 'Vera Lindqvist', email: 'vera@lind.example' };
  const { id } = await call(person, 'gtm_crm_write', { entity: 'contact', facts });
  await panel.values.set.mutate({ record_id: id, fields: { email: 'vera@lind.example', title: 'CFO' } });
  await panel.values.set.mutate({ record_id: account, fields: { owner_name: 'Nobody' } });
  await call(person, 'gtm_crm_write', { entity: 'contact', id, facts: { title: 'CEO', email: 'v@lind.example' } });
  const named = { owner_name: 'Vera Lindqvist' };
  await call(person, 'gtm_crm_write', { entity: 'account', id: account, facts: named });
  const exported = await panel.privacy.export_subject.query({ record_id: id });
  expect(JSON.stringify(exported)).toContain('v@lind.example');
  await panel.privacy.erase_subject.mutate({ record_id: id, password: person.password });
  const { items } = await panel.values.proposed.query({});
  expect(items).toMatchObject([{ record_id: account, field: 'owner_name', proposed: '[erased]' }]);
});

test('a person’s value goes along with a merge and with a target account that becomes an account', async () => {
  const person = await protectedOne();
  const { panel } = person.browser;
  const { contact, target_account } = await newRecords(person);
  const twin = await call(person, 'gtm_crm_write', { entity: 'contact', facts: { name: 'Dana R' } });
  await panel.values.set.mutate({ record_id: twin['id'], fields: { phone: '+47 1', linkedin: 'in/dana' } });
  await call(person, 'gtm_crm_write', { entity: 'contact', id: contact, facts: { linkedin: 'in/other' } });
  const merge = await call(person, 'amend_record', {
    action: 'propose_merge',
    id: contact,
    duplicate_id: twin['id'],
    reason: 'Same.',
  });
  await panel.amendments.apply_merge.mutate({ proposal_id: merge['proposal_id'] });
  const facts = { phone: '+47 2', linkedin: 'in/new' };
  const answer = await call(person, 'gtm_crm_write', { entity: 'contact', id: contact, facts });
  expect(answer['proposed']).toMatchObject([{ field: 'phone', current: '+47 1' }]);

  await panel.values.set.mutate({ record_id: target_account, fields: { industry: 'Energy' } });
  const made = await call(person, 'gtm_crm_write', {
    entity: 'account',
    target_account_id: target_account,
    facts: { industry: 'Food', name: 'Target' },
  });
  expect(made['proposed']).toMatchObject([{ field: 'industry', current: 'Energy', proposed: 'Food' }]);
  const next = await call(person, 'gtm_crm_write', {
    entity: 'account',
    id: made['id'],
    facts: { industry: 'Retail' },
  });
  expect(next['proposed']).toMatchObject([{ field: 'industry', current: 'Energy', proposed: 'Retail' }]);
});
