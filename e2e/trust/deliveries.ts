import { makeCertificate, startReceiver } from '../harness/receiver.ts';
import { provisioner } from '../harness/tenant.ts';
import { until } from '../harness/until.ts';
import { eachOf } from './attack/attack.ts';
import { Cluster } from './cluster.ts';
import type { Finding } from './report.ts';

const AMOUNT = { quick: { events: 300, kills: 3 }, full: { events: 10_000, kills: 20 } };

const WORKERS = 4;

/** Workspaces with an endpoint each: one worker at a time has an endpoint, so that there is something for all of them. */
const ENDPOINTS = 8;

/** How long the receiver takes to answer: so there are always some that a worker waits for. */
const ANSWER_MS = 200;

/** How long after its kill a worker's events may still be on their way (decisions 13: another takes them over). */
const WITHIN_MS = 120_000;

/**
 * Events while one of four workers is killed again and again, each time with events on their way: each event arrives,
 * however often, and always under one id.
 */
export async function runDeliveries(quick: boolean): Promise<Finding> {
  const { events, kills } = quick ? AMOUNT.quick : AMOUNT.full;
  const finding: Finding = {
    name: `${events} events, ${kills} kills of ${WORKERS} workers`,
    figures: {},
    problems: [],
  };
  const certificate = makeCertificate();
  let answered = 0;
  const receiver = await startReceiver(certificate, (_req, res) => {
    setTimeout(() => {
      answered += 1;
      res.end('ok');
    }, ANSWER_MS);
  });
  let cluster: Cluster | undefined;
  try {
    const env = { WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' };
    cluster = await Cluster.start({ workers: WORKERS, tenants: 0, env });
    const { newTenant, operator } = provisioner(cluster.baseUrl);
    const tenants = await Promise.all(Array.from({ length: ENDPOINTS }, () => newTenant()));
    for (const { userId } of tenants) await operator.webhooks.create.mutate({ user_id: userId, url: receiver.url });
    const arrived = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.draft_id as string));
    const staged = new Set<string>();
    const stage = async (index: number) => {
      const draft = { channel: 'linkedin', body: `Hello ${index}`, product: 'Sequencer', skill: 'outreach' };
      const { body, text } = await tenants[index % ENDPOINTS]!.rest('studio_stage_draft', draft);
      if (body?.draft_id === undefined) finding.problems.push(`a draft was not staged: ${text.slice(0, 200)}`);
      else staged.add(body.draft_id as string);
    };
    const share = Math.ceil(events / kills);
    let waiting = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const first = staged.size;
      const batch = Array.from({ length: Math.min(share, events - kill * share) }, (_, index) => kill * share + index);
      const staging = eachOf(batch, 8, stage);
      await until(
        async () => staged.size - first,
        (count) => count >= batch.length / 2,
      );
      if (staged.size > answered) waiting += 1;
      await cluster.endWorker('SIGKILL', kill % WORKERS);
      await cluster.startWorker(kill % WORKERS);
      await staging;
    }
    const began = performance.now();
    await until(
      async () => arrived().size,
      (count) => count >= staged.size,
      WITHIN_MS,
    ).catch(() => {});
    const lost = [...staged].filter((id) => !arrived().has(id));
    const ids = Map.groupBy(receiver.received, ({ body }) => JSON.parse(body).data.draft_id as string);
    const renamed = [...ids.values()].filter(
      (all) => new Set(all.map(({ headers }) => headers['webhook-id'])).size > 1,
    );
    finding.figures = {
      events: staged.size,
      deliveries: receiver.received.length,
      kills: `${waiting} of ${kills}`,
      'last after ms': Math.round(performance.now() - began),
    };
    if (lost.length > 0) finding.problems.push(`${lost.length} events did not arrive within two minutes`);
    if (renamed.length > 0) finding.problems.push(`${renamed.length} events were delivered under several ids`);
    if (waiting < kills) finding.problems.push(`only ${waiting} of ${kills} kills came with events on their way`);
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
