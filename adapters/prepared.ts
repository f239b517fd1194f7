import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** A body built once and sent often: its bytes, compressed where that helps, and a validator. */
export type Prepared = { type: string; plain: Buffer; zipped: Buffer | undefined; etag: string };

const COMPRESSED = /^(font\/woff2|image\/png)/;

export function prepare(type: string, body: string | Buffer): Prepared {
  const plain = Buffer.from(body);
  return {
    type,
    plain,
    zipped: COMPRESSED.test(type) ? undefined : gzipSync(plain, { level: 9 }),
    etag: `W/"${hash('sha256', plain, 'base64url')}"`,
  };
}

/** Sends it, or 304 to a client that has it cached. */
export function sendPrepared(
  req: Request,
  res: Response,
  { type, plain, zipped, etag }: Prepared,
  headers: Record<string, string>,
): void {
  const zip = zipped !== undefined && req.acceptsEncodings('gzip', 'identity') === 'gzip';
  const { Vary: vary, ...others } = headers;
  res.set({
    'Cache-Control': 'public, max-age=300',
    'Content-Type': type,
    ETag: etag,
    Vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
    ...others,
    ...(zip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  res.send(zip ? zipped : plain);
}
