import { escapeHtml as h } from './html.ts';
import { landingOf } from './landing.ts';
import { type Rendered, render } from './markdown.ts';
import { type Page, SECTIONS, type Section } from './page.ts';
import { PRODUCT, type Site } from './site.ts';
import { fence } from './snippets.ts';
import { toolPath } from './tool-pages.ts';
import { twinPath } from './documents.ts';
import { type Hit, hitsHtml, searchForm } from './search.ts';

/** The address of an asset, with a hash of its content. */
export type AssetUrl = (name: string) => string;

const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 21.5 13.2 14l4.6 4.6L24 10"/><circle cx="24" cy="10" r="2.6"/></svg>`;

const HEADER_LINKS = [
  ['/docs', 'Docs'],
  ['/docs/tools', 'Tools'],
  ['/docs/reference', 'API reference'],
] as const;

function head(page: Page, { baseUrl, pages }: Site, asset: AssetUrl, styles: readonly string[] = []): string {
  // What is no page of the site has no address to be found by, and no twin.
  const links = pages.includes(page)
    ? `<link rel="canonical" href="${h(baseUrl + page.path)}">
<link rel="alternate" type="text/markdown" href="${h(twinPath(page.path))}">`
    : '<meta name="robots" content="noindex">';
  const title = page.path === '/' ? `${PRODUCT}: REST and MCP tools for sales agents` : `${page.title} · ${PRODUCT}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#101517" media="(prefers-color-scheme: dark)">
<title>${h(title)}</title>
<meta name="description" content="${h(page.description)}">
<meta property="og:title" content="${h(page.title)}">
<meta property="og:description" content="${h(page.description)}">
${links}
<link rel="icon" type="image/svg+xml" href="${asset('favicon.svg')}">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${asset('geist.woff2')}">
<link rel="stylesheet" href="${asset('site.css')}">
${styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">\n`).join('')}<script src="${asset('site.js')}" defer></script>
</head>
`;
}

function header(current: Page): string {
  const links = HEADER_LINKS.map(([path, name]) => {
    const here = current.path === path ? ' aria-current="page"' : '';
    return `<a href="${path}"${here}>${name}</a>`;
  });
  return `<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div>
<a class="brand" href="/">${MARK}<span>${PRODUCT}</span></a>
${searchForm()}<nav aria-label="Site">${links.join('')}<a class="panel" href="/app">Open the panel</a></nav>
</div></header>
`;
}

const FOOTER = (page: Page) => `<footer class="foot"><div>
<p>${PRODUCT}</p>
<nav aria-label="Machine-readable"><a href="${h(twinPath(page.path))}">This page as Markdown</a><a href="/llms.txt">llms.txt</a><a href="/llms-full.txt">llms-full.txt</a><a href="/openapi.json">openapi.json</a></nav>
</div></footer>
`;

const entry = (page: Page, current: Page) => {
  const code = page.path.startsWith('/docs/tools/') || page.path.startsWith('/docs/errors/');
  const title = code ? `<code>${h(page.title)}</code>` : h(page.title);
  return `<li><a href="${page.path}"${page === current ? ' aria-current="page"' : ''}>${title}</a></li>`;
};

/** A section of the list of pages: its guides, then its groups, each closed unless it has the current page. */
function sectionOf(section: Section, { pages }: Site, current: Page): string {
  const members = pages.filter((page) => page.section === section && page.path !== '/');
  const isLeaf = ({ path }: Page) => path.startsWith('/docs/tools/') || path.startsWith('/docs/errors/');
  const groups = Map.groupBy(members.filter(isLeaf), ({ group }) => group ?? 'Codes');
  const plain = members.filter((page) => !isLeaf(page));
  return `<section><h2>${SECTIONS[section]}</h2><ul>${plain.map((page) => entry(page, current)).join('')}</ul>${Array.from(
    groups,
    ([name, grouped]) =>
      `<details${grouped.includes(current) ? ' open' : ''}><summary>${h(name)}</summary><ul>${grouped
        .map((page) => entry(page, current))
        .join('')}</ul></details>`,
  ).join('')}</section>`;
}

const sidebar = (site: Site, current: Page) =>
  `<nav class="pages" aria-label="Pages">${(Object.keys(SECTIONS) as Section[])
    .map((section) => sectionOf(section, site, current))
    .join('')}</nav>`;

function onThisPage({ headings }: Rendered): string {
  if (headings.length < 2) return '';
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${h(text)}</a></li>`);
  return `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

/** The pages before and after in the list, within the same section. */
function neighbours(page: Page, { pages }: Site): string {
  const list = pages.filter(({ section, path }) => section === page.section && path !== '/' && path !== '/docs');
  const at = list.indexOf(page);
  if (at < 0) return '';
  const link = (rel: string, word: string, to: Page | undefined) =>
    to === undefined ? '<span></span>' : `<a rel="${rel}" href="${to.path}"><small>${word}</small>${h(to.title)}</a>`;
  return `<nav class="turn" aria-label="Neighbouring pages">${link('prev', 'Before', list[at - 1])}${link('next', 'Next', list[at + 1])}</nav>`;
}

/** A page of the documents. */
export function docsHtml(page: Page, site: Site, asset: AssetUrl): string {
  const rendered = render(page.markdown);
  return `${head(page, site, asset)}<body class="docs">
