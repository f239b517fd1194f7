import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { escapeHtml } from './html.ts';

for (const [names, language] of [
  [['sh', 'console'], bash],
  [['ts'], typescript],
  [['json'], json],
  [['python'], python],
  [['toml'], ini],
] as const) {
  for (const name of names) hljs.registerLanguage(name, language);
}

/** The languages a page may show code in. */
const LABELS: Record<string, string> = {
  sh: 'Shell',
  console: 'Terminal',
  ts: 'TypeScript',
  json: 'JSON',
  python: 'Python',
  toml: 'TOML',
  text: 'Text',
};

const CAPTIONS: Record<string, string> = { answer: 'Answer', request: 'Request' };

/** A heading of a rendered page. */
export type Heading = { id: string; text: string };

/** A page as HTML, and its second-level headings for the list beside it. */
export type Rendered = { html: string; headings: Heading[] };

type Fence = { language: string; caption: string; code: string };

function fenceOf(token: Token): Fence {
  const [language = 'text', ...words] = token.info.trim().split(/\s+/);
  const name = words.join(' ');
  return { language, caption: CAPTIONS[name] ?? (name || LABELS[language] || language), code: token.content };
}

const colored = ({ language, code }: Fence) =>
  hljs.getLanguage(language) === undefined ? escapeHtml(code) : hljs.highlight(code, { language }).value;

const block = (fence: Fence) =>
  `<pre tabindex="0"><code class="language-${escapeHtml(fence.language)}">${colored(fence)}</code></pre>`;

const figure = (fence: Fence) =>
  `<figure class="code"><figcaption>${escapeHtml(fence.caption)}</figcaption>${block(fence)}</figure>\n`;

/** Consecutive fences are tabs of one example in several languages, without a script. */
function tabs(fences: Fence[], group: string): string {
  const inputs = fences.map(
    ({ caption }, at) =>
      `<input type="radio" name="${group}" id="${group}-${at}"${at === 0 ? ' checked' : ''}><label for="${group}-${at}">${escapeHtml(caption)}</label>`,
  );
  return `<div class="code tabs">${inputs.join('')}${fences.map(block).join('')}</div>\n`;
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const parser = new MarkdownIt({ html: false, typographer: true, quotes: '“”‘’' });

parser.renderer.rules.fence = (tokens, at) => {
  const isFence = (index: number) => tokens[index]?.type === 'fence';
  if (isFence(at - 1)) return '';
  let end = at + 1;
  while (isFence(end)) end += 1;
  const fences = tokens.slice(at, end).map(fenceOf);
  return fences.length === 1 ? figure(fences[0]!) : tabs(fences, `code-${at}`);
};
parser.renderer.rules.table_open = () => '<div class="table"><table>\n';
parser.renderer.rules.table_close = () => '</table></div>\n';

/** Markdown requires a head on every table; one without text is left out. */
function withoutEmptyHeads(tokens: Token[]): Token[] {
  let from = 0;
  const heads: [number, number][] = [];
  for (const [at, { type }] of tokens.entries()) {
    if (type === 'thead_open') from = at;
    if (type === 'thead_close') heads.push([from, at]);
  }
  const empty = heads.filter(([start, end]) => tokens.slice(start, end).every(({ content }) => content === ''));
  return tokens.filter((_, at) => !empty.some(([start, end]) => start <= at && at <= end));
}

const textIn = (token: Token | undefined) =>
  (token?.children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('');

/** Gives each heading but the title an anchor of its own; the anchors by heading. */
function withAnchors(tokens: Token[]): Map<Token, Heading> {
  const anchors = new Map<Token, Heading>();
  const taken = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.tag === 'h1') continue;
    const text = textIn(tokens[at + 1]);
    let id = slugOf(text);
    while (taken.has(id)) id += '-';
    taken.add(id);
    token.attrSet('id', id);
    anchors.set(token, { id, text });
  }
  return anchors;
}

/** Markdown as HTML: headings with anchors, highlighted code, tables that scroll. */
export function render(markdown: string): Rendered {
  const env = {};
  const tokens = parser.parse(markdown, env);
  const headings = [...withAnchors(tokens)].flatMap(([{ tag }, heading]) => (tag === 'h2' ? heading : []));
  return { html: parser.renderer.render(withoutEmptyHeads(tokens), parser.options, env), headings };
}

/** The text of a page from one heading to the next; before the first anchor its id is empty. */
export function partsOf(markdown: string): { id: string; heading: string; text: string }[] {
  const tokens = parser.parse(markdown, {});
  const anchors = withAnchors(tokens);
  const parts = [{ id: '', heading: '', texts: [] as string[] }];
  for (const [at, token] of tokens.entries()) {
    const anchor = anchors.get(token);
    if (anchor !== undefined) parts.push({ id: anchor.id, heading: anchor.text, texts: [] });
    if (tokens[at - 1]?.type === 'heading_open') continue;
    const text = token.type === 'inline' ? textIn(token) : token.type === 'fence' ? token.content : '';
    if (text !== '') parts.at(-1)!.texts.push(text);
  }
  return parts.map(({ texts, ...part }) => ({ ...part, text: texts.join(' ').replaceAll(/\s+/g, ' ') }));
}
