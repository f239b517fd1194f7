// node bench/answers.ts [--quick]      (also: npm run bench -- --only answers)
//
// answer_about_account on an account of 2,000 facts in a workspace of 200,000, and answer_across_org over 1,000,000 facts:
// whole calls over REST, one after another, beside bare full-text queries on the same tables in the same rounds (pg,
// prepared, one connection, one round trip, neither key nor audit row): one that finds ten facts by the question's own
// words, and one that reads the same candidates as the tool, which is what the floor is measured by.
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { percentile } from './load.ts';
import { readQuestion, searchWords } from '../server/answers/question.ts';
import * as data from './answers-data.ts';
import * as stage from './environment.ts';

export const FLOORS = { account: 3, across: 10 };

/** Rounds before the measured ones, to warm the process up. */
const WARM_UP = 50;

/** Answers given while the service's memory is sampled. */
const SOAK = 4_000;

const words = (question: string, operator: string) =>
  question
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .join(operator);

const say = (line = '') => process.stdout.write(`${line}\n`);

type Timed = { total: number; each: number[] };

async function timed(rounds: number, ways: Record<string, (question: string) => Promise<unknown>>) {
  const times = new Map<string, Timed>(Object.keys(ways).map((name) => [name, { total: 0, each: [] }]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const question of data.QUESTIONS) {
      for (const [name, way] of Object.entries(ways)) {
        const started = performance.now();
        await way(question);
        const took = performance.now() - started;
        if (round < 0) continue;
        const time = times.get(name)!;
        time.total += took;
        time.each.push(took);
      }
    }
  }
  return times;
}

function sayTimes(title: string, times: Map<string, Timed>, bare: string, floor: number): number {
  say(`\n${title}`);
  for (const [name, { total, each }] of times) {
    const sorted = each.toSorted((a, b) => a - b);
    const figures = `mean ${(total / each.length).toFixed(2)} ms, p50 ${percentile(sorted, 0.5).toFixed(2)} ms, p99 ${percentile(sorted, 0.99).toFixed(2)} ms`;
    say(`  ${name.padEnd(28)} ${figures}`);
  }
  const tool = times.get('the tool over REST')!.total;
  for (const name of times.keys()) {
    if (name !== bare && !name.startsWith('the tool'))
      say(`  the tool / ${name}: ${(tool / times.get(name)!.total).toFixed(2)}`);
  }
  const ratio = tool / times.get(bare)!.total;
  say(`  the tool / ${bare}: ${ratio.toFixed(2)}, at most ${floor}: ${ratio <= floor ? 'reached' : 'MISSED'}`);
  return ratio;
}

