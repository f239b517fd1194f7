import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate, startReceiver } from '../harness/receiver.ts';
import { provisioner } from '../harness/tenant.ts';
import { until } from '../harness/until.ts';
import { eachOf } from './attack/attack.ts';
import { Cluster } from './cluster.ts';
import type { Finding } from './report.ts';

const AMOUNT = { quick: { events: 200, kills: 3 }, full: { events: 10_000, kills: 20 } };

/** Events while the processes that deliver them are killed, one of four at a time: each arrives, however often. */
export async function runDeliveries(quick: boolean): Promise<Finding> {
  const { events, kills } = quick ? AMOUNT.quick : AMOUNT.full;
  const finding: Finding = { name: `${events} events, ${kills} workers of four killed`, figures: {}, problems: [] };
  const certificate = makeCertificate();
  const receiver = await startReceiver(certificate);
  let cluster: Cluster | undefined;
  try {
    const env = { WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' };
    cluster = await Cluster.start({ processes: 4, tenants: 0, env });
    const { newTenant, operator } = provisioner(cluster.baseUrl);
    const who = await newTenant();
    await operator.webhooks.create.mutate({ user_id: who.userId, url: receiver.url });
    const arrived = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.draft_id as string));
    const staged = new Set<string>();
    const staging = eachOf(Array.from({ length: events }), 8, async (_, index) => {
      const draft = { channel: 'linkedin', body: `Hello ${index}`, product: 'Sequencer', skill: 'outreach' };
      const { body, text } = await who.rest('studio_stage_draft', draft);
      if (body?.draft_id === undefined) finding.problems.push(`a draft was not staged: ${text.slice(0, 200)}`);
      else staged.add(body.draft_id as string);
    });
    for (let kill = 0; kill < kills; kill += 1) {
      const index = 1 + (kill % 3);
      await sleep(quick ? 300 : 2_000);
      await cluster.endProcess('SIGKILL', index);
      await cluster.startProcess(index);
    }
    await staging;
    const began = performance.now();
    await until(
      async () => arrived().size,
      (count) => count >= staged.size,
      120_000,
    ).catch(() => {});
    const lost = [...staged].filter((id) => !arrived().has(id));
    finding.figures = {
      events: staged.size,
      deliveries: receiver.received.length,
      'last after ms': Math.round(performance.now() - began),
    };
    if (lost.length > 0) finding.problems.push(`${lost.length} events did not arrive within two minutes`);
    if (cluster.deaths.length > 0) finding.problems.push(`a process ended by itself: ${cluster.deaths.join(', ')}`);
  } catch (error) {
    finding.problems.push((error as Error).message);
  } finally {
    await cluster?.stop();
    await receiver.close();
    certificate.remove();
  }
  return finding;
}
