import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { seedDemo } from './demo.ts';
import type { Service } from './process.ts';
import { writePrivateFile } from './secrets.ts';

const DEMO_EMAIL = 'demo@example.com';

const firstCall = (baseUrl: string, key: string) =>
  `curl -s ${baseUrl}/api/v1/tools/verify_session -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{}'`;

/**
 * Seeds the demo workspace on a first embedded start and tells the terminal how to begin; a later start says only where
 * the first one's secrets are kept (decisions 2).
 */
export async function announceStart(config: Config, service: Service): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const file = join(config.DATA_DIR, 'first-run.json');
  // Whoever has read the file may delete it; a first start that was cut short leaves neither of the two.
  const done = join(config.DATA_DIR, 'first-run.done');
  const embedded = config.DATABASE_URL === undefined;
  const wantsSeed = config.SEED_DEMO ?? embedded;
  say(`sales-agent-tools listens on ${service.baseUrl}`);
  say(`The panel is at ${service.baseUrl}/app`);
  if (!wantsSeed || existsSync(file) || existsSync(done)) {
    if (existsSync(file)) say(`The first start's login, API key and operator token are in ${file}`);
    return;
  }
  const { provisioning } = service.app.rooms;
  const password = randomBytes(9).toString('base64url');
  const user = await provisioning.ensureUser({ email: DEMO_EMAIL, name: 'Demo', password });
  await provisioning.grantEntitlement({ user_id: user.user_id, kind: 'suite', slug: 'everything' });
  const { key } = await provisioning.createKey({ user_id: user.user_id, name: 'First key', scopes: 'all' });
  await seedDemo(service.app, user.user_id);
  const facts = {
    base_url: service.baseUrl,
    email: DEMO_EMAIL,
    password,
    api_key: key,
    operator_token: service.secrets.operatorToken,
  };
  writePrivateFile(file, `${JSON.stringify(facts, null, 2)}\n`);
  writePrivateFile(done, '');
  say('');
  say(`  Login      ${DEMO_EMAIL}   ${password}`);
  say(`  API key    ${key}`);
  say(`  Kept in    ${file}`);
  say('');
  say('  Try it:');
  say(`  ${firstCall(service.baseUrl, key)}`);
  say('');
}