/** Measures both reasoning tools; ratios of total times, smaller is better. */
export async function measureAnswers(quick: boolean) {
  const [inWorkspace, acrossFacts, accountFacts] = quick ? [20_000, 100_000, 2_000] : [200_000, 1_000_000, 2_000];
  const secrets = stage.newSecrets();
  const folder = await stage.temporaryFolder();
  const servers = await stage.startServices();
  const databaseUrl = await stage.newDatabase(servers.databaseUrl, 'answers');
  const service = await stage.startService(join(folder, 'answers.log'), {
    ...secrets,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    REDIS_URL: servers.redisUrl,
  });
  await stage.untilReady(service);
  const one = await stage.provision(service.url, secrets.OPERATOR_TOKEN, 50);
  const many = await stage.provision(service.url, secrets.OPERATOR_TOKEN, 100);

  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  // Asking for the database's name alone lists no accounts: the workspaces are those just created, in order.
  const made = await client.query<{ id: string }>('SELECT id FROM workspaces ORDER BY created_at');
  const [forOne, forMany] = made.rows.map(({ id }) => id) as [string, string];
  const spaces = { one: forOne, many: forMany };
  const definition = `SELECT pg_get_indexdef('facts_search'::regclass) AS sql`;
  const { sql } = (await client.query<{ sql: string }>(definition)).rows[0]!;
  const loading = performance.now();
  await client.query('DROP INDEX facts_search');
  await client.query(`SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`);
  let first = 0;
  const inTransaction = async (workspace: string, run: () => Promise<unknown>) => {
    await client.query(`BEGIN`);
    await client.query(`SELECT set_config('app.workspace_id', $1, true), set_config('role', 'sat_service', true)`, [
      workspace,
    ]);
    await run();
    await client.query('COMMIT');
  };
  const fill = async (workspace: string, count: number, accounts: string[]) => {
    await inTransaction(workspace, () => client.query(data.FILL, [workspace, first, count, data.LINES, accounts]));
    first += count;
  };
  await fill(spaces.one, accountFacts, one.accountIds.slice(0, 1));
  await fill(spaces.one, inWorkspace - accountFacts, one.accountIds.slice(1));
  await fill(spaces.many, acrossFacts * 0.8, many.accountIds);
  await inTransaction(spaces.many, () =>
    client.query(data.FILL_FIELDS, [spaces.many, acrossFacts * 0.2, many.accountIds]),
  );
  await client.query(sql);
  await client.query('VACUUM ANALYZE facts');
  say(
    `${(inWorkspace + acrossFacts).toLocaleString('en')} facts loaded in ${((performance.now() - loading) / 1000).toFixed(0)} s`,
  );

  const agent = new Agent({ keepAlive: true });
  stage.afterwards(() => agent.destroy());
  const call = (key: string, tool: string, input: object) =>
    new Promise<string>((resolve, reject) => {
      const body = JSON.stringify(input);
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const asked = request(`${service.url}/api/v1/tools/${tool}`, { agent, method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${tool} answered ${response.statusCode}: ${text}`));
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const ask = (key: string, tool: string, input: object) => (question: string) =>
    call(key, tool, { ...input, question });
  const [account] = one.accountIds as [string];
  const inSpace = async (workspace: string) => {
    await client.query(`SELECT set_config('app.workspace_id', $1, false), set_config('role', 'sat_service', false)`, [
      workspace,
    ]);
  };
  const program = new Client({ connectionString: databaseUrl });
  program.on('error', () => {});
  await program.connect();
  await program.query(
    `CREATE TABLE bare_audit (n bigserial PRIMARY KEY, key_id text, tool text, bytes integer, at timestamptz DEFAULT now())`,
  );
  const bareProgram = (key: string, run: (question: string) => Promise<unknown>) => async (question: string) => {
    await program.query({ name: 'bare_key', text: data.BARE_KEY, values: [key] });
    const rows = JSON.stringify(await run(question));
    await program.query({ name: 'bare_audit', text: data.BARE_AUDIT, values: ['key', 'answer', rows.length] });
  };
  const empty = () => call(one.clearedKeys[0]!, 'verify_session', {});
  const bare = (name: string, text: string, values: (question: string) => unknown[]) => (question: string) =>
    client.query({ name, text, values: values(question) });
  const answers = { account: 0, across: 0, acrossToAccount: 0 };
  const before = stage.residentMemory(service.pid);
  await inSpace(spaces.one);
  const fullText = bare('bare_account', data.BARE_ACCOUNT, (question) => [spaces.one, account, words(question, ' | ')]);
  const sameCandidates = bare('bare_same', data.BARE_SAME, (question) => [
    spaces.one,
    account,
    searchWords(readQuestion(question)).all,
  ]);
  const onAccount = await timed(quick ? 10 : 30, {
    'bare, ten facts': fullText,
    'bare, the same candidates': sameCandidates,
    'bare with key and audit row': bareProgram(one.clearedKeys[0]!, fullText),
    'an empty call over REST': empty,
    'the tool over REST': ask(one.clearedKeys[0]!, 'answer_about_account', { account_id: account }),
  });
  answers.account = sayTimes(
    `answer_about_account: ${accountFacts.toLocaleString('en')} facts of ${inWorkspace.toLocaleString('en')}`,
    onAccount,
    'bare, the same candidates',
    FLOORS.account,
  );
  const totalOf = (name: string) => onAccount.get(name)!.total;
  const asking = totalOf('the tool over REST') - totalOf('an empty call over REST');
  say(
    `  what a question adds to an empty call / the same: ${(asking / totalOf('bare, the same candidates')).toFixed(2)}`,
  );
  await inSpace(spaces.many);
  const across = await timed(quick ? 10 : 20, {
    'bare full text': bare('bare_across', data.BARE_ACROSS, (question) => [spaces.many, question, spaces.many]),
    'one account, over REST': ask(one.clearedKeys[1]!, 'answer_about_account', { account_id: account }),
    'the tool over REST': ask(many.clearedKeys[0]!, 'answer_across_org', {}),
  });
  answers.acrossToAccount = sayTimes(
    `answer_across_org over ${acrossFacts.toLocaleString('en')} facts`,
    across,
    'one account, over REST',
    FLOORS.across,
  );
  const after = stage.residentMemory(service.pid);
  say(`\nMemory of the service: ${before.now} MB before, ${after.now} MB after (peak ${after.peak} MB)`);
  const soaked: number[] = [];
  const answerOne = ask(one.clearedKeys[2]!, 'answer_about_account', { account_id: account });
  for (let part = 0; part < 4; part += 1) {
    let asked = 0;
    const questioner = async () => {
      while (asked < SOAK / 4) await answerOne(data.QUESTIONS[(asked += 1) % data.QUESTIONS.length]!);
    };
    await Promise.all(Array.from({ length: 8 }, questioner));
    soaked.push(stage.residentMemory(service.pid).now);
  }
  say(`  over ${SOAK.toLocaleString('en')} more answers, after each quarter: ${soaked.join(', ')} MB`);
  await client.end();
  await program.end();
  await service.stop();
  return answers;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  try {
    await measureAnswers(values.quick);
  } finally {
    await stage.clearStage();
  }
}
