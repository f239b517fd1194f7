import { FAMILIES } from '../../routers/families.ts';
import type { ToolSet } from '../../routers/index.ts';
import { WINDOW_SECONDS } from '../../server/gate/rate-limit.ts';
import { APP_SCOPES, SCOPES } from '../../server/gate/scopes.ts';
import { errorPages, errorTable } from './error-pages.ts';
import { guidePages } from './guides.ts';
import { landingMarkdown } from './landing.ts';
import { type Page, SECTIONS, type Section } from './page.ts';
import { CLIENT_PACKAGE } from './snippets.ts';
import { toolPages, toolsPage } from './tool-pages.ts';

export const PRODUCT = 'Sales Agent Tools';
export const TAGLINE = 'The tools through which agents read and write a company’s sales data.';

/** Every public page, in the order of all lists; the site and its indexes are built from it. */
export type Site = { baseUrl: string; pages: readonly Page[]; tools: ToolSet };

const scopeTable = (scopes: Record<string, string>, whom: string) =>
  [
    `| scope | lets ${whom} |`,
    '| --- | --- |',
    ...Object.entries(scopes).map(([scope, words]) => `| \`${scope}\` | ${words} |`),
  ].join('\n');

function referencePage({ registry, familyOf }: ToolSet): Page {
  const rows = Array.from(
    registry.values(),
    ({ name, title }) => `| \`POST /api/v1/tools/${name}\` | ${title} | ${FAMILIES[familyOf.get(name)!].title} |`,
  );
  return {
    path: '/docs/reference',
    title: 'API reference',
    description: 'Every operation of the OpenAPI document, to read and to try with a key of yours.',
    section: 'tools',
    markdown: [
      '# API reference',
      '',
      'In a browser this page is interactive: it shows every operation of [the OpenAPI 3.1 document](/openapi.json) and calls it with a key of yours, which stays in the page and is forgotten when you leave. The document is generated from the registry of tools and is the authoritative, complete list.',
      '',
      '| operation | what it does | family |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  };
}

/** Builds the list of pages from the registry, the catalogue of errors and the guides. */
export function createSite(tools: ToolSet, baseUrl: string): Site {
  const { registry, familyOf } = tools;
  const guides = guidePages({
    base_url: baseUrl,
    client_package: CLIENT_PACKAGE,
    error_table: errorTable(),
    app_scope_table: scopeTable(APP_SCOPES, 'an application'),
    scope_table: scopeTable(SCOPES, 'a key'),
    tool_count: String(registry.size),
    window: String(WINDOW_SECONDS),
  });
  const of = (section: Section) => guides.filter((page) => page.section === section);
  const landing: Page = {
    path: '/',
    title: PRODUCT,
    description: TAGLINE,
    section: 'start',
    markdown: landingMarkdown(tools, baseUrl),
  };
  const index: Page = {
    path: '/docs',
    title: 'Documentation',
    description: 'Every page, by section.',
    section: 'start',
    markdown: '',
  };
  const pages = [
    landing,
    index,
    ...of('start'),
    ...of('guides'),
    toolsPage(registry, familyOf),
    referencePage(tools),
    ...toolPages(registry, familyOf),
    ...of('errors'),
    ...errorPages(registry),
  ];
  index.markdown = [
    '# Documentation',
    '',
    `${TAGLINE} New here? The [quickstart](/docs/quickstart) takes five minutes.`,
    '',
    listOf(
      pages.filter(({ path }) => path !== '/' && path !== '/docs'),
      ({ path }) => path,
    ),
  ].join('\n');
  return { baseUrl, pages, tools };
}

/** Pages as a Markdown list under a heading for each section. */
export function listOf(pages: readonly Page[], linkOf: (page: Page) => string): string {
  return (Object.keys(SECTIONS) as Section[])
    .flatMap((section) => [
      `## ${SECTIONS[section]}`,
      '',
      ...pages
        .filter((page) => page.section === section)
        .map((page) => `- [${page.title}](${linkOf(page)}): ${page.description}`),
      '',
    ])
    .join('\n');
}
