import { type IdType, idType } from '../../db/ids.ts';
import { registry } from '../../routers/index.ts';
import type { ToolMeta } from '../../routers/tool-declaration.ts';
import { callTool } from './transports.ts';
import type { Provisioner, Tenant } from './tenant.ts';

type Input = Record<string, unknown>;

/** How a record of each type is created, through the tools an agent would use. */
type Recipe = { tool: string; input(of: Records): Promise<Input> | Input };

const crm = (entity: string, facts: (of: Records) => Promise<Input> | Input): Recipe => ({
  tool: 'gtm_crm_write',
  input: async (of) => ({ entity, facts: await facts(of) }),
});

const RECIPES: Partial<Record<IdType, Recipe>> = {
  account: crm('account', ({ marker }) => ({ name: `Account ${marker}`, domain: 'account.example' })),
  opp: crm('opp', async (of) => ({ name: `Deal ${of.marker}`, account_id: await of.id('account') })),
  contact: crm('contact', async (of) => ({ name: `Contact ${of.marker}`, account_id: await of.id('account') })),
  target_account: crm('target_account', ({ marker }) => ({ name: `Target ${marker}`, list_name: 'test' })),
  prospect: {
    tool: 'update_prospect',
    input: async (of) => ({ name: `Prospect ${of.marker}`, account_id: await of.id('account') }),
  },
  meeting: {
    tool: 'mark_meeting_outcome',
    input: async (of) => ({ outcome: 'advance', notes: `Meeting ${of.marker}`, account_id: await of.id('account') }),
  },
  plan_entry: {
    tool: 'add_to_plan',
    input: async (of) => ({ account_id: await of.id('account'), section: 'risks', content: `Entry ${of.marker}` }),
  },
  signal: {
    tool: 'gtm_signal_query',
    async input(of) {
      const account_id = await of.id('account');
      await of.call('gtm_score', { account_id, role: 'deal-risk', signals: [{ key: 'silence', value: 0.9 }] });
      return { account_id };
    },
  },
  capture: { tool: 'log_capture', input: ({ marker }) => ({ source: 'test', text: `Capture ${marker}` }) },
  run: { tool: 'start_run', input: ({ marker }) => ({ plugin: 'deal-desk', skill: `skill-${marker}` }) },
  draft: {
    tool: 'studio_stage_draft',
    input: (of) => of.real(registry.get('studio_stage_draft')!.example.input),
  },
};

/** The first id of a type anywhere in a value. */
export function findId(type: IdType, value: unknown): string | undefined {
  if (typeof value === 'string') return idType(value) === type ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = findId(type, part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where ids occur in a value: dotted path and type. */
export function idPaths(value: unknown, path: readonly string[] = []): { path: readonly string[]; type: IdType }[] {
  if (typeof value === 'string') {
    const type = idType(value);
    return type === undefined ? [] : [{ path, type }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => idPaths(part, [...path, key]));
}

/** The error of a field that takes an id for any other value. */
const WANTED = /^expected an? ([a-z_]+) id/;

/** Every place of a tool's input that takes an id: in its worked example, and in fields the example leaves out. */
export function idFields(tool: ToolMeta): { path: readonly string[]; type: IdType }[] {
  const shown = idPaths(tool.example.input);
  const hidden = Object.keys(tool.input.shape).flatMap((field) => {
    if (shown.some(({ path }) => path[0] === field)) return [];
    const { error } = tool.input.safeParse({ ...tool.example.input, [field]: 'no id' });
    const wanted = (error?.issues ?? []).flatMap(({ message }) => (WANTED.exec(message)?.[1] as IdType) ?? []);
    const takesAny = error === undefined && /(^|_)(id|ref)$/.test(field);
    const types: IdType[] = takesAny ? ['account', 'run'] : wanted;
    return types.map((type) => ({ path: [field], type }));
  });
  return [...shown, ...hidden];
}

/** A value with another part at a path. */
export function replaced(value: any, [key, ...rest]: readonly string[], part: unknown): any {
  if (key === undefined) return part;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(copy[key], rest, part);
  return copy;
}

/**
 * Records of one tenant, each created on first use, so that a tool's worked example, whose ids are invented, can be
 * called: `real(example)` replaces each id with one of the tenant's of the same type.
 */
export class Records {
  readonly #app: Provisioner;
  readonly #tenant: Tenant;
  readonly #made = new Map<IdType, Promise<string>>();
  readonly marker: string;

  /** @param marker included in the text of every record */
  constructor(app: Provisioner, tenant: Tenant, marker = 'x') {
    this.#app = app;
    this.#tenant = tenant;
    this.marker = marker;
  }

  id(type: IdType): Promise<string> {
    let made = this.#made.get(type);
    if (made === undefined) this.#made.set(type, (made = this.#make(type)));
    return made;
  }

  async real(input: Input): Promise<Input> {
    let result = input;
    for (const { path, type } of idPaths(input)) result = replaced(result, path, await this.id(type));
    return result;
  }

  /** A tool's example with this tenant's ids. */
  exampleOf(tool: ToolMeta): Promise<Input> {
    return this.real(tool.example.input);
  }

  /** Calls a tool as the tenant. */
  call(tool: string, input: Input) {
    return callTool('rest', tool, input, { baseUrl: this.#app.baseUrl, key: this.#tenant.key });
  }

  async #make(type: IdType): Promise<string> {
    const { operator } = this.#app;
    const { userId, keyId, workspaceId } = this.#tenant;
    if (type === 'user') return userId;
    if (type === 'key') return keyId;
    if (type === 'workspace') return workspaceId;
    if (type === 'team') {
      const { team_id } = await operator.teams.create.mutate({ owner_user_id: userId, name: `Team ${this.marker}` });
      await operator.teams.add_member.mutate({ team_id, user_id: userId });
      return team_id;
    }
    const recipe = RECIPES[type];
    if (recipe === undefined) throw new Error(`No recipe makes a record of the type ${type}`);
    const { result, text } = await this.call(recipe.tool, await recipe.input(this));
    const id = findId(type, result);
    if (id === undefined) throw new Error(`${recipe.tool} made no ${type}: ${text}`);
    return id;
  }
}
