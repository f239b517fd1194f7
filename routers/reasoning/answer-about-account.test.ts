import { describe, expect } from 'vitest';
import { findStated } from '../../db/statements/panel-record-reads.ts';
import { type AppContext, type Tenant, tenantOf } from '../../e2e/harness/app.ts';
import {
  type Answer,
  ask,
  askAll,
  type Fact,
  newAccount,
  newDeal,
  note,
  relatedTo,
} from '../../e2e/harness/answers.ts';
import { succeed, test } from '../../e2e/harness/tool-test.ts';
import { callTool, TRANSPORTS } from '../../e2e/harness/transports.ts';
import { registry } from '../index.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

describe('what is cited', () => {
  test('is every fact with who established it, when, with which tool and in which run', async () => {
    const account = await newAccount(tenant, 'Larch');
    const opp = await newDeal(tenant, account);
    await succeed(
      tenant,
      'set_meddpicc',
      { opp_id: opp, economic_buyer: 'Dana Reyes, CFO' },
      { 'Run-Ref': 'run-larch' },
    );
    const { answered, answer, facts, could_record } = await ask(tenant, account, 'Who signs?');
    expect(answered).toBe(true);
    expect(facts).toHaveLength(1);
    const [fact] = facts as [Fact];
    expect(fact).toMatchObject({
      account_id: account,
      account_name: 'Larch',
      attribute: 'economic_buyer',
      value: 'Dana Reyes, CFO',
      established_by: {
        user_id: tenant.userId,
        user_name: 'Test Person',
        key_id: tenant.keyId,
        key_name: 'test',
        tool: 'set_meddpicc',
        provider: null,
      },
      superseded_at: null,
      run_ref: 'run-larch',
    });
    expect(answer).toBe(
      `Economic buyer of Pilot: Dana Reyes, CFO. [${fact.fact_id}, set_meddpicc by test, ${fact.at.slice(0, 10)}]`,
    );
    expect(could_record).toEqual([]);
  });

  test('comes with the quote it rests on: verified, and by whom it was said', async () => {
    const account = await newAccount(tenant, 'Rowan');
    const opp = await newDeal(tenant, account);
    const { capture_id } = await note(tenant, account, 'We agreed that Dana Reyes signs for this.');
    const evidenced = (quote: string) => ({ evidence: [{ field: 'economic_buyer', capture_id, quote }] });
    await succeed(tenant, 'set_meddpicc', {
      opp_id: opp,
      economic_buyer: 'Dana Reyes',
      ...evidenced('Dana Reyes signs for this'),
    });
    const quoted = await ask(tenant, account, 'Who is the economic buyer?');
    expect(quoted.facts[0]).toMatchObject({ evidence: { capture_id, verified: true, stated_by: 'seller' } });
    await succeed(tenant, 'set_meddpicc', { opp_id: opp, champion: 'Lee Ode' });
    const bare = await ask(tenant, account, 'Who is the champion?');
    expect(bare.facts[0]).toMatchObject({ value: 'Lee Ode', evidence: null });
  });

  test('rests on nothing verified while the capture it quotes is withdrawn', async () => {
    const account = await newAccount(tenant, 'Alder');
    const opp = await newDeal(tenant, account);
    const { capture_id } = await note(tenant, account, 'Dana Reyes signs for the pilot.');
    await succeed(tenant, 'set_meddpicc', {
      opp_id: opp,
      economic_buyer: 'Dana Reyes',
      evidence: [{ field: 'economic_buyer', capture_id, quote: 'Dana Reyes signs' }],
    });
    const evidence = async () => {
      const [about, across] = [
        await ask(tenant, account, 'Who is the economic buyer?'),
        await askAll(tenant, 'Who is the economic buyer at Alder?'),
      ];
      const inPanel = await app.service.app.services.db.read(tenant.workspaceId, findStated, [tenant.workspaceId, opp]);
      const stated = inPanel.find(({ attribute }) => attribute === 'economic_buyer');
      return [about.facts[0], across.facts[0], stated].map((fact) => fact?.evidence);
    };
    const verified = { capture_id, quote: 'Dana Reyes signs', verified: true, stated_by: 'seller' };
    expect(await evidence()).toEqual([verified, verified, verified]);
    await succeed(tenant, 'amend_record', { action: 'withdraw', id: capture_id, reason: 'Of another call.' });
    const unverified = { ...verified, verified: false };
    expect(await evidence()).toEqual([unverified, unverified, unverified]);
    await succeed(tenant, 'amend_record', { action: 'restore', id: capture_id });
    expect(await evidence()).toEqual([verified, verified, verified]);
  });

  test('names the key that wrote it, and a person where no key did', async () => {
    const account = await newAccount(tenant, 'Rowan');
    const night = await app.operator.keys.create.mutate({
      user_id: tenant.userId,
      name: 'Night agent',
      scopes: 'all',
      rate_limit: null,
    });
    const agent = tenantOf(app.baseUrl, { ...tenant, keyId: night.key_id, key: night.key });
    const opp = await newDeal(tenant, account);
    await succeed(agent, 'set_meddpicc', { opp_id: opp, champion: 'Ola Berg, Head of Sawmills' });
    const { answer, facts } = await ask(tenant, account, 'Who is our champion?');
    expect(answer).toContain('set_meddpicc by Night agent');
    expect(facts[0]!.established_by).toMatchObject({ key_id: night.key_id, key_name: 'Night agent' });
  });

  test('is an amount with its currency, of one account and across all', async () => {
    const who = await app.newTenant();
    const account = await newAccount(who, 'Helix Labs');
    for (const [name, amount, currency] of [
      ['Add-on', 50_000, 'EUR'],
      ['Renewal', 70_000, 'USD'],
      ['Pilot', 5_000, undefined],
    ] as const) {
      await succeed(who, 'gtm_crm_write', { entity: 'opp', facts: { account_id: account, name, amount, currency } });
    }
    for (const { facts, answer } of [
      await ask(who, account, 'What is the amount of the Add-on?'),
      await askAll(who, 'What is the amount of the Add-on?'),
    ]) {
      expect(
        facts.map(({ value }) => value),
        answer,
      ).toEqual(['50000', 'EUR']);
      expect(answer).toContain(`Currency of Add-on: EUR. [${facts[1]!.fact_id}`);
    }
    const all = await ask(who, account, 'What is the amount?');
    expect(all.facts.map(({ value }) => value)).toEqual(['5000', '70000', 'USD', '50000', 'EUR']);
  });

  test('is as many facts as the limit allows', async () => {
    const account = await newAccount(tenant, 'Alder');
    for (const rival of ['Northbeam', 'Tesserae', 'Quillfire', 'Bramblework']) {
      await succeed(tenant, 'set_meddpicc', { opp_id: await newDeal(tenant, account, rival), competition: rival });
    }
    const all = await ask(tenant, account, 'Who else are they looking at?');
    expect(all.facts).toHaveLength(4);
    const two = await ask(tenant, account, 'Who else are they looking at?', { limit: 2 });
    expect(two.facts).toEqual(all.facts.slice(0, 2));
    expect(two.related.map(({ fact_id }) => fact_id)).toEqual(all.facts.slice(2).map(({ fact_id }) => fact_id));
    for (const limit of [0, 201, 1.5]) {
      const { status, body } = await tenant.rest('answer_about_account', { account_id: account, question: 'x', limit });
      expect([status, body.error.code]).toEqual([400, 'invalid_input']);
    }
  });

  test('is the same to the byte for the same question and facts, over every transport', async () => {
    const account = await newAccount(tenant, 'Juniper', { industry: 'Gin', employee_count: 41 });
    await note(
      tenant,
      account,
      'Maud Tierney signs. Budget is 40k. They compare us with Copperwell and with Stillhouse.',
    );
    for (const question of ['Who signs?', 'Whom are we up against?', 'What do we know?', 'Which ERP do they run?']) {
      const bytes = new Set<string>();
      for (const transport of [...TRANSPORTS, ...TRANSPORTS]) {
        const input = { account_id: account, question };
        const { result } = await callTool(transport, 'answer_about_account', input, {
          ...tenant,
          baseUrl: app.baseUrl,
        });
        bytes.add(JSON.stringify(result));
      }
      expect(bytes.size, question).toBe(1);
    }
  });
});

