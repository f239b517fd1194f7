import { describe, expect } from 'vitest';
import type { AppContext } from '../../e2e/harness/app.ts';
import { askAll, newAccount, newDeal, note, relatedTo } from '../../e2e/harness/answers.ts';
import { succeed, test } from '../../e2e/harness/tool-test.ts';
import { ROLES } from '../../db/roles.ts';
import { statement } from '../../db/statement.ts';

let app: AppContext;

/** Values of deals that are newer than everything else, as an import leaves them. */
const addFields = statement(
  'test_many_fields',
  `INSERT INTO facts (workspace_id, id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, key_id, user_id, at)
   SELECT $1, 'fact_7' || lpad(n::text, 25, '0'), $2, 'opp', 'opp_' || lpad(n::text, 26, '0'), 'stage', 'Discovery',
     'Stage of Deal ' || n || ': Discovery.', true, 'gtm_crm_write', $3, $4, now()
   FROM generate_series(1, $5::int) n`,
);

test.beforeEach(({ app: shared }) => {
  app = shared;
});

describe('all accounts', () => {
  test('are searched, each fact with its account; a named one narrows the search', async () => {
    const who = await app.newTenant();
    for (const [name, rival] of [
      ['Marl Quarries', 'Tesserae'],
      ['Flint Works', 'Quillfire'],
      ['Chalk Line', 'Tesserae'],
    ] as const) {
      const account = await newAccount(who, name);
      await succeed(who, 'set_meddpicc', { opp_id: await newDeal(who, account), competition: rival });
    }
    const all = await askAll(who, 'Which accounts have Tesserae as a competitor?');
    expect(all.answered).toBe(false);
    expect(new Set(all.related.slice(0, 2).map(({ account_name }) => account_name))).toEqual(
      new Set(['Marl Quarries', 'Chalk Line']),
    );
    expect(all.use).toBeNull();
    const everyone = await askAll(who, 'Who is the competition?');
    expect(everyone.facts).toHaveLength(3);
    expect(everyone.contradictions).toEqual([]);
    for (const { account_name: name } of everyone.facts) expect(everyone.answer).toContain(name!);
    const one = await askAll(who, 'Who is the competition at Flint Works?');
    expect(one.facts.map(({ value }) => value)).toEqual(['Quillfire']);
    expect((await askAll(who, 'Who signs at Marl Quarries?')).answered).toBe(false);
  });

  test('find a deal by its code, whatever it begins with', async () => {
    const who = await app.newTenant();
    const account = await newAccount(who, 'Kinder');
    for (const [name, stage] of Object.entries({
      '1C1I7A6R': 'Won',
      '0I6U3MQ6': 'Lost',
      ZHXMX4CQ: 'Engaging',
      '7E5X2': 'Prospecting',
    }))
      await succeed(who, 'gtm_crm_write', { entity: 'opp', facts: { account_id: account, name, stage } });
    for (const [question, stage] of [
      ['What stage is deal 1C1I7A6R in?', 'Won'],
      ['What stage is 0I6U3MQ6 in?', 'Lost'],
      ['What is the stage of ZHXMX4CQ?', 'Engaging'],
      ['What is the stage of 7E5X2?', 'Prospecting'],
    ] as const) {
      const { facts } = await askAll(who, question);
      expect(
        facts.map(({ value }) => value),
        question,
      ).toEqual([stage]);
    }
  });

  test.each([
    ['Where is Volta Motors headquartered?', 'Boston'],
    ['How many employees does Volta Motors have?', '420'],
    ['Which industry is Volta Motors in?', 'Steel'],
    ['Where is the kickoff meeting with Volta Motors?', 'Ghent'],
    ['What is the next step with Volta Motors?', 'samples'],
    ['Who signs for Volta Motors?', 'Dana Reyes'],
  ])('answer for no company that is named and lacks the fact: %s', async (question, others) => {
    const who = await app.newTenant();
    const volta = await newAccount(who, 'Volta Motors');
    await note(who, volta, 'They build electric vans.');
    const facts = { address: { city: 'Boston' }, employee_count: 420, industry: 'Steel' };
    const acme = await newAccount(who, 'Acme Steel', facts);
    const opp = await newDeal(who, acme);
    await succeed(who, 'set_meddpicc', { opp_id: opp, economic_buyer: 'Dana Reyes' });
    await succeed(who, 'gtm_crm_write', { entity: 'opp', id: opp, facts: { next_step: 'Send samples by Friday' } });
    await note(who, acme, 'The kickoff meeting is on Sept. 9 at the office in Ghent.');
    const lacking = await askAll(who, question);
    expect([lacking.answered, lacking.facts], lacking.answer).toEqual([false, []]);
    expect(lacking.answer).toMatch(/^Nothing recorded/);
    for (const { account_name } of lacking.related) expect(account_name).toMatch(/^(?:Volta Motors|Acme Steel)$/);
    const has = await askAll(who, question.replace('Volta Motors', 'Acme Steel'));
    expect([...has.facts.map(({ value }) => value), relatedTo(has)].join(' ')).toContain(others);
    expect(new Set(has.facts.map(({ account_name }) => account_name))).toEqual(
      new Set(has.answered ? ['Acme Steel'] : []),
    );
  });

  test('are listed by a call that finds what is asked for, and by none that finds something else', async () => {
    const who = await app.newTenant();
    const account = await newAccount(who, 'Tuff Ceramics', { tier: 'A' });
    const other = await newAccount(who, 'Schist Glass');
    const deals = [
      { name: 'Kilns', owner: 'Priya Nair', stage: 'Closed won', competition: 'Copperwell' },
      { name: 'Glazes', owner: 'Priya Nair', stage: 'Proposal' },
      { name: 'Moulds', owner: 'Lee Ode', stage: 'Proposal' },
    ];
    for (const { competition, ...facts } of deals) {
      const deal = { entity: 'opp', facts: { account_id: account, ...facts } };
      const { id } = await succeed(who, 'gtm_crm_write', deal);
      if (competition !== undefined) await succeed(who, 'set_meddpicc', { opp_id: id, competition });
    }
    await newDeal(who, other, 'Furnace');
    for (const [question, names] of [
      ['Which deals did we win?', ['Kilns']],
      ['Which open deals does Priya Nair own?', ['Glazes']],
      ['Which open deals do we have with Tuff Ceramics?', ['Glazes', 'Moulds']],
      ['Which deals have Copperwell as competitor?', undefined],
      ['Which accounts are tier A?', undefined],
    ] as const) {
      const { answered, use } = await askAll(who, question);
      const found = use === null ? undefined : await succeed(who, use.tool, use.arguments);
      const listed = found?.items.map(({ name }: { name: string }) => name).toSorted();
      expect([answered, listed], `${question} ${JSON.stringify(use)}`).toEqual([false, names]);
    }
  });

  test('are found however many newer facts there are: by rare words, by words of older notes, by name', async () => {
    const who = await app.newTenant();
    const account = await newAccount(who, 'Kelp Harbour');
    await note(who, account, 'Imke Vos runs the moonshot telescope. Nobody may touch it before the audit.');
    await succeed(who, 'set_meddpicc', { opp_id: await newDeal(who, account), champion: 'Odile Farrant' });
    const many = await newAccount(who, 'Bulk Imports');
    await app.service.app.services.db.as(ROLES.gate, addFields, [who.workspaceId, many, who.keyId, who.userId, 8_500]);
    const telescope = await askAll(who, 'What about the telescope?');
    expect(telescope.related.map(({ sentence }) => sentence).join(' ')).toContain('moonshot telescope');
    const champion = await askAll(who, 'Who is the champion at Kelp Harbour?');
    expect(champion.facts.map(({ value }) => value)).toEqual(['Odile Farrant']);
    expect((await askAll(who, 'What did Imke Vos say?')).answer).not.toContain('unknown here');
    expect((await askAll(who, 'What did Zebedee Quux say?')).answer).toContain('unknown here');
  });

  test('are those of the seat: another user’s are never there, asked by id or by words', async () => {
    const [owner, otherTenant] = [await app.newTenant(), await app.newTenant()];
    const account = await newAccount(owner, 'Obsidian Freight');
    await note(owner, account, 'Zebulon Quist signs everything above 10k.');
    const refused = await otherTenant.rest('answer_about_account', { account_id: account, question: 'Who signs?' });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'not_found']);
    for (const question of ['Who signs at Obsidian Freight?', 'What does Zebulon Quist sign?', 'Who signs?']) {
      const { answered, answer, facts, related } = await askAll(otherTenant, question);
      expect([answered, facts, related], answer).toEqual([false, [], []]);
      expect(answer).not.toContain(account);
    }
    expect(relatedTo(await askAll(owner, 'What does Zebulon Quist sign?'))).toContain('above 10k');
  });

  test('include those of the owner of a member’s team, and nothing else of the owner’s', async () => {
    const [owner, member, otherTenant] = [await app.newTenant(), await app.newTenant(), await app.newTenant()];
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Field' });
    await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
    const account = await newAccount(owner, 'Basalt Energy');
    await note(owner, account, 'Imke Vos signs everything above 10k.');
    await newAccount(member, 'Gneiss Marine');
    await succeed(owner, 'sync_brain', {
      scope: 'decision-log',
      payload: { entries: ['Imke Vos prefers quicksilver'] },
    });
    const { id } = await succeed(owner, 'update_prospect', { name: 'Unattached Person' });
    await succeed(owner, 'log_capture', { source: 'x', text: 'Imke Vos has a quicksilver cousin.', prospect_id: id });

    const seen = await askAll(member, 'What does Imke Vos sign at Basalt Energy?');
    expect(new Set(seen.related.map(({ account_id }) => account_id))).toEqual(new Set([account]));
    expect(seen.related[0]).toMatchObject({
      sentence: 'Imke Vos signs everything above 10k.',
      established_by: 'log_capture by test',
    });
    const cousin = await askAll(member, 'Who has a quicksilver cousin?');
    expect([cousin.answered, relatedTo(cousin).includes('cousin')]).toEqual([false, false]);
    expect((await askAll(owner, 'Who has a quicksilver cousin?')).answered).toBe(true);
    // The owner does not see a member's own workspace, and an unrelated user sees neither.
    expect(relatedTo(await askAll(owner, 'What do we know about Gneiss Marine?'))).toBe('');
    expect(relatedTo(await askAll(otherTenant, 'What does Imke Vos sign?'))).toBe('');
    const about = await member.rest('answer_about_account', { account_id: account, question: 'Who signs?' });
    expect(about.status).toBe(404);
  });
});
