import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

type Setting = (typeof SETTINGS)[number];

const DAYS: [string[], string] = [['0', '36501', 'ever'], 'a whole number from 1 to 36500'];

const key = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64');
const withSpace = 'a key';
const noUrl = 'not a url';

/** Refused values of every setting, with words of the expected message. */
const BAD: Partial<Record<Setting, [values: string[], wanted: string]>> = {
  PORT: [['http', '-1', '65536', '80.5', '3000 '.repeat(2)], 'a whole number from 0 to 65535'],
  OPERATOR_PORT: [['http', '65536'], 'a whole number from 0 to 65535'],
  PUBLIC_URL: [[noUrl, 'sales.example.com', 'ftp://sales.example.com'], 'https://sales.example.com'],
  DATABASE_URL: [[noUrl, 'mysql://root:hunter2@db/sales'], 'postgres://user:password@host:port/database'],
  DATABASE_POOL_SIZE: [['1', '201', 'many'], 'a whole number from 2 to 200'],
  EMBEDDED_BUFFERS_MB: [['3', '1025', '48MB'], 'a whole number from 4 to 1024'],
  REDIS_URL: [[noUrl, 'http://:hunter2@redis'], 'redis://host:port'],
  ENCRYPTION_KEYS: [
    ['k1', `:${key(32)}`, `k1:${key(16)}`, 'k1:not*base64', `k1:${key(32)}*`, `k1:${key(32)}:more`, `k1:${key(32)},`],
    'id:base64key',
  ],
  SESSION_SECRET: [['too short'], 'at least 32 characters'],
  MIGRATION_DATABASE_URL: [[noUrl, 'mysql://root:hunter2@db/sales'], 'postgres://user:password@host:port/database'],
  OPERATOR_TOKENS: [['ci:too-short', 'a token without a name'.repeat(3)], 'name:token'],
  OPERATOR_TOKEN: [['too short'], 'at least 32 characters'],
  MCP_OAUTH_ENABLED: [['yes', 'on'], 'true or false'],
  OIDC_ISSUER: [[noUrl], 'https://'],
  OIDC_CLIENT_ID: [[withSpace], 'without spaces'],
  OIDC_CLIENT_SECRET: [[withSpace], 'without spaces'],
  PASSWORD_SIGN_IN: [['false', 'no'], 'on or off'],
  OIDC_NAME: [['x'.repeat(61)], 'at most 60 characters'],
  TRUSTED_PROXIES: [['banana', '10.0.0.0/33', '10.0.0.1,'], 'addresses or CIDR ranges'],
  HUNTER_API_KEY: [[withSpace], 'without spaces'],
  HUNTER_BASE_URL: [[noUrl], 'https://'],
  APOLLO_API_KEY: [[withSpace], 'without spaces'],
  APOLLO_BASE_URL: [[noUrl], 'https://'],
  PDL_API_KEY: [[withSpace], 'without spaces'],
  PDL_BASE_URL: [[noUrl], 'https://'],
  PROSPEO_API_KEY: [[withSpace], 'without spaces'],
  PROSPEO_BASE_URL: [[noUrl], 'https://'],
  DNS_SERVERS: [['banana', '10.0.0.2:dns', '10.0.0.2,'], 'addresses with or without a port'],
  SMTP_URL: [[noUrl, 'http://robin:hunter2@mail'], 'smtp://user:password@host:port'],
  SMTP_FROM: [['robin'], 'an e-mail address'],
  LINKEDIN_CLIENT_ID: [[withSpace], 'without spaces'],
  LINKEDIN_CLIENT_SECRET: [[withSpace], 'without spaces'],
  LINKEDIN_VERSION: [['v2', '2026-05'], 'YYYYMM'],
  LINKEDIN_BASE_URL: [[noUrl], 'https://'],
  REDDIT_CLIENT_ID: [[withSpace], 'without spaces'],
  REDDIT_CLIENT_SECRET: [[withSpace], 'without spaces'],
  REDDIT_BASE_URL: [[noUrl], 'https://'],
  GOOGLE_CLIENT_ID: [[withSpace], 'without spaces'],
  GOOGLE_CLIENT_SECRET: [[withSpace], 'without spaces'],
  YOUTUBE_BASE_URL: [[noUrl], 'https://'],
  GOOGLE_DRIVE_BASE_URL: [[noUrl], 'https://'],
  WEBHOOK_ALLOWED_CIDRS: [['banana', '10.0.0.0', '10.0.0.0/33', '10.0.0.0/8;11.0.0.0/8'], '10.1.0.0/16'],
  WEBHOOK_CA_FILE: [['/nowhere/ca.pem', tmpdir()], 'a file that can be read'],
  EMBEDDINGS: [['on', 'openai'], 'off, packaged or endpoint'],
  EMBEDDINGS_URL: [[noUrl, 'ollama:11434'], 'https://'],
  EMBEDDINGS_MODEL: [['a model', 'x'.repeat(201)], 'the name of a model'],
  EMBEDDINGS_API_KEY: [[withSpace], 'without spaces'],
  ANSWER_MODEL_URL: [[noUrl, 'ollama:11434'], 'https://'],
  ANSWER_MODEL: [['a model', 'x'.repeat(201)], 'the name of a model'],
  ANSWER_MODEL_API_KEY: [[withSpace], 'without spaces'],
  WORKERS: [['true', 'no'], 'on or off'],
  SEED_DEMO: [['yes'], 'true or false'],
  LOG_LEVEL: [['verbose'], 'fatal, error, warn, info, debug, trace, silent'],
  METRICS_TOKEN: [['too short'], 'at least 16 characters'],
  QUOTA_ROWS: [['0', 'many', '1e13'], 'a whole number from 1 to 1000000000000'],
  QUOTA_BYTES: [['0', '20GB'], 'a whole number from 1 to 1000000000000000'],
  QUOTA_KEYS: [['0', '100001'], 'a whole number from 1 to 100000'],
  KEY_DEFAULT_DAYS: DAYS,
  AUDIT_RETENTION_DAYS: DAYS,
  FACT_HISTORY_RETENTION_DAYS: DAYS,
  CONTACT_HISTORY_RETENTION_DAYS: DAYS,
  CAPTURE_RETENTION_DAYS: DAYS,
  DRAFT_RETENTION_DAYS: DAYS,
  OUTREACH_RETENTION_DAYS: DAYS,
  RUN_RETENTION_DAYS: DAYS,
  BRAIN_HISTORY_RETENTION_DAYS: DAYS,
  WEBHOOK_RETENTION_DAYS: DAYS,
};