describe('what no longer holds', () => {
  let account: string;
  let opp: string;

  test.beforeEach(async () => {
    account = await newAccount(tenant, 'Hawthorn');
    opp = await newDeal(tenant, account);
    await succeed(tenant, 'set_meddpicc', { opp_id: opp, economic_buyer: 'Piers Holt, COO', champion: 'Ada Nkemelu' });
    await succeed(tenant, 'set_meddpicc', { opp_id: opp, economic_buyer: 'Dana Reyes, CFO' });
    await succeed(tenant, 'gtm_crm_write', { entity: 'opp', id: opp, facts: { stage: 'Discovery' } });
    await succeed(tenant, 'gtm_crm_write', { entity: 'opp', id: opp, facts: { stage: 'Proposal' } });
  });

  test('is left out', async () => {
    const { facts, answer } = await ask(tenant, account, 'Who is the economic buyer?');
    expect(facts.map(({ value }) => value)).toEqual(['Dana Reyes, CFO']);
    expect(answer).not.toContain('Holt');
    expect((await ask(tenant, account, 'Is Piers Holt our champion?')).facts.map(({ value }) => value)).not.toContain(
      'Piers Holt, COO',
    );
  });

  test('is answered with its end when the past is asked for', async () => {
    const { facts, answer } = await ask(tenant, account, 'Who was the economic buyer before Dana?');
    const past = facts.find(({ value }) => value === 'Piers Holt, COO');
    expect(past?.superseded_at).toMatch(/^\d{4}-/);
    expect(answer).toContain(`Until ${past!.superseded_at!.slice(0, 10)}: `);
  });

  test('is what stood just before what is named, not what is named', async () => {
    await succeed(tenant, 'set_meddpicc', { opp_id: opp, economic_buyer: 'Ines Moreau, CFO' });
    const before = async (name: string) => {
      const { facts } = await ask(tenant, account, `Who was the economic buyer before ${name}?`);
      return facts.map(({ value }) => value);
    };
    expect(await before('Ines Moreau')).toEqual(['Dana Reyes, CFO']);
    expect(await before('Dana Reyes')).toEqual(['Piers Holt, COO']);
    expect(await before('Piers Holt')).toEqual([]);
  });

  test('tells how a value changed', async () => {
    const { facts } = await ask(tenant, account, 'How has the stage changed?');
    expect(facts.map(({ value }) => value).toSorted()).toEqual(['Discovery', 'Proposal']);
  });

  test('is nothing where nothing came before', async () => {
    const { answered, answer } = await ask(tenant, account, 'Who was the champion before Ada?');
    expect(answered, answer).toBe(false);
  });

  test('includes a field that was emptied', async () => {
    await succeed(tenant, 'gtm_crm_write', { entity: 'opp', id: opp, facts: { owner: 'Priya Nair' } });
    expect((await ask(tenant, account, 'Who owns this deal on our side?')).answered).toBe(true);
    await succeed(tenant, 'gtm_crm_write', { entity: 'opp', id: opp, facts: { owner: null } });
    const now = await ask(tenant, account, 'Who owns this deal on our side?');
    expect(now.facts.map(({ value }) => value)).not.toContain('Priya Nair');
    expect(relatedTo(now)).not.toContain('Priya Nair');
    const before = await ask(tenant, account, 'Who owned this deal previously?');
    expect(before.facts.map(({ value }) => value)).toContain('Priya Nair');
  });

  test('does not end where the same value is written again', async () => {
    const fir = await newAccount(tenant, 'Fir', { industry: 'Paper' });
    const [first] = (await ask(tenant, fir, 'Which industry are they in?')).facts as [Fact];
    await succeed(tenant, 'gtm_crm_write', {
      entity: 'account',
      id: fir,
      facts: { industry: 'Paper', employee_count: 9 },
    });
    const again = await ask(tenant, fir, 'Which industry are they in?');
    expect(again.facts.map(({ fact_id }) => fact_id)).toEqual([first.fact_id]);
    expect((await ask(tenant, fir, 'What was their industry before?')).answered).toBe(false);
  });
});

