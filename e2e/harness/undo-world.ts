import { setImmediate } from 'node:timers/promises';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from './app.ts';
import { expectCountedSections } from './plan-sections.ts';
import { read, succeed } from './tool-test.ts';

/** A step of a generated history: by the run, or by somebody else. `on` names records by what made them. */
export type Step = { by: 'run' | 'other'; tool: string; makes?: string; on?: string; input: (id: string) => object };

/** A small source of numbers that is the same for the same seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const KINDS = ['account', 'opp', 'contact', 'prospect'] as const;

const MEDDPICC = ['metrics', 'champion', 'competition', 'paper_process'];

/** Fields of each kind and how a new value of them is made; payload fields keep their form. */
const FIELDS: Record<string, Record<string, (n: number) => unknown>> = {
  account: {
    tier: (n) => `T${n}`,
    industry: (n) => `Industry ${n}`,
    employee_count: (n) => n,
    region: (n) => `Region ${n}`,
    size: (n) => n + 0.5,
    address: (n) => ({ city: `City ${n}` }),
  },
  opp: {
    stage: (n) => `Stage ${n}`,
    amount: (n) => n * 100 + 0.25,
    close_date: (n) => `2030-01-${String((n % 28) + 1).padStart(2, '0')}`,
    owner: (n) => `Owner ${n}`,
    source: (n) => `Source ${n}`,
  },
  contact: { title: (n) => `Title ${n}`, phone: (n) => `+1 555 ${n}`, mood: (n) => `Mood ${n}` },
  prospect: { title: (n) => `Title ${n}`, notes: (n) => `Notes ${n}`, score: (n) => n },
};

/** What was there before the run: each record by the name it is told by. */
export const BASE: Step[] = [
  ...['a1', 'a2'].map((name): Step => ({
    by: 'other',
    tool: 'gtm_crm_write',
    makes: name,
    input: () => ({
      entity: 'account',
      facts: { name, tier: 'B', region: 'EMEA', size: 1.5, address: { city: 'Bonn' } },
    }),
  })),
  ...['o1', 'o2'].map((name): Step => ({
    by: 'other',
    tool: 'gtm_crm_write',
    makes: name,
    on: 'a1',
    input: (account_id) => ({ entity: 'opp', facts: { account_id, name, stage: 'Discovery', amount: 500 } }),
  })),
  {
    by: 'other',
    tool: 'gtm_crm_write',
    makes: 'c1',
    on: 'a1',
    input: (account_id) => ({ entity: 'contact', facts: { account_id, name: 'c1', title: 'CEO' } }),
  },
  { by: 'other', tool: 'update_prospect', makes: 'p1', input: () => ({ name: 'p1', title: 'CTO' }) },
  { by: 'other', tool: 'sync_brain', input: () => ({ scope: 'icp-registry', payload: { n: 0 } }) },
];

const kindOf = (name: string) => KINDS.find((kind) => kind.startsWith(name[0]!))!;

/** A history of a run with edits of others between: every text and value in it is there once. */
export function history(seed: number, length: number): Step[] {
  const below = seeded(seed);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)]!;
  const records = ['a1', 'a2', 'o1', 'o2', 'c1', 'p1'];
  const steps: Step[] = [];
  for (let at = 0; at < length; at += 1) {
    const n = seed * 1_000 + at + 1;
    const by = below(10) < 6 ? 'run' : 'other';
    const account = pick(records.filter((name) => name.startsWith('a')));
    const section = pick(['risks', 'next_steps']);
    const scope = pick(['icp-registry', 'decision-log']);
    const add = (step: Omit<Step, 'by'>) => steps.push({ by, ...step });
    switch (below(14)) {
      case 0: {
        const kind = pick(KINDS);
        const name = `${kind[0]}${n}`;
        if (kind === 'prospect')
          add({ tool: 'update_prospect', makes: name, on: account, input: (account_id) => ({ name, account_id }) });
        else {
          const facts = { name, ...(kind === 'account' ? { domain: `d${n}.example` } : {}) };
          add({
            tool: 'gtm_crm_write',
            makes: name,
            ...(kind === 'account' ? {} : { on: account }),
            input: (account_id) => ({ entity: kind, facts: kind === 'account' ? facts : { ...facts, account_id } }),
          });
        }
        records.push(name);
        break;
      }
      case 1:
        add({
          tool: 'log_capture',
          on: account,
          input: (account_id) => ({
            source: 'call',
            account_id,
            text: `Heard about matter ${n}. It costs ${n} a year.`,
          }),
        });
        break;
      case 2:
        add({ tool: 'log_capture', input: () => ({ source: 'note', text: `Loose note ${n}.` }) });
        break;
      case 3:
        add({
          tool: 'add_to_plan',
          on: account,
          input: (account_id) => ({ account_id, section, content: `Do thing ${n}.` }),
        });
        break;
      case 4:
        add({
          tool: 'mark_meeting_outcome',
          on: account,
          input: (account_id) => ({ account_id, outcome: 'advance', notes: `Met ${n}.`, next_step: `Send ${n}.` }),
        });
        break;
      case 5:
        add({
          tool: 'gtm_score',
          on: account,
          input: (account_id) => ({
            role: 'health',
            account_id,
            signals: [{ key: `key_${n}`, value: ((n * 7) % 97) / 97 }],
          }),
        });
        break;
      case 6:
        add({
          tool: 'gtm_build_tam',
          input: () => ({ list_name: 'DACH', accounts: [{ domain: `t${n}.example`, name: `Target ${n}` }] }),
        });
        break;
      case 7:
        add({ tool: 'sync_brain', input: () => ({ scope, payload: { n } }) });
        break;
      case 8:
        add({
          tool: 'studio_stage_draft',
          on: account,
          input: (account_id) => ({ channel: 'manual', body: `Draft ${n}`, account_id }),
        });
        break;
      case 9: {
        const opp = pick(records.filter((name) => name.startsWith('o')));
        const dimension = pick(MEDDPICC);
        // A value that two say leaves a fact of the first only: of two that clear a field, nothing tells.
        const isCleared = by === 'run' && below(4) === 0;
        add({
          tool: 'set_meddpicc',
          on: opp,
          input: (opp_id) => ({ opp_id, [dimension]: isCleared ? null : `Evidence ${n}` }),
        });
        break;
      }
      default: {
        const name = pick(records);
        const kind = kindOf(name);
        const field = pick(Object.keys(FIELDS[kind]!));
        // A field that is cleared keeps no form: only those of text are.
        const value = FIELDS[kind]![field]!(n);
        const isCleared = by === 'run' && typeof value === 'string' && below(5) === 0;
        const facts = { [field]: isCleared ? null : value };
        add({ tool: 'gtm_crm_write', on: name, input: (id) => ({ entity: kind, id, facts }) });
      }
    }
  }
  return steps;
}

