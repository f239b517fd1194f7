// npm run dev: the panel with hot reload and the service behind one address; the service restarts when its code changes.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { type AddressInfo, connect, createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Plugin } from 'vite';
import { ROOT } from './bundle.ts';
import { COMPILED } from './compile-cache.ts';
import { readConfig } from './config.ts';
import { listenError, startFailure } from './start-error.ts';

/** How long a request waits for a restarting service, in milliseconds. */
const WAIT_MS = 20_000;

/** The paths under /app that the service serves: sign-in and the exports. */
const SERVICE_PATHS = [/^\/(?!app(?:[/?]|$))/, /^\/app\/auth\//, /^\/app\/(?:audit|activity)\.csv/];

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/** The panel's content security policy of production (adapters/panel.ts), plus the inline script of hot reload. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Proxies to the service, waiting while it restarts, and serves the panel's first page at `/app` as in production. */
const beforeVite = (port: number, nonce: string): Plugin => ({
  name: 'service-behind',
  configureServer({ middlewares }) {
    middlewares.use(async (req, res, next) => {
      const path = req.url ?? '/';
      if (SERVICE_PATHS.some((pattern) => pattern.test(path))) {
        const until = Date.now() + WAIT_MS;
        while (!(await answers(port)) && Date.now() < until) await sleep(100);
      } else {
        res.setHeader('Content-Security-Policy', policy(nonce));
        res.setHeader('Referrer-Policy', 'same-origin');
        if (/^\/app(\?|$)/.test(path)) req.url = path.replace('/app', '/app/');
      }
      next();
    });
  },
});

async function startDev(): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  const { HOST: host, PORT: port, PUBLIC_URL } = config;
  const servicePort = await freePort();
  const address = PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const nonce = randomBytes(16).toString('base64');
  const service = `http://127.0.0.1:${servicePort}`;
  const vite = await createServer({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'web/vite.config.ts'),
    html: { cspNonce: nonce },
    plugins: [beforeVite(servicePort, nonce)],
    server: {
      host,
      port,
      strictPort: true,
      // Packages may be links to another folder.
      fs: { allow: [ROOT, realpathSync(join(ROOT, 'node_modules'))] },
      // The Host header stays the browser's, which sign-in and the origin checks compare with.
      proxy: Object.fromEntries(SERVICE_PATHS.map(({ source }) => [source, { target: service, xfwd: true }])),
    },
  });
  await vite.listen().catch((error: unknown) => {
    throw listenError(config, error);
  });
  // Not main.ts: Node watches the modules that are imported, and those of the bundle are not the ones that are edited.
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/serve.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(servicePort),
      PUBLIC_URL: address,
      TRUSTED_PROXIES: config.TRUSTED_PROXIES?.join() ?? '127.0.0.1',
    },
  });
  const ended = once(child, 'exit');
  return async () => {
    child.kill('SIGTERM');
    await Promise.all([vite.close(), ended]);
  };
}

try {
  const stop = await startDev();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}
