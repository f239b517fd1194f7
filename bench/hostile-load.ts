// The hostile tenants of bench/hostile.ts, in a process of their own: `go`, or `go <name>` for one of them, on standard
// input begins, `stop` ends and answers one JSON line with what came of it.
import { createInterface } from 'node:readline';
import { attack, type Caller, hostiles } from '../e2e/harness/hostile.ts';
import { createClient } from '../client/index.ts';

const { BASE_URL, OPERATOR_TOKEN, DATABASE_URL, RATE_LIMIT } = process.env as Record<string, string>;
const { operator } = createClient({ url: BASE_URL!, apiKey: OPERATOR_TOKEN! });
const rate_limit = RATE_LIMIT === undefined ? null : Number(RATE_LIMIT);

let tenants = 0;
async function newTenant(): Promise<Caller> {
  const email = `hostile-${(tenants += 1)}-${process.pid}@example.com`;
  const { user_id, workspace_id } = await operator.users.create.mutate({ email, name: 'Hostile' });
  await operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
  const { key } = await operator.keys.create.mutate({ user_id, name: 'hostile', scopes: 'all', rate_limit });
  return {
    workspaceId: workspace_id,
    async rest(tool, input) {
      const answer = await fetch(`${BASE_URL}/api/v1/tools/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(input),
      });
      const text = await answer.text();
      return { status: answer.status, text, body: answer.status === 200 ? JSON.parse(text) : undefined };
    },
  };
}

const { all, release } = await hostiles(newTenant, DATABASE_URL);
process.stdout.write(`${JSON.stringify(all.map(({ name }) => name))}\n`);
let under: ReturnType<typeof attack> | undefined;
for await (const line of createInterface(process.stdin)) {
  if (line.startsWith('go')) under = attack(all.filter(({ name }) => name.includes(line.slice(3))));
  if (line === 'stop') process.stdout.write(`${JSON.stringify((await under?.stop()) ?? {})}\n`);
}
await release();