/** Runs steps in a workspace; those on records that are not there are left out. @returns the records by name */
export async function play(
  steps: readonly Step[],
  as: Record<Step['by'], [Tenant, Record<string, string>]>,
  ids = new Map<string, string>(),
) {
  for (const { by, tool, makes, on, input } of steps) {
    const id = on === undefined ? '' : ids.get(on);
    if (id === undefined) continue;
    const [who, headers] = as[by];
    const answer = await succeed(who, tool, input(id), headers);
    if (makes !== undefined) ids.set(makes, answer.id);
    // Of two calls within one millisecond nothing tells whose a row is.
    const ended = Date.now();
    while (Date.now() === ended) await setImmediate();
  }
  return ids;
}

let named = 0;

/** What a workspace holds and shows, with names for ids: what two of them are compared by. */
export async function stateOf(app: AppContext, who: Tenant, ids: ReadonlyMap<string, string>) {
  await expectCountedSections(app, who);
  const names = new Map(Array.from(ids, ([name, id]) => [id, name]));
  const all = async (table: string) =>
    (
      await read<Record<string, unknown>>(
        app,
        who,
        statement(`test_state_of_${table}_${(named += 1)}`, `SELECT to_jsonb(t) AS r FROM ${table} t`),
      )
    ).map(({ r }) => r as Record<string, unknown>);
  const nameOf = (id: unknown) => names.get(id as string) ?? (id === null ? null : 'unnamed');
  const pickOf = (row: Record<string, unknown>, fields: string) =>
    Object.fromEntries(
      fields
        .split(' ')
        .map((field) => [field, field.endsWith('_id') || field === 'id' ? nameOf(row[field]) : row[field]]),
    );
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  const of = async (table: string, fields: string) => sorted((await all(table)).map((row) => pickOf(row, fields)));
  const plans = new Map((await all('plans')).map((row) => [row['id'], nameOf(row['account_id'])]));
  const brain = new Map<unknown, Record<string, unknown>>();
  for (const row of await all('brain_states')) {
    if (((brain.get(row['scope'])?.['version'] ?? 0) as number) < (row['version'] as number))
      brain.set(row['scope'], row);
  }
  return {
    accounts: await of('accounts', 'id name domain industry employee_count tier payload'),
    opps: await of('opportunities', 'id account_id name stage stage_kind amount close_date owner meddpicc payload'),
    contacts: await of('contacts', 'id account_id name title phone payload'),
    prospects: await of('prospects', 'id account_id name title notes payload'),
    targets: await of('target_accounts', 'list_name domain name'),
    captures: await of('captures', 'source text account_id'),
    entries: sorted(
      (await all('plan_entries')).map((row) => ({ ...pickOf(row, 'section content'), of: plans.get(row['plan_id']) })),
    ),
    meetings: await of('meetings', 'account_id outcome notes next_step'),
    signals: await of('signals', 'account_id key value'),
    scores: await of('scores', 'account_id role value'),
    waiting: sorted(
      (await all('drafts')).filter(({ state }) => state === 'pending').map((row) => pickOf(row, 'body account_id')),
    ),
    brain: sorted(Array.from(brain, ([scope, { payload }]) => ({ scope, payload }))),
    facts: sorted(
      (await all('facts'))
        .filter(
          ({ superseded_at, subject_type }) =>
            superseded_at === null && !['draft', 'brain', 'target_list'].includes(subject_type as string),
        )
        .map((row) => ({
          ...pickOf(row, 'account_id attribute value single'),
          of: ['plan', 'meeting'].includes(row['subject_type'] as string)
            ? row['subject_type']
            : nameOf(row['subject_id']),
        })),
    ),
  };
}
