import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
};
export type Answer = {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  raw?: string;
  delayMs?: number;
  /** Sends the head and half of the body, then nothing more. */
  stalls?: true;
};
type Route = Answer | ((asked: ReceivedRequest, times: number) => Answer);

async function reply(response: ServerResponse, { status = 200, headers, json, raw, delayMs, stalls }: Answer) {
  if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  const body = raw ?? JSON.stringify(json);
  if (stalls) response.write(body.slice(0, body.length / 2));
  else response.end(body);
}

/** An HTTP server on loopback in place of the providers; an unconfigured path is a 404. */
export async function startProviderServer() {
  const routes = new Map<string, Route>();
  const asked: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://local');
      const body = await text(request);
      const one: ReceivedRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: body === '' ? undefined : JSON.parse(body),
      };
      asked.push(one);
      const route = routes.get(url.pathname) ?? { status: 404, json: { errors: [] } };
      const times = asked.filter(({ path }) => path === url.pathname).length;
      await reply(response, typeof route === 'function' ? route(one, times) : route);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    on: (path: string, route: Route) => void routes.set(path, route),
    to: (path: string) => asked.filter((one) => one.path === path),
    reset: () => {
      routes.clear();
      asked.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