describe('what cannot all be right', () => {
  test('is stated as such, both sides cited', async () => {
    const account = await newAccount(tenant, 'Spruce');
    await succeed(tenant, 'set_meddpicc', {
      opp_id: await newDeal(tenant, account),
      economic_buyer: 'Dana Reyes, CFO',
    });
    await note(tenant, account, 'Lee Park signs every contract.');
    const { answer, contradictions, facts } = await ask(tenant, account, 'Who signs?');
    expect(contradictions).toHaveLength(1);
    const [{ statement, fact_ids }] = contradictions as [Answer['contradictions'][number]];
    expect(statement).toMatch(/^The record disagrees: /);
    expect(answer.startsWith(statement)).toBe(true);
    const values = fact_ids.map((id) => facts.find(({ fact_id }) => fact_id === id)!.sentence).join(' ');
    expect(values).toContain('Dana Reyes');
    expect(values).toContain('Lee Park');
    const one = await ask(tenant, account, 'Who signs?', { limit: 1 });
    expect(one.contradictions[0]!.fact_ids.toSorted()).toEqual(fact_ids.toSorted());
  });

  test('is not two deals with a buyer each, nor two rivals, nor one name written twice', async () => {
    const account = await newAccount(tenant, 'Larkspur');
    await succeed(tenant, 'set_meddpicc', {
      opp_id: await newDeal(tenant, account, 'North'),
      economic_buyer: 'Ines Duarte',
    });
    await succeed(tenant, 'set_meddpicc', {
      opp_id: await newDeal(tenant, account, 'South'),
      economic_buyer: 'Karl Voss',
    });
    expect((await ask(tenant, account, 'Who signs?')).contradictions).toEqual([]);
    const east = await newDeal(tenant, account, 'East');
    await succeed(tenant, 'set_meddpicc', { opp_id: east, competition: 'Tesserae' });
    await note(tenant, account, 'They are also evaluating Quillfire.');
    expect((await ask(tenant, account, 'Who else are they evaluating?')).contradictions).toEqual([]);
    const sedge = await newAccount(tenant, 'Sedge');
    await succeed(tenant, 'set_meddpicc', { opp_id: await newDeal(tenant, sedge), economic_buyer: 'Ines Duarte, CFO' });
    await note(tenant, sedge, 'Ines Duarte signs.');
    expect((await ask(tenant, sedge, 'Who signs?')).contradictions).toEqual([]);
  });
});

