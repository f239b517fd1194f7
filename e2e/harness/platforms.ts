import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** How a platform answers requests that publish. */
export type Behaviour =
  | 'ok'
  | 'hang'
  | 'drip'
  | 'reset'
  | { status: number; headers?: Record<string, string>; json?: unknown; raw?: string }
  | { until: Promise<void> };

export type ReceivedRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
  /** The bearer token, by which a test finds its own requests. */
  token: string | undefined;
  at: number;
};

const json = (res: ServerResponse, body: unknown, status = 200, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A request that publishes, as opposed to a look-up or a token refresh. */
export const publishes = ({ method, path }: ReceivedRequest) =>
  method !== 'GET' && !/accessToken|access_token|\/token$/.test(path);

/** Each platform's documented answers, by path; an unknown path is a 404. */
const DOCUMENTED: Record<string, (asked: ReceivedRequest, res: ServerResponse) => void> = {
  'GET /v2/userinfo': (_asked, res) => json(res, { sub: '782bbtaQ', name: 'Robin Vale', locale: 'en-US' }),
  'GET /v1/userinfo': (_asked, res) => json(res, { sub: '1183', email: 'robin@example.com' }),
  'GET /api/v1/me': (_asked, res) => json(res, { id: 'abc', name: 'robin_vale' }),
  'POST /rest/posts': (_asked, res) =>
    res.writeHead(201, { 'x-restli-id': 'urn:li:share:6844785523593134080', 'content-length': '0' }).end(),
  'POST /api/submit': (_asked, res) =>
    json(res, {
      json: {
        errors: [],
        data: {
          url: 'https://www.reddit.com/r/sales/comments/abc123/x/',
          drafts_count: 0,
          id: 'abc123',
          name: 't3_abc123',
        },
      },
    }),
  'GET /youtube/v3/videos': ({ query }, res) =>
    json(res, {
      kind: 'youtube#videoListResponse',
      items: [
        {
          kind: 'youtube#video',
          id: query['id'],
          snippet: {
            publishedAt: '2026-01-01T00:00:00Z',
            channelId: 'UC1',
            title: 'Before',
            description: 'Before.',
            tags: ['renewals', 'demo'],
            categoryId: '27',
            defaultLanguage: 'en',
          },
        },
      ],
    }),
  'PUT /youtube/v3/videos': ({ body }, res) => json(res, { kind: 'youtube#video', ...JSON.parse(body) }),
  'POST /upload/drive/v3/files': (_asked, res) => json(res, { id: '1dyUEebJaFnWa3Z4n0BFMVAXQ7mfUH11g' }),
  'POST /oauth/v2/accessToken': (asked, res) => renewToken(asked, res),
  'POST /api/v1/access_token': (asked, res) => renewToken(asked, res),
  'POST /token': (asked, res) => renewToken(asked, res),
};

/** A refresh token `renews-x` gives the access token `x`, the code `code-x` both; any other was revoked. */
function renewToken({ body }: ReceivedRequest, res: ServerResponse): void {
  const asked = new URLSearchParams(body);
  const granted = /^code-(.+)$/.exec(asked.get('code') ?? '')?.[1];
  if (granted !== undefined) {
    json(res, {
      access_token: granted,
      refresh_token: `renews-${granted}`,
      expires_in: 5_184_000,
      scope: 'openid,w_member_social',
    });
    return;
  }
  const given = /^renews-(.+)$/.exec(new URLSearchParams(body).get('refresh_token') ?? '')?.[1];
  if (given === undefined) json(res, { error: 'invalid_grant', error_description: 'Token has been revoked.' }, 400);
  else json(res, { access_token: given, token_type: 'bearer', expires_in: 3_600, scope: 'x' });
}

export type Platforms = Awaited<ReturnType<typeof startPlatforms>>;

/** One HTTP server on loopback with every platform's documented answers; `behave` changes them for one access token. */
export async function startPlatforms() {
  const asked: ReceivedRequest[] = [];
  const behaviours = new Map<string, { on: 'publish' | 'look'; behaviour: Behaviour }>();
  const sockets = new Set<Duplex>();

  const act = async (one: ReceivedRequest, res: ServerResponse) => {
    const configured = behaviours.get(one.token ?? '');
    const applies = configured !== undefined && (configured.on === 'publish') === publishes(one);
    const behaviour = applies ? configured.behaviour : 'ok';
    if (behaviour === 'hang') return;
    if (behaviour === 'reset') {
      res.socket!.destroy();
      return;
    }
    if (behaviour === 'drip') {
      res.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => res.write(' '), 500);
      res.once('close', () => clearInterval(timer));
      return;
    }
    if (behaviour !== 'ok' && 'status' in behaviour) {
      const { status, headers, json: body, raw } = behaviour;
      if (raw === undefined) json(res, body ?? {}, status, headers);
      else res.writeHead(status, headers).end(raw);
      return;
    }
    if (behaviour !== 'ok') await behaviour.until;
    const documented = DOCUMENTED[`${one.method} ${one.path}`];
    if (documented === undefined) json(res, { message: 'Not found' }, 404);
    else documented(one, res);
  };

  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const url = new URL(req.url!, 'http://local');
    const one: ReceivedRequest = {
      method: req.method!,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: req.headers,
      body: Buffer.concat(chunks).toString(),
      token: /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1],
      at: Date.now(),
    };
    asked.push(one);
    await act(one, res);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    /** Requests with an access token. */
    with: (token: string) => asked.filter((one) => one.token === token),
    /** Those of them that publish. */
    publishedWith: (token: string) => asked.filter((one) => one.token === token && publishes(one)),
    behave: (token: string, behaviour: Behaviour, on: 'publish' | 'look' = 'publish') =>
      void behaviours.set(token, { on, behaviour }),
    env: Object.fromEntries(
      ['LINKEDIN', 'REDDIT', 'YOUTUBE', 'GOOGLE_DRIVE'].map((name) => [`${name}_BASE_URL`, origin]),
    ),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
