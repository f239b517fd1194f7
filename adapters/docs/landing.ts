import { FAMILIES, type Family } from '../../routers/families.ts';
import type { ToolSet } from '../../routers/index.ts';
import { curlOf, fence, json } from './snippets.ts';
import { toolPath } from './tool-pages.ts';

const TRANSPORTS = [
  {
    name: 'REST',
    text: 'One operation per tool. A JSON object in, a JSON object out, described by an OpenAPI 3.1 document with a worked example of every call.',
    link: '/docs/quickstart',
    call: 'See the first calls',
  },
  {
    name: 'MCP',
    text: 'The same tools at one endpoint, for Claude, Cursor, VS Code and whatever comes next. Both eras of the protocol, no session to keep.',
    link: '/docs/mcp',
    call: 'Connect a client',
  },
  {
    name: 'TypeScript',
    text: 'A typed client that batches reads, makes writes safe to repeat, and waits when asked to.',
    link: '/docs/typescript',
    call: 'Install the client',
  },
] as const;

const PROMISES = [
  {
    name: 'Nothing is sent',
    text: 'Where something would go out in a person’s name, a tool stages a draft. A person reads it, and approves it or does not; a key approves only when a person gave it that right.',
    link: '/docs/drafts',
  },
  {
    name: 'Every call is on the record',
    text: 'Key, tool, outcome, duration, sizes: a write and its audit row commit together, and the key’s owner can read them.',
    link: '/docs/authentication',
  },
  {
    name: 'Answers with their sources',
    text: 'What a call learned is kept as a fact, with its source and time. Questions are answered from facts, or not at all.',
    link: '/docs/tools',
  },
  {
    name: 'Errors an agent can act on',
    text: 'A stable code to branch on, the fields that were wrong, and a hint that says what to do next.',
    link: '/docs/errors',
  },
  {
    name: 'Safe to repeat',
    text: 'Send an Idempotency-Key, and a call that was cut off can be made again without being done twice.',
    link: '/docs/retries',
  },
  {
    name: 'Tenants kept apart',
    text: 'A key reaches one workspace. The database itself enforces it, row by row, even where a query would forget.',
    link: '/docs/authentication',
  },
] as const;

/** The tool whose worked example the page shows. */
const SHOWN = 'log_capture';

const HEADLINE = 'Sales data your agents can work with';
const LEAD = (count: number) =>
  `${count} tools to read and write accounts, deals, meetings and drafts, over REST and MCP, with one key. What would go out waits for a person.`;

/** The content of the landing page, for both its forms. */
export function landingOf({ registry, familyOf }: ToolSet) {
  const families = (Object.keys(FAMILIES) as Family[])
    .map((family) => ({
      title: FAMILIES[family].title,
      description: FAMILIES[family].description.replaceAll('`', ''),
      tools: Array.from(registry.keys()).filter((name) => familyOf.get(name) === family),
    }))
    .filter(({ tools }) => tools.length > 0);
  const shown = registry.get(SHOWN) ?? [...registry.values()][0]!;
  const call = curlOf(shown, shown.example.input);
  const answer = json(shown.example.output);
  return {
    headline: HEADLINE,
    lead: LEAD(registry.size),
    transports: TRANSPORTS,
    promises: PROMISES,
    families,
    call,
    answer,
  };
}

/** The landing page's Markdown. */
export function landingMarkdown(tools: ToolSet, baseUrl: string): string {
  const { headline, lead, transports, promises, families, call, answer } = landingOf(tools);
  return [
    `# ${headline}`,
    '',
    lead,
    '',
    `[Quickstart](/docs/quickstart) · [API reference](/docs/reference) · [OpenAPI document](/openapi.json) · Base address: ${baseUrl}`,
    '',
    fence('sh', call),
    '',
    'It answers:',
    '',
    fence('json answer', answer),
    '',
    '## One registry, every way in',
    '',
    ...transports.map(({ name, text, link }) => `- [${name}](${link}): ${text}`),
    '',
    '## What it promises',
    '',
    ...promises.map(({ name, text, link }) => `- [${name}](${link}): ${text}`),
    '',
    '## The tools',
    '',
    ...families.map(
      ({ title, tools: names }) => `- ${title}: ${names.map((name) => `[\`${name}\`](${toolPath(name)})`).join(', ')}`,
    ),
    '',
  ].join('\n');
}
