import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Database } from '../../db/orm.ts';
import { Gate } from './gate.ts';

test('a failure passes the gate and then the transport, and is in the log once, with its cause', () => {
  const lines: { request_id: string; err: { message: string } }[] = [];
  const log = pino(
    new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  const gate = new Gate({ db: {} as Database, log, quotas: { rows: 1, bytes: 1, keys: 1 } });
  const atTheGate = gate.faultOf(new Error('the disk is on fire'), 'req_1');
  const atTheTransport = gate.faultOf(atTheGate, 'req_1');
  expect(atTheTransport).toBe(atTheGate);
  expect(atTheTransport.code).toBe('internal');
  expect(lines).toMatchObject([{ request_id: 'req_1', err: { message: 'the disk is on fire' } }]);
});
