import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A user of the provider. */
export type Subject = { sub: string; email: string; email_verified: boolean; name: string };

export type OidcServer = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The redirect a browser gets at the authorization address while this user is signed in there. */
  visit(address: string, who: Subject): URL;
  /** Requests of the token endpoint so far. */
  readonly tokenRequests: URLSearchParams[];
  close(): Promise<void>;
};

const json64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider over HTTP: discovery, keys, authorization code with PKCE, signed id tokens (OpenID Connect Core). */
export async function startOidcServer(): Promise<OidcServer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const clientId = 'panel';
  const clientSecret = 'client-secret-of-the-tests';
  const codes = new Map<string, { who: Subject; challenge: string; nonce: string | null; redirectUri: string }>();
  const tokenRequests: URLSearchParams[] = [];
  let issuer = '';

  const idToken = (who: Subject, nonce: string | null) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      ...(nonce === null ? {} : { nonce }),
      ...who,
    };
    const text = `${json64({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${json64(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };

  const server = createServer(async (req, res) => {
    const send = (status: number, body: unknown) => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (req.url === '/.well-known/openid-configuration') {
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (req.url === '/keys') {
      return send(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] });
    }
    if (req.url !== '/token') return send(404, { error: 'not_found' });
    let text = '';
    for await (const chunk of req) text += String(chunk);
    const form = new URLSearchParams(text);
    tokenRequests.push(form);
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const [id, secret] = Buffer.from((req.headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':');
    const known =
      (id === clientId && secret === clientSecret) ||
      (form.get('client_id') === clientId && form.get('client_secret') === clientSecret);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || code === undefined || code.challenge !== verifier || code.redirectUri !== form.get('redirect_uri')) {
      return send(400, { error: 'invalid_grant' });
    }
    return send(200, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken(code.who, code.nonce),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    clientId,
    clientSecret,
    tokenRequests,
    visit(address, who) {
      const { searchParams: asked, origin, pathname } = new URL(address);
      if (origin !== issuer || pathname !== '/authorize') throw new Error(`Not the way to the provider: ${address}`);
      if (asked.get('code_challenge_method') !== 'S256') throw new Error('The provider wants S256');
      const code = randomBytes(16).toString('hex');
      codes.set(code, {
        who,
        challenge: asked.get('code_challenge')!,
        nonce: asked.get('nonce'),
        redirectUri: asked.get('redirect_uri')!,
      });
      const back = new URL(asked.get('redirect_uri')!);
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state')!);
      return back;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
