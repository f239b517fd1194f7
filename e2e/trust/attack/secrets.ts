import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { environment } from '../../harness/environment.ts';
import { Browser } from '../../harness/person.ts';
import { callTool, TRANSPORTS } from '../../harness/transports.ts';
import type { Attack } from './attack.ts';

const PLANTED = 'planted-secret-4f1c9a7e52';

/** Keys, tokens, passwords and the service's own secrets are in no dump, no log, no metric and no audit row. */
export const secrets: Attack = {
  name: 'secrets in dumps, logs and answers',
  env: { LOG_LEVEL: 'trace' },
  async run({ cluster, app }) {
    const who = await app.newTenant();
    const password = `${PLANTED}-password`;
    await app.operator.users.create.mutate({ email: `${PLANTED}@example.com`, name: 'Robin', password });
    const { webhook_id } = await app.operator.webhooks.create.mutate({
      user_id: who.userId,
      url: 'https://127.0.0.1/hook',
    });
    const { secret } = await app.operator.webhooks.rotate.mutate({ webhook_id });
    const token = `${PLANTED}-token`;
    const answers: string[] = [];
    for (const transport of TRANSPORTS) {
      const call = async (tool: string, input: object, key = who.key) => {
        answers.push((await callTool(transport, tool, input, { baseUrl: app.baseUrl, key })).text);
      };
      await call('connect_integration', { channel: 'linkedin', access_token: token, refresh_token: token });
      // What is refused says what is wrong with it, and not what it held.
      await call('connect_integration', { channel: 'nowhere', access_token: token });
      await call('connect_integration', { channel: 'linkedin', access_token: `${token}\u0000` });
      await call('connect_integration', { channel: 'linkedin', access_token: token, expires_at: token });
      await call('connect_integration', { channel: 'linkedin', token: { token } });
      await call('verify_session', { api_key: who.key, authorization: token });
      await call('verify_session', {}, `${who.key.slice(0, -1)}!`);
    }
    const browser = new Browser(app.baseUrl);
    for (const wrong of [password, `${password}-wrong`]) {
      const answer = await browser.signIn(`${PLANTED}@example.com`, wrong);
      answers.push(await answer.text());
    }
    const session = [...browser.cookies.values()].toSorted((a, b) => b.length - a.length)[0];
    if (session === undefined) throw new Error('nobody signed in');
    const env = environment({});
    const kept = [
      who.key,
      password,
      secret,
      token,
      // With its signature: what is kept of a session opens nothing.
      decodeURIComponent(session),
      env['OPERATOR_TOKEN']!,
      env['SESSION_SECRET']!,
      env['ENCRYPTION_KEYS']!,
    ];
    for (const path of ['/metrics', '/readyz', '/healthz', '/api/v1/tools/nothing', '/openapi.json']) {
      answers.push(await (await fetch(`${app.baseUrl}${path}`)).text());
    }
    const url = new URL(cluster.postgres.url);
    url.username = 'postgres';
    url.password = '';
    const options = { maxBuffer: 2 ** 30, encoding: 'utf8' } as const;
    const program = globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted().at(-1) ?? 'pg_dump';
    const dump = execFileSync(program, ['--inserts', '-d', url.href], options);
    const places = { 'the database': dump, 'the log': cluster.output, 'an answer': answers.join('\n') };
    const problems = Object.entries(places).flatMap(([place, text]) =>
      kept.filter((value) => text.includes(value)).map((value) => `${place} holds ${value.slice(0, 12)}…`),
    );
    // What is no secret is there: else nothing would be found whatever were kept.
    if (!dump.includes(`${PLANTED}@example.com`)) problems.push('the dump lacks what is no secret');
    if (!cluster.output.includes('/api/v1/tools/connect_integration')) problems.push('the log lacks what is no secret');
    return { figures: { calls: answers.length }, problems };
  },
};