describe('a question about another company', () => {
  test.each([
    'Who signs at Globex?',
    'What is Globex’s budget?',
    'who is the champion at globex corporation',
    'Who is the economic buyer for GLOBEX?',
  ])('is refused rather than answered about this one: %s', async (question) => {
    const who = await app.newTenant();
    const acme = await newAccount(who, 'Acme Foundry');
    const globex = await newAccount(who, 'Globex Corporation', { domain: 'globex.example' });
    await succeed(who, 'set_meddpicc', {
      opp_id: await newDeal(who, acme),
      economic_buyer: 'Dana Reyes',
      champion: 'Lee Park',
    });
    await note(who, acme, 'Budget is 90k.');
    const { answered, answer, facts, related } = await ask(who, acme, question);
    expect(answered, answer).toBe(false);
    expect([facts, related]).toEqual([[], []]);
    expect(answer).not.toContain('Dana');
    expect(answer).toContain(globex);
    expect((await ask(who, acme, 'Who signs at Acme?')).answered).toBe(true);
  });

  test('is answered when it is about this one and the other is beside the point', async () => {
    const who = await app.newTenant();
    const acme = await newAccount(who, 'Acme Foundry');
    await newAccount(who, 'Globex Corporation');
    await note(who, acme, 'They are also evaluating Globex.');
    expect(relatedTo(await ask(who, acme, 'Are they evaluating Globex?'))).toContain('evaluating Globex');
  });

  test.each(['What did Henk Jansen say about the kiln?', 'What is the close date of the Orbital Dairy deal?'])(
    'or person or deal that is unknown here is said to be: %s',
    async (question) => {
      const account = await newAccount(tenant, 'Yew');
      await note(tenant, account, 'Maud Tierney wants a second kiln. The deal closes in May.');
      const { answered, answer, facts, related, could_record } = await ask(tenant, account, question);
      expect([answered, facts]).toEqual([false, []]);
      expect(answer).toContain('unknown here');
      expect(related.map(({ sentence }) => sentence)).toEqual(
        expect.arrayContaining(['Maud Tierney wants a second kiln.', 'The deal closes in May.']),
      );
      expect(could_record.length).toBeGreaterThan(0);
    },
  );
});

