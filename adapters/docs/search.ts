import MiniSearch from 'minisearch';
import { escapeHtml as h } from './html.ts';
import { partsOf } from './markdown.ts';
import type { Page } from './page.ts';

/** A part of a page, from one heading to the next. */
type Part = { id: number; path: string; title: string; heading: string; text: string };

/** What a search found: its address with the heading's anchor, and the words around what was found. */
export type Hit = { href: string; title: string; heading: string; excerpt: string };

export const MOST_QUERY = 200;
const MOST_HITS = 20;
/** Parts of one page. */
const MOST_OF_PAGE = 3;
const EXCERPT = 220;

const ENDS = /[\s.,;:!?()[\]{}"'“”‘’`<>|/=]+/u;

/** Names such as `rate_limited` are found whole and by their words. */
const wordsOf = (text: string) =>
  text
    .split(ENDS)
    .flatMap((word) => [word, ...word.split(/[_-]/)])
    .filter((word) => word !== '');

/** The beginning of a text, or the part of it around the first of some words. */
function excerptOf(text: string, terms: readonly string[]): string {
  const small = text.toLowerCase();
  const found = Math.min(...terms.map((term) => small.indexOf(term)).filter((at) => at >= 0));
  const from = Number.isFinite(found) && found > 80 ? text.lastIndexOf(' ', found - 60) + 1 : 0;
  const cut = text.slice(from, from + EXCERPT).toWellFormed();
  return `${from > 0 ? '… ' : ''}${cut.trim()}${from + EXCERPT < text.length ? ' …' : ''}`;
}

/** A search over the parts of all pages: all words, else any, each by its beginning or with a slip. */
export function searchOver(pages: readonly Page[]): (query: string) => Hit[] {
  const parts = pages.flatMap(({ path, title, markdown }) =>
    partsOf(markdown).map(({ id, heading, text }) => ({
      path: id === '' ? path : `${path}#${id}`,
      title,
      heading: heading === title ? '' : heading,
      text,
    })),
  );
  const index = new MiniSearch<Part>({
    fields: ['title', 'heading', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { title: 4, heading: 3 },
      // A page before its parts.
      boostDocument: (id) => (parts[id as number]!.path.includes('#') ? 1 : 2),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(parts.map((part, id) => ({ ...part, id })));
  const found = (query: string) => {
    const all = index.search(query, { combineWith: 'AND' });
    return all.length > 0 ? all : index.search(query);
  };
  const pageOf = ({ id }: { id: number }) => parts[id]!.path.split('#', 1)[0]!;
  return (query) => {
    const all = found(query.slice(0, MOST_QUERY));
    const shown = new Set(
      [...Map.groupBy(all, (hit) => pageOf(hit as never)).values()].flatMap((of) => of.slice(0, MOST_OF_PAGE)),
    );
    return all
      .filter((hit) => shown.has(hit))
      .slice(0, MOST_HITS)
      .map(({ id, terms }) => {
        const { path: href, title, heading, text } = parts[id as number]!;
        return { href, title, heading, excerpt: excerptOf(text, terms) };
      });
  };
}

/** The form of a search, with what was looked for. */
export const searchForm = (query = '', label = 'Search the documents') =>
  `<form class="find" role="search" action="/docs/search"><input type="search" name="q" value="${h(query)}" maxlength="${MOST_QUERY}" placeholder="Search" aria-label="${label}"></form>`;

/** What a search found, as HTML. */
export function hitsHtml(query: string, hits: readonly Hit[]): string {
  const some = hits.length === MOST_HITS ? `The best ${MOST_HITS} for` : `${hits.length} found for`;
  const about = hits.length === 0 ? 'Nothing found for' : some;
  const items = hits.map(
    ({ href, title, heading, excerpt }) =>
      `<li><a href="${h(href)}">${h(title)}${heading === '' ? '' : ` <span>${h(heading)}</span>`}</a><p>${h(excerpt)}</p></li>`,
  );
  return `<h1>Search</h1>
${searchForm(query, 'Search again')}
${query === '' ? '' : `<p role="status">${about} “${h(query)}”.</p>`}
${items.length === 0 ? '' : `<ol class="hits">${items.join('')}</ol>`}`;
}
