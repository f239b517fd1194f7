import { escapeHtml } from './html.ts';
import type { Page } from './page.ts';
import { listOf, PRODUCT, type Site, TAGLINE } from './site.ts';

/** The address of a page's Markdown twin. The landing page's is `/index.md`; `/.md` answers the same. */
export const twinPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`);

const LINK = /\]\((\/[^()\s#]*)(#[^()\s]*)?\)/g;

/** The Markdown with links that work outside the site: absolute addresses, and pages by their twins. */
function withAbsoluteLinks(markdown: string, { baseUrl, pages }: Site): string {
  const paths = new Set(pages.map(({ path }) => path));
  return markdown.replace(LINK, (_, path: string, anchor = '') =>
    paths.has(path) && !(anchor as string).startsWith('#/')
      ? `](${baseUrl}${twinPath(path)}${anchor as string})`
      : `](${baseUrl}${path}${anchor as string})`,
  );
}

/** A page's Markdown twin: a link to the index of all pages, then the page. */
export function twinOf(page: Page, site: Site): string {
  return `[Index of all pages](${site.baseUrl}/markdown-index.md)\n\n${withAbsoluteLinks(page.markdown, site)}`;
}

const twinLink = (site: Site) => (page: Page) => `${site.baseUrl}${twinPath(page.path)}`;

/** `/llms.txt`: what the service is, and the address of each page as Markdown (llmstxt.org). */
export function llmsIndex(site: Site): string {
  const { baseUrl } = site;
  return [
    `# ${PRODUCT}`,
    '',
    `> ${TAGLINE} REST and MCP, one key; what would be sent is a draft that a person decides about.`,
    '',
    `Call a tool with \`POST ${baseUrl}/api/v1/tools/<name>\`, a JSON object as body and \`Authorization: Bearer <API_KEY>\`; or over MCP at \`${baseUrl}/api/v1/mcp\`. Errors are \`{ "error": { "code", "message", "hint" } }\`: branch on \`code\`.`,
    '',
    `Approving, scheduling and rejecting a draft takes a person in the panel, or an API key given that right (\`may_approve\`) by a person in the panel or by the operator; an application connected by OAuth never has it. Else \`studio_review_draft\` can only hold, and refuses with \`may_not_approve\` and the link where a person decides. An application does only what its person ticked.`,
    '',
    `- [OpenAPI 3.1 document](${baseUrl}/openapi.json): the authoritative list of tools, with schemas and examples`,
    `- [All pages in one file](${baseUrl}/llms-full.txt)`,
    '',
    listOf(
      site.pages.filter(({ path }) => path !== '/docs'),
      twinLink(site),
    ),
  ].join('\n');
}

/** `/llms-full.txt`: every page, one after the other. */
export const llmsFull = (site: Site): string =>
  site.pages
    .filter(({ path }) => path !== '/docs')
    .map((page) => `<!-- ${site.baseUrl}${page.path} -->\n\n${withAbsoluteLinks(page.markdown, site).trim()}\n`)
    .join('\n---\n\n');

/** `/markdown-index.md`: every page's twin. */
export const markdownIndex = (site: Site): string =>
  [`# ${PRODUCT}: all pages as Markdown`, '', TAGLINE, '', listOf(site.pages, twinLink(site))].join('\n');

/** `/sitemap.xml` (sitemaps.org). */
export const sitemap = ({ baseUrl, pages }: Site): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(({ path }) => `  <url><loc>${escapeHtml(baseUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/** `/robots.txt`: public pages may be indexed; the panel and the transports may not. */
export const robots = ({ baseUrl }: Site): string =>
  ['User-agent: *', 'Disallow: /app', 'Disallow: /api/', 'Disallow: /trpc', `Sitemap: ${baseUrl}/sitemap.xml`, ''].join(
    '\n',
  );
