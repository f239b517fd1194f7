import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { AbortedUpload, readBody } from './body.ts';
import { BodyBudget } from './body-budget.ts';

const request = (headers: Record<string, string>) =>
  Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough;

const budget = () => new BodyBudget({ short: 100, long: 1_000, holder: 600 });

test('the bytes held are bounded for each holder and in all, short and long apart', () => {
  const all = budget();
  const [mine, more, theirs] = [all.share('me', 'long'), all.share('me', 'long'), all.share('them', 'long')];
  expect([mine.take(400), more.take(300), more.take(200)]).toEqual([true, false, true]);
  expect([theirs.take(500), theirs.take(400)]).toEqual([false, true]);
  const short = all.share('them', 'short');
  expect([short.take(101), short.take(100)]).toEqual([false, true]);
  mine.release();
  mine.release();
  expect([more.take(401), more.take(400)]).toEqual([false, true]);
});

test('a body is read whole, its announced size held until it is released', async () => {
  const all = budget();
  const share = all.share('me', 'long');
  const req = request({ 'content-length': '500' });
  const read = readBody(req, { share });
  expect(all.share('me', 'long').take(101)).toBe(false);
  req.end(Buffer.alloc(500, 'x'));
  expect(await read).toEqual({ bytes: Buffer.alloc(500, 'x'), size: 500 });
  share.release();
  expect(all.share('me', 'long').take(600)).toBe(true);
});

test('a body that stops arriving, has no room, or has no sender any more is given up', async () => {
  const all = budget();
  const slow = request({ 'content-length': '50' });
  slow.write('a');
  expect(await readBody(slow, { share: all.share('slow', 'long'), withinMs: 5 })).toMatchObject({ problem: 'late' });

  const chunked = request({ 'transfer-encoding': 'chunked' });
  const reading = readBody(chunked, { share: all.share('chunked', 'long') });
  chunked.write(Buffer.alloc(400));
  chunked.write(Buffer.alloc(400));
  expect(await reading).toMatchObject({ problem: 'full' });
  expect(await readBody(request({ 'content-length': '900' }), { share: all.share('me', 'long') })).toMatchObject({
    problem: 'full',
  });

  const gone = request({ 'content-length': '5' });
  gone.destroy();
  await expect(readBody(gone, { share: all.share('gone', 'long') })).rejects.toThrow(AbortedUpload);
});

test('what is longer than may be is not read at all', async () => {
  const all = budget();
  const share = all.share('me', 'long');
  expect(await readBody(request({ 'content-length': '900' }), { share, limit: 800 })).toEqual({
    bytes: new Uint8Array(),
    size: 900,
  });
  expect(all.share('me', 'long').take(600)).toBe(true);
});
