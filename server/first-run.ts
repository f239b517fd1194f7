import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type DemoApp, seedDemo } from './demo.ts';
import { type Secrets, writePrivateFile } from './secrets.ts';

const DEMO_EMAIL = 'demo@example.com';

const firstCall = (baseUrl: string, key: string) =>
  `curl -s ${baseUrl}/api/v1/tools/verify_session -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{}'`;

/**
 * Seeds the demo workspace on a first embedded start; a later start only prints where the first one's secrets are
 * (decisions 2). It runs before the service listens, so that its first caller finds the file and the data.
 * @returns stores the facts and prints the first steps, once the address is known
 */
export async function prepareFirstRun(
  config: Config,
  app: DemoApp,
  secrets: Secrets,
): Promise<(baseUrl: string) => void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const sayWhere = (baseUrl: string) => {
    say(`sales-agent-tools listens on ${baseUrl}`);
    say(`The panel is at ${baseUrl}/app`);
  };
  const file = join(config.DATA_DIR, 'first-run.json');
  // The file may be deleted once read; an interrupted first start leaves neither of the two.
  const done = join(config.DATA_DIR, 'first-run.done');
  const wantsSeed = config.SEED_DEMO ?? config.DATABASE_URL === undefined;
  if (!wantsSeed || existsSync(file) || existsSync(done)) {
    return (baseUrl) => {
      sayWhere(baseUrl);
      if (existsSync(file)) say(`The first start's login, API key and operator token are in ${file}`);
    };
  }
  const { provisioning } = app.services;
  const password = randomBytes(9).toString('base64url');
  const user = await provisioning.ensureUser({ email: DEMO_EMAIL, name: 'Demo', password });
  await provisioning.grantEntitlement({ user_id: user.user_id, kind: 'suite', slug: 'everything' });
  const { key } = await provisioning.keys.create({ user_id: user.user_id, name: 'First key', scopes: 'all' });
  await seedDemo(app, user.user_id);
  return (baseUrl) => {
    const facts = {
      base_url: baseUrl,
      email: DEMO_EMAIL,
      password,
      api_key: key,
      operator_token: secrets.operatorToken,
    };
    writePrivateFile(file, `${JSON.stringify(facts, null, 2)}\n`);
    writePrivateFile(done, '');
    sayWhere(baseUrl);
    say('');
    say(`  Login      ${DEMO_EMAIL}   ${password}`);
    say(`  API key    ${key}`);
    say(`  Kept in    ${file}`);
    say('');
    say('  Try it:');
    say(`  ${firstCall(baseUrl, key)}`);
    say('');
  };
}
