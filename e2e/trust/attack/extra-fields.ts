import { newId } from '../../../db/ids.ts';
import { registry } from '../../../routers/index.ts';
import { Records } from '../../harness/records.ts';
import { callTool, TRANSPORTS } from '../../harness/transports.ts';
import { type Attack, eachOf } from './attack.ts';

/** What no caller may set: whose a record is, and what became of it. */
const FIELDS: Record<string, () => unknown> = {
  workspace_id: () => newId('workspace'),
  user_id: () => newId('user'),
  key_id: () => newId('key'),
  team_id: () => newId('team'),
  created_at: () => '2020-01-01T00:00:00.000Z',
  created_by: () => newId('user'),
  approved: () => true,
  approved_by: () => newId('user'),
  may_approve: () => true,
  published_at: () => '2020-01-01T00:00:00.000Z',
  scopes: () => ['account.read'],
  entitled: () => true,
  role: () => 'owner',
  __proto__x: () => ({ polluted: true }),
};

/** Fields of nobody's business beside a valid input: refused by name, and nothing is taken from them. */
export const extraFields: Attack = {
  name: 'fields that no caller may set',
  async run({ app, quick }) {
    const problems: string[] = [];
    const who = await app.newTenant();
    const records = new Records(app, who);
    const cases = [];
    for (const tool of registry.values()) {
      const input = await records.exampleOf(tool);
      for (const [field, value] of Object.entries(FIELDS)) {
        if (field in tool.input.shape) continue;
        for (const transport of quick ? [TRANSPORTS[cases.length % 3]!] : TRANSPORTS) {
          cases.push({ tool, field, transport, input: { ...input, [field]: value() } });
        }
      }
    }
    let refused = 0;
    await eachOf(cases, 8, async ({ tool, field, transport, input }) => {
      const { error, result } = await callTool(transport, tool.name, input, { baseUrl: app.baseUrl, key: who.key });
      const named = error?.code === 'invalid_input' && JSON.stringify(error).includes(field);
      // What can only mean a field of the tool is taken as that field, and said.
      const said = JSON.stringify(result?.['warnings'] ?? '').includes(field);
      if (named) refused += 1;
      if (!named && !said)
        problems.push(`${tool.name} over ${transport} with ${field}: ${error?.code ?? 'taken silently'}`);
    });
    return { figures: { calls: cases.length, refused }, problems };
  },
};