describe('what bears on a question without saying it outright', () => {
  test('is related, all of a small account by id and sentence, best first', async () => {
    const account = await newAccount(tenant, 'Mallow', { industry: 'Soap' });
    await note(tenant, account, 'Gwen is on parental leave until March. The mixers broke down twice.');
    const { answered, answer, facts, related } = await ask(tenant, account, 'when can i reach gwen again');
    expect([answered, facts]).toEqual([false, []]);
    expect(answer).toContain('All that is recorded is in related');
    expect(related[0]!.sentence).toContain('parental leave');
    expect(Object.keys(related[0]!)).toEqual(['fact_id', 'sentence']);
    expect(related.map(({ sentence }) => sentence)).toContain('Industry of Mallow: Soap.');
  });

  test.each([
    'Was ist der nächste Schritt?',
    'Welche Risiken gibt es?',
    'Wer ist der Entscheider?',
    'Wie hoch ist der Preis?',
    'Welche Kunden haben kein freigegebenes Budget?',
    'Wann endet der Vertrag mit dem Lieferanten?',
    'Welchen Rabatt will der Einkauf?',
    'Which contacts are CFOs?',
  ])('is so for any wording, nouns written large and all: %s', async (question) => {
    const account = await newAccount(tenant, 'Speedwell', { industry: 'Soap' });
    await note(tenant, account, 'The budget is not approved yet.');
    const { answered, answer, related } = await ask(tenant, account, question);
    expect(answered).toBe(false);
    expect(answer).not.toContain('unknown here');
    expect(related.map(({ sentence }) => sentence)).toContain('The budget is not approved yet.');
  });

  test('is twelve facts of a larger account, each with who established it and when', async () => {
    const account = await newAccount(tenant, 'Tansy');
    await note(
      tenant,
      account,
      Array.from({ length: 90 }, (_, n) => `Oven ${n} runs at ${n + 150} degrees.`).join(' '),
    );
    await note(tenant, account, 'The ovens stop over Christmas.');
    const { answered, answer, related } = await ask(tenant, account, 'when should nobody visit the ovens');
    expect(answered, answer).toBe(false);
    expect(related).toHaveLength(12);
    const stop = related.find(({ sentence }) => sentence.includes('Christmas'));
    expect(stop).toMatchObject({ attribute: 'capture', established_by: 'log_capture by test', superseded_at: null });
    expect(JSON.stringify(related).length).toBeLessThan(5_000);
  });

  test('is never an answer to a sum, a list, what lacks or a time range: a call is', async () => {
    const account = await newAccount(tenant, 'Fennel');
    const opp = await newDeal(tenant, account);
    await succeed(tenant, 'set_meddpicc', { opp_id: opp, economic_buyer: 'Dana Reyes, CFO' });
    const lacks = await ask(tenant, account, 'Which deals have no economic buyer?');
    expect([lacks.answered, lacks.facts]).toEqual([false, []]);
    expect(lacks.use).toEqual({
      tool: 'find_records',
      arguments: { kind: 'opp', account_id: account, stage_kind: 'open', missing: ['economic_buyer'] },
    });
    const total = await ask(tenant, account, 'What is the total of the pipeline?');
    expect([total.answered, total.use?.arguments['kind']]).toEqual([false, 'opp']);
    const closing = await ask(tenant, account, 'Which deals close this quarter?');
    expect(closing.use?.arguments).toMatchObject({ kind: 'opp', close_from: expect.stringMatching(/^\d{4}-/) });
    for (const { use } of [lacks, total, closing]) {
      const found = await succeed(tenant, use!.tool, use!.arguments);
      expect(found.totals.count, JSON.stringify(use)).toBe(use === lacks.use ? 0 : use === total.use ? 1 : 0);
    }
  });
});

