import type { ToolMeta } from '../../routers/tool-declaration.ts';

const KEY = /^[A-Za-z_$][\w$]*$/;

const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

type Style = { text(value: string): string; key(name: string): string; lastComma: ',' | '' };

const TYPESCRIPT: Style = { text: quoted, key: (name) => (KEY.test(name) ? name : quoted(name)), lastComma: ',' };
const JSON_TEXT: Style = { text: JSON.stringify, key: JSON.stringify, lastComma: '' };

function laidOut(style: Style, value: unknown, indent: string): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = (deeper: string) =>
    Array.isArray(value)
      ? value.map((part) => laidOut(style, part, deeper))
      : Object.entries(value).map(([name, part]) => `${style.key(name)}: ${laidOut(style, part, deeper)}`);
  const inner = parts(indent);
  if (inner.length === 0) return `${open}${close}`;
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${inner.join(', ')}${space}${close}`;
  if (line.length + indent.length <= 78 && !line.includes('\n')) return line;
  const lines = parts(`${indent}  `).map((part) => `${indent}  ${part}`);
  return `${open}\n${lines.join(',\n')}${style.lastComma}\n${indent}${close}`;
}

/** A JSON value in TypeScript syntax; short ones on one line. */
export const literal = (value: unknown, indent = ''): string => laidOut(TYPESCRIPT, value, indent);

/** A JSON value formatted for reading: short objects and lists on one line. */
export const json = (value: unknown, indent = ''): string => laidOut(JSON_TEXT, value, indent);

/** A fenced block; the words after the language are the name of its tab. */
export const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\``;

/** One line of JSON inside single quotes, as a POSIX shell reads it. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A call with curl: the address and the key come from the environment, as the quickstart sets it. */
export function curlOf({ name }: ToolMeta, input: unknown): string {
  return [
    `curl -s $BASE_URL/api/v1/tools/${name} \\`,
    `  -H "Authorization: Bearer $API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(json(input, '  '))}`,
  ].join('\n');
}

export const CLIENT_PACKAGE = '@sales-agent-tools/client';

/** A call with the typed client. */
export function typescriptOf({ name, effect }: ToolMeta, input: unknown): string {
  return [
    `import { createClient } from '${CLIENT_PACKAGE}';`,
    '',
    'const { tools } = createClient({ url: process.env.BASE_URL!, apiKey: process.env.API_KEY! });',
    '',
    `const result = await tools.${name}.${effect === 'read' ? 'query' : 'mutate'}(${literal(input)});`,
    'console.log(result);',
  ].join('\n');
}

/** A call as the JSON-RPC message of MCP. */
export function rpcOf({ name }: ToolMeta, input: unknown): string {
  return json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });
}

/** The same call over every transport, a tab each. */
export function callFences(tool: ToolMeta, input: unknown): string {
  return [
    fence('sh curl', curlOf(tool, input)),
    fence('ts TypeScript', typescriptOf(tool, input)),
    fence('json MCP', rpcOf(tool, input)),
  ].join('\n\n');
}
