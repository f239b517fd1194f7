import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provisioner } from '../e2e/harness/app.ts';
import { environment } from '../e2e/harness/environment.ts';
import { upload } from '../e2e/harness/imports.ts';
import { uploadExport } from '../e2e/harness/restores.ts';
import { newPersonOf } from '../e2e/harness/person.ts';
import { until } from '../e2e/harness/until.ts';
import { readConfig } from '../server/config.ts';
import { startService } from '../server/process.ts';

/** `[DATABASE_URL=… REDIS_URL=…] node bench/imports.ts [--rows 50000] [--kind opp]`: how long an import, the workspace's export, restoring that into another, the import's undo and taking that back take, and calls beside them. */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '50000' }, kind: { type: 'string', default: 'contact' } },
});
const rows = Number(values.rows);
const kind = values.kind === 'opp' ? 'opp' : 'contact';

/** A file of each kind: deals of 85 accounts that are made with them, as in the real export. */
const FILES = {
  contact: {
    head: 'name,email,title,id,city',
    row: (n: number) => `Person ${n},person-${n}@example.com,Director,crm-${n},"City ${n % 500}, Region ${n % 40}"`,
  },
  opp: {
    head: 'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value',
    row: (n: number) =>
      `crm-${n},Agent ${n % 30},Product ${n % 7},Company ${n % 85},${n % 3 === 0 ? 'Won' : 'Engaging'},2016-10-${10 + (n % 20)},2017-03-${10 + (n % 20)},${n % 5_000}`,
  },
} as const;
const folder = mkdtempSync(join(tmpdir(), 'sat-imports-'));
const url = process.env['DATABASE_URL'];
const redis = process.env['REDIS_URL'];
const where: Record<string, string> = { ...(url && { DATABASE_URL: url }), ...(redis && { REDIS_URL: redis }) };
const service = await startService(readConfig(environment({ ...where, DATA_DIR: folder, LOG_LEVEL: 'warn' })));
try {
  const { newTenant } = provisioner(service.baseUrl);
  const other = await newTenant();
  const newBrowser = async () => (await newPersonOf(service)).signIn(service);
  const browser = await newBrowser();
  const { panel } = browser;
  const { head, row } = FILES[kind];
  const csv = `${head}\n${Array.from({ length: rows }, (_, n) => row(n)).join('\n')}\n`;
  const import_id = await upload(panel, kind, csv);
  /** Waits for the end of a job while another workspace calls. @returns how it ended; prints how long it and the calls took */
  const beside = async <View>(what: string, ask: () => Promise<View>, isEnded: (view: View) => boolean) => {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const writes: number[] = [];
    const reads: number[] = [];
    const ended = await until(
      async () => {
        const asked = performance.now();
        await other.rest('log_capture', { source: 'call', text: 'Beside it.' });
        writes.push(performance.now() - asked);
        const read = performance.now();
        await other.rest('pull_config');
        reads.push(performance.now() - read);
        return ask();
      },
      isEnded,
      60 * 60_000,
    );
    const seconds = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    process.stdout.write(
      `${what}: ${seconds.toFixed(1)} s (${(rows / seconds).toFixed(0)} rows/s), ${((user + system) / 1e6).toFixed(1)} s of this process's processor time\n` +
        `  another workspace's log_capture beside it: ${figures(writes)}\n  its pull_config: ${figures(reads)}\n`,
    );
    return ended;
  };
  const figures = (times: number[]) => {
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))]!.toFixed(0);
    return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, ${times.length} calls`;
  };
  await panel.imports.start.mutate({ import_id, options: { create_accounts: true } });
  const view = await beside(
    `import of ${rows} rows (${kind})`,
    () => panel.imports.get.query({ import_id }),
    ({ state }) => state !== 'running',
  );
  process.stdout.write(`  ${view.state}: ${view.created} created, ${view.failed} failed\n`);
  const exporting = performance.now();
  const file = await (await browser.fetch('/app/workspace.json')).text();
  const exported = ((performance.now() - exporting) / 1_000).toFixed(1);
  process.stdout.write(`export of the workspace: ${exported} s, ${(file.length / 1e6).toFixed(1)} MB\n`);
  const { panel: empty } = await newBrowser();
  const restore = await uploadExport(empty, file);
  await empty.privacy.start_restore.mutate({ import_id: restore });
  const restored = await beside(
    'restored into another workspace',
    () => empty.imports.get.query({ import_id: restore }),
    ({ state }) => state !== 'running',
  );
  process.stdout.write(`  ${restored.state}: ${restored.created} rows, ${restored.failed} failed\n`);
  const asked = performance.now();
  const preview = await panel.undos.preview.query({ import_id });
  const { totals, facts } = preview;
  const took = ((performance.now() - asked) / 1_000).toFixed(1);
  process.stdout.write(
    `preview of its undo: ${took} s, ${totals.records} records, ${facts} facts, ${totals.stays} stay\n`,
  );
  const { undo_id } = await panel.undos.undo.mutate({ import_id, digest: preview.digest });
  const undo = () => panel.undos.get.query({ undo_id });
  const isEnded = ({ job }: { job: { state: string } | null }) => job?.state !== 'running';
  const undone = await beside('undo', undo, isEnded);
  process.stdout.write(`  ${undone.job?.state}: ${undone.job?.records} records, ${undone.facts} facts\n`);
  await panel.undos.bring_back.mutate({ undo_id });
  const back = await beside('taken back', undo, isEnded);
  process.stdout.write(`  ${back.job?.state} ${back.job?.reason ?? ''}\n`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
