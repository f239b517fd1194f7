import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newId } from '../db/ids.ts';
import { provisioner } from '../e2e/harness/app.ts';
import { environment } from '../e2e/harness/environment.ts';
import { upload } from '../e2e/harness/imports.ts';
import { Browser, PASSWORD } from '../e2e/harness/person.ts';
import { until } from '../e2e/harness/until.ts';
import { readConfig } from '../server/config.ts';
import { startService } from '../server/process.ts';

/** `[DATABASE_URL=…] node bench/imports.ts [--rows 50000]`: how long an import of contacts takes, and a call beside it. */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } });
const rows = Number(values.rows);
const folder = mkdtempSync(join(tmpdir(), 'sat-imports-'));
const url = process.env['DATABASE_URL'];
const where: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
const service = await startService(readConfig(environment({ ...where, DATA_DIR: folder, LOG_LEVEL: 'warn' })));
try {
  const { operator, newTenant } = provisioner(service.baseUrl);
  const other = await newTenant();
  const email = `${newId('user')}@example.com`;
  const { user_id } = await operator.users.create.mutate({ email, name: 'Importer', password: PASSWORD });
  await operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
  const browser = new Browser(service.baseUrl);
  await browser.signIn(email, PASSWORD);
  const { panel } = browser;
  const row = (n: number) =>
    `Person ${n},person-${n}@example.com,Director,crm-${n},"City ${n % 500}, Region ${n % 40}"`;
  const csv = `name,email,title,id,city\n${Array.from({ length: rows }, (_, n) => row(n)).join('\n')}\n`;
  const import_id = await upload(panel, 'contact', csv);
  const began = performance.now();
  await panel.imports.start.mutate({ import_id });
  const beside: number[] = [];
  const reads: number[] = [];
  const view = await until(
    async () => {
      const asked = performance.now();
      await other.rest('log_capture', { source: 'call', text: 'Beside an import.' });
      beside.push(performance.now() - asked);
      const read = performance.now();
      await other.rest('pull_config');
      reads.push(performance.now() - read);
      return panel.imports.get.query({ import_id });
    },
    ({ state }) => state !== 'running',
    30 * 60_000,
  );
  const seconds = (performance.now() - began) / 1_000;
  const figures = (times: number[]) => {
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))]!.toFixed(0);
    return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, ${times.length} calls`;
  };
  process.stdout.write(
    `${view.state}: ${view.created} created, ${view.failed} failed, in ${seconds.toFixed(1)} s (${(rows / seconds).toFixed(0)} rows/s)\n` +
      `another workspace's log_capture beside it: ${figures(beside)}\n` +
      `another workspace's pull_config beside it: ${figures(reads)}\n`,
  );
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
