import { appendFileSync } from 'node:fs';

/**
 * Loaded into a service with --import: appends to the file `BUSY_TURNS` the milliseconds of processor time of each
 * turn of its event loop that took more than `BUSY_TURN_MS`. Time in which another program had the processor is none.
 */

const { BUSY_TURNS: file, BUSY_TURN_MS: most } = process.env;
const EVERY_MS = 5;

const used = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

let before = used();
setInterval(() => {
  const now = used();
  if (now - before > Number(most)) appendFileSync(file!, `${Math.round(now - before)}\n`);
  before = now;
}, EVERY_MS).unref();
