import type { Provisioner } from '../../harness/tenant.ts';
import type { Cluster } from '../cluster.ts';
import type { Finding } from '../report.ts';

/** An attack on a running service; `size` says how much of it a form of the run makes. */
export type Attack = {
  name: string;
  /** Added to the environment of the service. */
  env?: Record<string, string>;
  run(target: Target): Promise<Pick<Finding, 'figures' | 'problems'>>;
};

export type Target = { cluster: Cluster; app: Provisioner; quick: boolean };

/** Runs something for each item, so many at once. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item, index: number) => Promise<void>,
) {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      await run(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
