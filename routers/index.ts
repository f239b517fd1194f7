import type { Family } from './families.ts';
import { hosted } from './outreach.ts';
import { operator } from './operator.ts';
import { panelRouter } from './panel/index.ts';
import { readRegistry, type Registry } from './registry.ts';
import { families } from './tools.generated.ts';
import type { inferProcedureInput, inferProcedureOutput } from '@trpc/server';
import type { Answer } from '../server/gate/tool-answer.ts';
import { type Context, t } from './trpc.ts';

const { control, deals, gtm, reasoning, studio, teams } = families satisfies { [family in Family]: object };

const tools = t.router({ ...control, ...deals, ...gtm, ...reasoning, ...studio, ...teams });

const panel = panelRouter({ registry: () => registry, auditedNames: () => auditedNames });

/** The one router of the service: tools, and the in-house procedures besides. */
export const appRouter = t.router({ tools, hosted, operator, panel });

export type AppRouter = typeof appRouter;

export const registry = readRegistry(tools._def.procedures as never);

/** Every name a call can be audited under: the tools, and the reports of hosted agents. */
export const auditedNames: ReadonlySet<string> = new Set([
  ...registry.keys(),
  ...Object.keys(hosted._def.procedures).map((name) => `hosted.${name}`),
]);

/** The family of every tool, for the documents. */
export const familyOf: ReadonlyMap<string, Family> = new Map(
  Object.entries(families).flatMap(([family, members]) => Object.keys(members).map((name) => [name, family as Family])),
);

/** Calls a tool by name in this process. @throws TRPCError whose cause is the Fault */
export type CallTool = (name: string, context: Context, input: unknown) => Promise<Answer>;

/** `callTool` of a router of tools. */
export function callerOf(router: typeof tools): CallTool {
  const createCaller = t.createCallerFactory(router);
  return (name, context, input) => {
    const call = createCaller(context)[name as never] as (input: unknown) => Promise<Answer>;
    return call(input);
  };
}

/** The results of tools called in this process, by tool name. */
export type Tools = {
  [Name in keyof typeof tools._def.procedures]: (
    input: inferProcedureInput<(typeof tools._def.procedures)[Name]>,
  ) => Promise<inferProcedureOutput<(typeof tools._def.procedures)[Name]>>;
};

/** The tools as functions, each call with a context of its own. */
export const toolsAs = (createContext: () => Context): Tools =>
  new Proxy({} as Tools, {
    get: (_, name: string) => async (input: unknown) => (await served.callTool(name, createContext(), input)).result,
  });

/** Tools as the transports serve them: their declarations, and how they are called. */
export type ToolSet = {
  registry: Registry;
  familyOf: ReadonlyMap<string, Family>;
  callTool: CallTool;
  router: AppRouter;
};

/** The tools of this service. */
export const served: ToolSet = { registry, familyOf, callTool: callerOf(tools), router: appRouter };
