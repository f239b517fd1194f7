import type { Call } from '../gate/call.ts';
import { planOf } from '../gate/principal.ts';

/** Whether the key's plan licenses a plugin now, as the gate found it: no look-up of its own. */
export async function checkEntitlement({ principal }: Call, { plugin }: { plugin: string }) {
  return {
    plugin,
    entitled: principal.plugins.includes(plugin),
    plan: planOf(principal),
    plugins: [...principal.plugins],
  };
}
