import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Router } from 'express';
import type { Registry } from '../routers/registry.ts';
import { describeApi } from './openapi-document.ts';
import { noteOf } from './request.ts';

type Prepared = { plain: Buffer; zipped: Buffer; etag: string };

async function prepare(registry: Registry, serverUrl: string | undefined): Promise<Prepared> {
  const plain = Buffer.from(JSON.stringify(await describeApi(registry, serverUrl)));
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, zipped: gzipSync(plain, { level: 9 }), etag };
}

/** `GET /openapi.json`: the document of every tool, for anyone. Made once, when it is first asked for. */
export function openApiDoor({ registry, serverUrl }: { registry: Registry; serverUrl: string | undefined }): Router {
  const router = Router();
  let prepared: Promise<Prepared> | undefined;
  router.get('/openapi.json', async (req, res) => {
    const { plain, zipped, etag } = await (prepared ??= prepare(registry, serverUrl));
    const zip = req.acceptsEncodings('gzip', 'identity') === 'gzip';
    res.set({
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=300',
      'Content-Type': 'application/json; charset=utf-8',
      ETag: etag,
      Vary: 'Accept-Encoding',
      'X-Request-Id': noteOf(req).requestId,
      ...(zip ? { 'Content-Encoding': 'gzip' } : {}),
    });
    res.send(zip ? zipped : plain);
  });
  return router;
}
