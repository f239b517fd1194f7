import { z } from 'zod';
import { planOf } from '../../server/gate/principal.ts';
import { tool } from '../tool.ts';
import { plan, plugin, plugins } from './control-fields.ts';

export default tool({
  title: 'Check an entitlement',
  description:
    'Says whether the account is licensed for one plugin right now. Use it before work that belongs to that plugin; it works before any purchase and changes nothing.',
  entitled: false,
  effect: 'read',
  input: z.object({ plugin }),
  output: z.object({
    plugin: z.string().describe('As asked.'),
    entitled: z.boolean().describe('Whether a grant or seat licenses it now; an unknown slug is not.'),
    plan,
    plugins,
  }),
  example: {
    input: { plugin: 'deal-desk' },
    output: { plugin: 'deal-desk', entitled: true, plan: 'pro', plugins: ['account-planning', 'deal-desk'] },
  },
  async handler({ principal }, { plugin }) {
    const { plugins } = principal;
    return { plugin, entitled: plugins.includes(plugin), plan: planOf(principal), plugins: [...plugins] };
  },
});
