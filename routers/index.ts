import type { Family } from './families.ts';
import { hosted } from './outreach.ts';
import { operator } from './operator.ts';
import { panelRouter } from './panel/index.ts';
import { readRegistry, type Registry } from './registry.ts';
import { families } from './tools.generated.ts';
import { t } from './trpc.ts';

const { control, deals, gtm, reasoning, studio, teams } = families satisfies { [family in Family]: object };

const tools = t.router({ ...control, ...deals, ...gtm, ...reasoning, ...studio, ...teams });

const panel = panelRouter({ registry: () => registry, auditedNames: () => auditedNames });

/** The one router of the service: tools, and the in-house procedures beside them. */
export const appRouter = t.router({ tools, hosted, operator, panel });

export type AppRouter = typeof appRouter;

export const registry = readRegistry(tools._def.procedures as never);

/** Every name a call can be audited under: the tools, and what hosted agents report. */
export const auditedNames: ReadonlySet<string> = new Set([
  ...registry.keys(),
  ...Object.keys(hosted._def.procedures).map((name) => `hosted.${name}`),
]);

/** The family of every tool, for the documents. */
export const familyOf: ReadonlyMap<string, Family> = new Map(
  Object.entries(families).flatMap(([family, members]) => Object.keys(members).map((name) => [name, family as Family])),
);

/** Calls a tool by name, as REST and MCP do. */
export const createToolCaller = t.createCallerFactory(tools);

/** Tools as the transports serve them: what there is, and how it is called. */
export type ToolSet = {
  registry: Registry;
  familyOf: ReadonlyMap<string, Family>;
  createCaller: typeof createToolCaller;
  router: AppRouter;
};

/** The tools of this service. */
export const served: ToolSet = { registry, familyOf, createCaller: createToolCaller, router: appRouter };
