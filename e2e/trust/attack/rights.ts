import { registry } from '../../../routers/index.ts';
import { ALL_SCOPES, type Scope } from '../../../server/gate/scopes.ts';
import { Records } from '../../harness/records.ts';
import { callTool, TRANSPORTS } from '../../harness/transports.ts';
import { type Attack, eachOf } from './attack.ts';

/** Every tool with each scope missing or alone, with and without an entitlement, over each transport. */
export const rights: Attack = {
  name: 'tools × scopes × entitlements × transports',
  async run({ app, quick }) {
    const problems: string[] = [];
    const sets: Scope[][] = [
      [],
      ALL_SCOPES,
      ...ALL_SCOPES.map((scope) => [scope]),
      ...ALL_SCOPES.map((scope) => ALL_SCOPES.filter((other) => other !== scope)),
    ];
    const callers = await Promise.all(
      [true, false].map(async (entitled) => {
        const owner = await app.newTenant({ entitlement: entitled ? { kind: 'membership', slug: 'pro' } : null });
        const keys = [];
        for (const scopes of sets)
          keys.push({ scopes, entitled, key: (await app.newKey(owner.userId, { scopes })).key });
        return keys;
      }),
    );
    const whole = await app.newTenant();
    const records = new Records(app, whole);
    const cases = [];
    for (const tool of registry.values()) {
      // Somebody else's ids: whoever may call at all is told that they are unknown, and nothing is changed.
      const input = await records.exampleOf(tool);
      for (const caller of callers.flat()) {
        for (const transport of quick ? [TRANSPORTS[cases.length % 3]!] : TRANSPORTS)
          cases.push({ tool, input, caller, transport });
      }
    }
    let refused = 0;
    await eachOf(cases, 8, async ({ tool, input, caller: { scopes, entitled, key }, transport }) => {
      const { error, status } = await callTool(transport, tool.name, input, { baseUrl: app.baseUrl, key });
      // Which of the scopes it needs is said by its input: any key with some of them may have the right one.
      if (tool.scopedByInput && scopes.length > 0 && scopes.length < ALL_SCOPES.length && status < 500) return;
      const lacks = tool.scopedByInput ? scopes.length === 0 : tool.scope !== null && !scopes.includes(tool.scope);
      const unpaid = tool.entitled && !entitled;
      // A scope that the input decides is looked at with the input, after the entitlement.
      const isScopeFirst = lacks && !(tool.scopedByInput && unpaid);
      const wanted = isScopeFirst ? ['insufficient_scope'] : unpaid ? ['not_entitled'] : [];
      const got = error?.code === 'insufficient_scope' || error?.code === 'not_entitled' ? [error.code] : [];
      if (got.length > 0) refused += 1;
      if (String(got) !== String(wanted) || status >= 500) {
        const who = `a key with [${scopes.join(', ')}]${entitled ? '' : ' and no entitlement'}`;
        problems.push(
          `${tool.name} over ${transport} by ${who}: ${error?.code ?? 'ok'}, wanted ${wanted[0] ?? 'access'}`,
        );
      }
    });
    return { figures: { calls: cases.length, refused }, problems };
  },
};
