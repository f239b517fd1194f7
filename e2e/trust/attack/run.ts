import { provisioner } from '../../harness/tenant.ts';
import { Cluster } from '../cluster.ts';
import type { Finding } from '../report.ts';
import type { Attack } from './attack.ts';
import { badInputs } from './bad-inputs.ts';
import { bytes } from './bytes.ts';
import { extraFields } from './extra-fields.ts';
import { isolation } from './isolation.ts';
import { largeBodies } from './large-bodies.ts';
import { revokedKeys } from './revoked-keys.ts';
import { rights } from './rights.ts';
import { rowSecurity } from './row-security.ts';
import { secrets } from './secrets.ts';

export const ATTACKS: readonly Attack[] = [
  badInputs,
  bytes,
  largeBodies,
  isolation,
  rights,
  revokedKeys,
  extraFields,
  rowSecurity,
  secrets,
];

/** Runs an attack against two processes of a service of its own; they must outlive it. */
export async function runAttack({ name, run, env = {} }: Attack, quick: boolean): Promise<Finding> {
  const finding: Finding = { name, figures: {}, problems: [] };
  let cluster: Cluster | undefined;
  try {
    cluster = await Cluster.start({
      processes: 2,
      tenants: 0,
      // A receiver whose name no server has to know; nothing is delivered.
      env: { WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32', ...env },
    });
    const { figures, problems } = await run({ cluster, app: provisioner(cluster.baseUrl), quick });
    finding.figures = figures;
    finding.problems.push(...problems);
    if (cluster.deaths.length > 0) finding.problems.push(`a process ended by itself: ${cluster.deaths.join(', ')}`);
  } catch (error) {
    finding.problems.push((error as Error).message);
  } finally {
    await cluster?.stop();
  }
  return finding;
}