/** Any text is valid; whether it works shows when the service listens and writes (e2e/start-errors.test.ts). */
const FREE: Setting[] = ['HOST', 'DATA_DIR'];

const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was taken`);
};

test('every setting is tried with values it refuses', () => {
  expect([...Object.keys(BAD), ...FREE].toSorted()).toEqual([...SETTINGS].toSorted());
});

const cases = Object.entries(BAD).flatMap(([name, [values, wanted]]) =>
  values.map((value) => [name, value, wanted] as const),
);

test.each(cases)('%s=%s is refused by name, with what came and what is wanted', (name, value, wanted) => {
  const [title, ...lines] = refusalOf({ [name]: value }).split('\n');
  expect(title).toBe('Settings refused:');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`${name}: wanted `);
  expect(lines[0]).toContain(wanted);
  const isSecret = /KEY|SECRET|TOKEN|^(DATABASE|MIGRATION_DATABASE|REDIS|SMTP)_URL$/.test(name);
  expect(lines[0]).toContain(`(came: ${isSecret ? `${value.length} characters, not shown` : JSON.stringify(value)})`);
  if (isSecret) expect(lines[0]).not.toContain('hunter2');
});

test('all that do not fit are named at once', () => {
  const message = refusalOf({ PORT: 'x', LOG_LEVEL: 'loud', WORKERS: 'maybe' });
  expect(message.split('\n').map((line) => line.trim().split(':')[0])).toEqual([
    'Settings refused',
    'PORT',
    'WORKERS',
    'LOG_LEVEL',
  ]);
});

describe('settings that need others', () => {
  test('a database needs the three secrets', () => {
    expect(refusalOf({ DATABASE_URL: 'postgres://sales@db/sales' })).toMatch(
      /ENCRYPTION_KEYS, SESSION_SECRET, OPERATOR_TOKEN/,
    );
  });

  test('single sign-on needs all of its own', () => {
    expect(refusalOf({ OIDC_ISSUER: 'https://id.example.com' })).toMatch(/OIDC_CLIENT_ID, OIDC_CLIENT_SECRET/);
  });

  test('an endpoint for vectors needs its address and model', () => {
    expect(refusalOf({ EMBEDDINGS: 'endpoint' })).toContain('missing: EMBEDDINGS_URL, EMBEDDINGS_MODEL');
    expect(refusalOf({ EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1' })).toContain('missing: EMBEDDINGS_MODEL');
    expect(refusalOf({ ANSWER_MODEL_URL: 'http://127.0.0.1:11434/v1' })).toContain('needs both');
    expect(refusalOf({ ANSWER_MODEL: 'picker' })).toContain('needs both');
  });
});

describe('what fits', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sat-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('empty variables count as absent', () => {
    expect(readConfig(Object.fromEntries(SETTINGS.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  test('vectors come from the endpoint that is set, else from the packaged model where the database is embedded', () => {
    const endpoint = { EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1/', EMBEDDINGS_MODEL: 'nomic-embed-text' };
    const external = {
      DATABASE_URL: 'postgres://sales@db/sales',
      ENCRYPTION_KEYS: `k1:${key(32)}`,
      SESSION_SECRET: 'x'.repeat(32),
      OPERATOR_TOKEN: 'x'.repeat(32),
    };
    const kindOf = (env: Record<string, string>) => readConfig(env).EMBEDDINGS;
    expect(kindOf({})).toBe('packaged');
    expect(kindOf(external)).toBe('off');
    expect(kindOf({ ...external, EMBEDDINGS: 'packaged' })).toBe('packaged');
    expect(kindOf({ ...external, ...endpoint })).toBe('endpoint');
    expect(kindOf({ ...endpoint, EMBEDDINGS: 'off' })).toBe('off');
    expect(readConfig(endpoint).EMBEDDINGS_URL).toBe('http://127.0.0.1:11434/v1');
  });

  test('lists, ranges, keys and certificates', () => {
    const file = join(folder, 'ca.pem');
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
    const config = readConfig({
      WEBHOOK_CA_FILE: file,
      WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, fd00::/8',
      DNS_SERVERS: '10.0.0.2, 10.0.0.3:5353, [fd00::1]:53',
      TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16',
      ENCRYPTION_KEYS: `new:${key(32)}, old:${key(32).replace(/=+$/, '')}`,
      PUBLIC_URL: 'https://sales.example.com/',
    });
    expect(config).toMatchObject({
      WEBHOOK_CA_FILE: file,
      DNS_SERVERS: ['10.0.0.2', '10.0.0.3:5353', '[fd00::1]:53'],
      TRUSTED_PROXIES: ['10.0.0.1', '10.1.0.0/16'],
      PUBLIC_URL: 'https://sales.example.com',
    });
    expect(config.ENCRYPTION_KEYS!.map(({ id, key: { length } }) => [id, length])).toEqual([
      ['new', 32],
      ['old', 32],
    ]);
  });
});

test('passwords can be switched off only where there is single sign-on', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  expect(readConfig({}).PASSWORD_SIGN_IN).toBe(true);
  expect(readConfig({ ...oidc, PASSWORD_SIGN_IN: 'off' }).PASSWORD_SIGN_IN).toBe(false);
  expect(() => readConfig({ PASSWORD_SIGN_IN: 'off' })).toThrow(/nobody could sign in: set OIDC_ISSUER/);
});