describe('what nothing recorded answers', () => {
  test('is said to be so, with what could be recorded by which tool', async () => {
    const account = await newAccount(tenant, 'Yarrow', { industry: 'Tea' });
    for (const question of [
      'Who signs?',
      'What is the next step?',
      'When do they close?',
      'What hurts?',
      'Who runs IT?',
    ]) {
      const { answered, answer, facts, contradictions, could_record } = await ask(tenant, account, question);
      expect(answered, question).toBe(false);
      expect(answer).toMatch(/^Nothing recorded .+ for Yarrow\./);
      expect([facts, contradictions]).toEqual([[], []]);
      expect(could_record.length, question).toBeGreaterThan(0);
      for (const { tool, field } of could_record) {
        const shape = registry.get(tool)!.input.shape;
        expect(field in shape || 'facts' in shape, `${tool}.${field}`).toBe(true);
      }
    }
  });

  test('finds its answer once that is recorded', async () => {
    const account = await newAccount(tenant, 'Sorrel');
    const opp = await newDeal(tenant, account);
    const { could_record } = await ask(tenant, account, 'Who signs?');
    const [{ tool, field }] = could_record as [Answer['could_record'][number]];
    await succeed(tenant, tool, { opp_id: opp, [field]: 'Maud Tierney' });
    expect((await ask(tenant, account, 'Who signs?')).facts[0]!.value).toBe('Maud Tierney');
  });
});

describe('facts of a prospect', () => {
  test('reach the account it belongs to, also what was only logged on the prospect', async () => {
    const account = await newAccount(tenant, 'Teasel');
    const { id } = await succeed(tenant, 'update_prospect', { name: 'Gwen Abara', title: 'Head of Yards' });
    await succeed(tenant, 'log_capture', { source: 'call', text: 'Gwen wants a pilot in Rosslare.', prospect_id: id });
    expect(relatedTo(await ask(tenant, account, 'Where does Gwen want a pilot?'))).toBe('Name of account: Teasel.');
    await succeed(tenant, 'update_prospect', { id, account_id: account });
    const { related } = await ask(tenant, account, 'Where does Gwen want a pilot?');
    expect(related[0]!.sentence).toBe('Gwen wants a pilot in Rosslare.');
    const { captures } = await succeed(tenant, 'read_account', { id: account, include: ['captures'] });
    expect(captures.items.map(({ text }: { text: string }) => text)).toEqual(['Gwen wants a pilot in Rosslare.']);
    expect((await ask(tenant, account, 'What is Gwen’s title?')).facts[0]!.value).toBe('Head of Yards');
  });

  test.each([
    ['update_prospect', (fields: Record<string, unknown>) => fields],
    ['gtm_crm_write', ({ id, ...facts }: Record<string, unknown>) => ({ entity: 'contact', id, facts })],
  ] as const)(
    'and those written by %s move with the person; what was logged about the account stays',
    async (tool, input) => {
      const [first, second] = [await newAccount(tenant, 'Sorrel'), await newAccount(tenant, 'Yarrow')];
      const person = { name: 'Odile Farrant', title: 'Head of Kilns' };
      const { id } = await succeed(tenant, tool, input({ ...person, account_id: first }));
      await note(tenant, first, 'Odile Farrant fears a second outage.');
      await succeed(tenant, tool, input({ id, title: 'Director of Kilns' }));
      await succeed(tenant, tool, input({ id, account_id: second }));
      const valuesOf = async (account: string, question: string) =>
        (await ask(tenant, account, question)).facts.map(({ value }) => value);
      expect(await valuesOf(first, 'What is Odile’s title?')).toEqual([]);
      expect(await valuesOf(second, 'What is Odile’s title?')).toEqual(['Director of Kilns']);
      expect(await valuesOf(second, 'What was Odile’s title before?')).toContain('Head of Kilns');
      const fears = 'Odile Farrant fears a second outage.';
      expect(relatedTo(await ask(tenant, first, 'What does Odile fear?'))).toContain(fears);
      expect(relatedTo(await ask(tenant, second, 'What does Odile fear?'))).not.toContain(fears);
    },
  );
});

