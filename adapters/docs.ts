import { type Request, type Response, Router } from 'express';
import type { ToolSet } from '../routers/index.ts';
import { withoutSlash } from '../server/config.ts';
import { Assets, ASSETS_PATH } from './docs/assets.ts';
import { llmsFull, llmsIndex, markdownIndex, robots, sitemap, twinOf, twinPath } from './docs/documents.ts';
import { docsHtml, landingHtml, missingHtml, referenceHtml, searchHtml } from './docs/layout.ts';
import { type Hit, MOST_QUERY, searchOver } from './docs/search.ts';
import { createSite, type Site } from './docs/site.ts';
import type { Page } from './docs/page.ts';
import { serverJson } from './docs/server-json.ts';
import { type Prepared, prepare, sendPrepared } from './prepared.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Pages load only their own style, script, pictures and typefaces; the reference also calls the service. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The service's address: PUBLIC_URL, or where it listens. */
export type Place = { publicUrl: string | undefined; host: string };

function baseUrlOf({ publicUrl, host }: Place, req: Request): string {
  if (publicUrl !== undefined) return publicUrl;
  const anywhere = host === '0.0.0.0' || host === '::';
  const name = anywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${req.socket.localPort}`;
}

type Making = () => Prepared;

/** A document built on first request. */
function once(type: string, make: () => string): Making {
  let made: Prepared | undefined;
  return () => (made ??= prepare(type, make()));
}

type Served = { html?: Making; text?: Making; twin: string | undefined };

/** Every address of the site with its answer. */
function addressesOf(site: Site, assets: Assets): ReadonlyMap<string, Served> {
  const htmlOf = (page: Page) => {
    const make = page.path === '/' ? landingHtml : page.path === '/docs/reference' ? referenceHtml : docsHtml;
    return make(page, site, assets.url);
  };
  const pages = site.pages.flatMap((page): [string, Served][] => {
    const html = once(HTML, () => htmlOf(page));
    const text = once(MARKDOWN, () => twinOf(page, site));
    const twin: Served = { text, twin: undefined };
    return [
      [page.path, { html, text, twin: twinPath(page.path) }],
      [twinPath(page.path), twin],
      ...(page.path === '/' ? [['/.md', twin] as [string, Served]] : []),
    ];
  });
  const document = (type: string, make: (site: Site) => string): Served => ({
    text: once(type, () => make(site)),
    twin: undefined,
  });
  return new Map([
    ...pages,
    ['/llms.txt', document(TEXT, llmsIndex)],
    ['/llms-full.txt', document(TEXT, llmsFull)],
    ['/markdown-index.md', document(MARKDOWN, markdownIndex)],
    ['/sitemap.xml', document(XML, sitemap)],
    ['/robots.txt', document(TEXT, robots)],
    ['/server.json', document(JSON_TYPE, serverJson)],
  ]);
}

type Parts = { tools: ToolSet; place: Place };

/** The public documents (decisions 17): pages, their Markdown twins, the indexes, and assets. */
export class DocsAdapter {
  readonly #parts: Parts;
  readonly #assets = new Assets();
  #made: { site: Site; addresses: ReadonlyMap<string, Served> } | undefined;
  #missing: Prepared | undefined;
  #search: ((query: string) => Hit[]) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  #of(req: Request) {
    if (this.#made === undefined) {
      const site = createSite(this.#parts.tools, baseUrlOf(this.#parts.place, req));
      this.#made = { site, addresses: addressesOf(site, this.#assets) };
    }
    return this.#made;
  }

  /** Answers the documents; passes other requests on. */
  get pages(): Router {
    const router = Router();
    router.get(`${ASSETS_PATH}:name`, (req, res, next) => {
      const { name } = req.params;
      const asset = this.#assets.get(name);
      if (asset === undefined) return next();
      const kept = req.query['v'] === this.#assets.mark(name);
      sendPrepared(req, res, asset, kept ? { 'Cache-Control': 'public, max-age=31536000, immutable' } : {});
    });
    router.get('/docs/search', (req, res) => {
      const { site } = this.#of(req);
      const asked = typeof req.query['q'] === 'string' ? req.query['q'].trim().slice(0, MOST_QUERY) : '';
      this.#search ??= searchOver(site.pages);
      const hits = asked === '' ? [] : this.#search(asked);
      res.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY });
      res.type(HTML).send(searchHtml(asked, hits, site, this.#assets.url));
    });
    router.use((req, res, next) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return next();
      const { addresses } = this.#of(req);
      const served = addresses.get(req.path);
      if (served !== undefined) return this.#send(req, res, served);
      const bare = withoutSlash(req.path);
      if (bare !== req.path && addresses.has(bare)) return res.redirect(308, bare);
      next();
    });
    return router;
  }

  #send(req: Request, res: Response, { html, text, twin }: Served): void {
    const about: Record<string, string> = { 'Content-Security-Policy': POLICY };
    if (twin !== undefined) {
      about['Link'] = `<${twin}>; rel="alternate"; type="text/markdown"`;
      about['Vary'] = 'Accept';
    }
    const wantsMarkdown = html === undefined || req.accepts(['html', 'text/markdown']) === 'text/markdown';
    const made = wantsMarkdown ? text! : html;
    if (html === undefined) about['Access-Control-Allow-Origin'] = '*';
    sendPrepared(req, res, made(), about);
  }

  /** The answer where no route matched. */
  get missing(): Router {
    const router = Router();
    router.use((req, res) => {
      res.status(404).set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY });
      if (req.method === 'GET' && req.accepts(['text', 'html']) === 'html') {
        this.#missing ??= prepare(HTML, missingHtml(this.#of(req).site, this.#assets.url));
        res.type(HTML).send(this.#missing.plain);
      } else {
        res.type('text/plain').send(`Nothing answers ${req.method} ${req.path.slice(0, 200)}.\n`);
      }
    });
    return router;
  }
}
