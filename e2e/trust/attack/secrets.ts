import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { environment } from '../../harness/environment.ts';
import type { Attack } from './attack.ts';

const PLANTED = 'planted-secret-4f1c9a7e52';

/** Keys, tokens, passwords and the service's own secrets are in no dump, no log, no metric and no audit row. */
export const secrets: Attack = {
  name: 'secrets in dumps, logs and answers',
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
    await who.rest('connect_integration', { channel: 'linkedin', token, account: 'x', credentials: { token } });
    await who.rest('verify_session', { api_key: who.key, authorization: token });
    const env = environment({});
    const kept = [
      who.key,
      password,
      secret,
      token,
      env['OPERATOR_TOKEN']!,
      env['SESSION_SECRET']!,
      env['ENCRYPTION_KEYS']!,
    ];
    const answers = [];
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
    return { figures: { calls: kept.length * 3 }, problems };
  },
};