describe('a close date', () => {
  test('that moved is told with what it was', async () => {
    const account = await newAccount(tenant, 'Bistort');
    const { id } = await succeed(tenant, 'gtm_crm_write', {
      entity: 'opp',
      facts: { account_id: account, name: 'Kiln', close_date: '2027-03-31' },
    });
    expect((await ask(tenant, account, 'Has the close date moved?')).answered).toBe(false);
    await succeed(tenant, 'gtm_crm_write', { entity: 'opp', id, facts: { close_date: '2027-06-30' } });
    const { facts } = await ask(tenant, account, 'Has the close date moved?');
    expect(facts.map(({ value }) => value)).toEqual(['2027-06-30', '2027-03-31']);
  });
});

describe('hostile questions', () => {
  const HOSTILE = [
    `'; DROP TABLE facts; --`,
    `Who signs' | 'x' & !('y') <-> :* \\`,
    `"unclosed quote & who signs?`,
    'who signs'.repeat(200),
    '¿¡？！。…',
    '🦊🦊🦊 ???',
    '\\u0000 \\x00 %s ${7*7} {{7*7}}',
    'Ｗｈｏ ｓｉｇｎｓ？',
    'من يوقع العقد؟ 誰が署名しますか',
    '?'.repeat(2_000),
    'who and who and who and who, when, where, why, how, which, what'.repeat(30),
    `${'a'.repeat(1_990)} signs`,
    '((((((((((((((((((((((((who signs))))))))))))))',
    'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
    '__proto__ constructor toString hasOwnProperty',
    '-1 0 1e999 NaN Infinity',
  ];

  test.each(HOSTILE)('are answered or refused like any other: %s', async (question) => {
    const account = await newAccount(tenant, 'Thistle');
    await note(tenant, account, 'Maud Tierney signs.');
    for (const answer of [await ask(tenant, account, question), await askAll(tenant, question)]) {
      expect(answer.answer.length).toBeGreaterThan(0);
      expect(answer.answered).toBe(answer.facts.length > 0);
    }
  });

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['2,001 characters', 'x'.repeat(2_001)],
    ['100 KB', 'who signs? '.repeat(9_500)],
    ['a NUL', 'who\u0000signs'],
    ['half a character', 'who \ud800 signs'],
  ])('are refused with the field’s name when they are %s', async (_, question) => {
    const account = await newAccount(tenant, 'Bracken');
    for (const [tool, input] of [
      ['answer_about_account', { account_id: account, question }],
      ['answer_across_org', { question }],
    ] as const) {
      const { status, body } = await tenant.rest(tool, input);
      expect([status, body.error.code]).toEqual([400, 'invalid_input']);
      expect(body.error.issues[0].path).toBe('question');
    }
  });
});