${header(page)}<details class="menu"><summary>All pages</summary>${searchForm('', 'Search all pages')}${sidebar(site, page)}</details>
<div class="frame">
<aside>${sidebar(site, page)}</aside>
<main id="content"><article>
${rendered.html}</article>
${neighbours(page, site)}</main>
${onThisPage(rendered)}</div>
${FOOTER(page)}</body>
</html>
`;
}

/** What a search of the documents found. */
export function searchHtml(query: string, hits: readonly Hit[], site: Site, asset: AssetUrl): string {
  const page: Page = {
    path: '/docs/search',
    title: 'Search',
    description: 'What the documents say.',
    section: 'start',
    markdown: '',
  };
  return `${head(page, site, asset)}<body class="docs">
${header(page)}<div class="frame">
<aside>${sidebar(site, page)}</aside>
<main id="content"><article>
${hitsHtml(query, hits)}</article>
</main>
</div>
</body>
</html>
`;
}

/** The landing page. */
export function landingHtml(page: Page, site: Site, asset: AssetUrl): string {
  const { headline, lead, transports, promises, families, call, answer } = landingOf(site.tools);
  return `${head(page, site, asset)}<body class="landing">
${header(page)}<main id="content">
<section class="hero"><div>
<h1>${h(headline)}</h1>
<p class="lead">${h(lead)}</p>
<p class="actions"><a class="button" href="/docs/quickstart">Start in five minutes</a><a class="button quiet" href="/docs/reference">API reference</a></p>
</div>
<div class="shown">${render(fence('sh', call)).html}${render(fence('json answer', answer)).html}</div></section>
<section class="band"><h2>One registry, every way in</h2><div class="transports">${transports
    .map(
      ({ name, text, link, call: word }) =>
        `<article><h3>${name}</h3><p>${h(text)}</p><p><a href="${link}">${word}</a></p></article>`,
    )
    .join('')}</div></section>
<section class="band"><h2>What it promises</h2><div class="promises">${promises
    .map(({ name, text, link }) => `<article><h3><a href="${link}">${h(name)}</a></h3><p>${h(text)}</p></article>`)
    .join('')}</div></section>
<section class="band"><h2>The tools</h2><div class="families">${families
    .map(
      ({ title, description, tools }) =>
        `<article><h3>${title}</h3><p>${h(description)}</p><ul>${tools
          .map((name) => `<li><a href="${toolPath(name)}"><code>${name}</code></a></li>`)
          .join('')}</ul></article>`,
    )
    .join('')}</div></section>
</main>
${FOOTER(page)}</body>
</html>
`;
}

/** The interactive reference: a place for Swagger UI, and what to read without a script. */
export function referenceHtml(page: Page, site: Site, asset: AssetUrl): string {
  return `${head(page, site, asset, ['swagger-ui.css', 'reference.css'])}<body class="reference">
${header(page)}<main id="content">
<div class="intro"><h1>API reference</h1><p>Every operation of <a href="/openapi.json">the OpenAPI 3.1 document</a>. Authorize with a key of yours to try one: the key stays in this page and is forgotten when you leave it.</p></div>
<div id="reference"><p>The operations are loading…</p></div>
<noscript><p class="intro">The interactive reference needs JavaScript. The same operations are listed in <a href="${twinPath(page.path)}">its Markdown twin</a> and on <a href="/docs/tools">a page for each tool</a>.</p></noscript>
</main>
<script src="${asset('swagger-ui-bundle.js')}" defer></script>
<script src="${asset('reference.js')}" type="module"></script>
${FOOTER(page)}</body>
</html>
`;
}

/** The page of a 404. */
export function missingHtml(site: Site, asset: AssetUrl): string {
  const page: Page = {
    path: '/404',
    title: 'Not here',
    description: 'There is no page at this address.',
    section: 'start',
    markdown: '',
  };
  return `${head(page, site, asset)}<body class="landing">
${header(page)}<main id="content"><section class="missing"><h1>There is no page here</h1>
<p class="lead">The address may be mistyped, or the page may have moved.</p>
<p class="actions"><a class="button" href="/docs">All pages</a></p></section></main>
</body>
</html>
`;
}
