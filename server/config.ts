import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { EMBEDDED_BUFFERS_MB } from '../db/limits.ts';

/** An address or path without its trailing slashes. */
export function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

const whole = (least: number, most: number) => {
  const wanted = `wanted a whole number from ${least} to ${most}`;
  return z.coerce.number(wanted).int(wanted).min(least, wanted).max(most, wanted);
};
const port = whole(0, 65_535);
const days = whole(1, 36_500);
const modelName = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'wanted the name of a model, without spaces');

const origin = z
  .url({ protocol: /^https?$/, error: 'wanted an address such as https://sales.example.com' })
  .transform((value) => withoutSlash(value));
const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'wanted true or false' })
  .transform((value) => value === 'true' || value === '1');
const onOrOff = z.enum(['on', 'off'], { error: 'wanted on or off' }).transform((value) => value === 'on');
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'wanted postgres://user:password@host:port/database' });
const redisUrl = z.url({ protocol: /^rediss?$/, error: 'wanted redis://host:port' });
const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'wanted smtp://user:password@host:port, or smtps://' });
const token = (least: number) => z.string().min(least, `wanted at least ${least} characters`);
/** A provider's credential, sent in headers. */
const credential = z.string().regex(/^[\x21-\x7e]+$/, 'wanted printable characters without spaces');

const listed = (value: string) => value.split(',').map((part) => part.trim());

/** A comma-separated list of values that `accepts` takes without throwing. */
const listOf = (wanted: string, accepts: (parts: string[]) => void) =>
  z
    .string()
    .transform(listed)
    .refine((parts) => {
      try {
        accepts(parts);
        return parts.every((part) => part !== '');
      } catch {
        return false;
      }
    }, wanted);

const KEY_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** `id:base64key[,older…]`, each key 32 bytes; the first encrypts, all decrypt (decisions 2). */
const encryptionKeys = z.string().transform((value, ctx) =>
  listed(value).map((part, index) => {
    const [id = '', text = '', ...rest] = part.split(':');
    const key = Buffer.from(text, 'base64');
    if (id === '' || rest.length > 0 || !BASE64.test(text) || key.length !== KEY_BYTES) {
      const wanted = `wanted id:base64key[,older…], ${KEY_BYTES} bytes a key; number ${index + 1} does not fit`;
      ctx.addIssue({ code: 'custom', message: wanted });
    }
    return { id, key };
  }),
);

/** `name:token,…`; a name that stands twice has two tokens, the old and the new. */
const operatorTokens = z.string().transform((value, ctx) =>
  listed(value).map((part, index) => {
    const [, name = '', token = ''] = /^([a-z][a-z0-9-]{0,39}):([^:]{32,})$/.exec(part) ?? [];
    if (name === '') {
      const wanted =
        'wanted name:token,…, a name of lower-case letters, digits and -, a token of at least 32 characters';
      ctx.addIssue({ code: 'custom', message: `${wanted}; number ${index + 1} does not fit` });
    }
    return { name, token };
  }),
);

const dnsServers = listOf('wanted addresses with or without a port, such as 10.0.0.2:53, comma-separated', (servers) =>
  new Resolver().setServers(servers),
);

/** Ranges as text; the module that checks destinations parses them. */
const ranges = z
  .string()
  .refine(
    (value) => listed(value).every((part) => part === '' || CIDR.safeParse(part).success),
    'wanted ranges such as 10.1.0.0/16, comma-separated',
  );
const CIDR = z.union([z.cidrv4(), z.cidrv6()]);

const certificates = z.string().refine((path) => {
  try {
    return readFileSync(path, 'utf8').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}, 'wanted a file that can be read, of certificates in PEM');

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: port.optional(),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(10),
  DATA_DIR: z.string().min(1).default('./data'),
  EMBEDDED_BUFFERS_MB: whole(4, 1_024).default(EMBEDDED_BUFFERS_MB),
  REDIS_URL: redisUrl.optional(),
  ENCRYPTION_KEYS: encryptionKeys.optional(),
  SESSION_SECRET: token(32).optional(),
  OPERATOR_TOKEN: token(32).optional(),
  OPERATOR_TOKENS: operatorTokens.optional(),
  MCP_OAUTH_ENABLED: flag.default(false),
  PASSWORD_SIGN_IN: onOrOff.default(true),
  OIDC_ISSUER: origin.optional(),
  OIDC_CLIENT_ID: credential.optional(),
  OIDC_CLIENT_SECRET: credential.optional(),
  OIDC_NAME: z.string().max(60, 'wanted at most 60 characters').default('single sign-on'),
  TRUSTED_PROXIES: z
    .string()
    .transform(listed)
    .pipe(
      z.array(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'wanted addresses or CIDR ranges, comma-separated'),
      ),
    )
    .optional(),
  HUNTER_API_KEY: credential.optional(),
  HUNTER_BASE_URL: origin.optional(),
  APOLLO_API_KEY: credential.optional(),
  APOLLO_BASE_URL: origin.optional(),
  PDL_API_KEY: credential.optional(),
  PDL_BASE_URL: origin.optional(),
  PROSPEO_API_KEY: credential.optional(),
  PROSPEO_BASE_URL: origin.optional(),
  DNS_SERVERS: dnsServers.optional(),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: z.email('wanted an e-mail address').optional(),
  LINKEDIN_CLIENT_ID: credential.optional(),
  LINKEDIN_CLIENT_SECRET: credential.optional(),
  LINKEDIN_VERSION: z
    .string()
    .regex(/^20\d{4}$/, 'wanted YYYYMM')
    .default('202605'),
  LINKEDIN_BASE_URL: origin.optional(),
  REDDIT_CLIENT_ID: credential.optional(),
  REDDIT_CLIENT_SECRET: credential.optional(),
  REDDIT_BASE_URL: origin.optional(),
  GOOGLE_CLIENT_ID: credential.optional(),
  GOOGLE_CLIENT_SECRET: credential.optional(),
  YOUTUBE_BASE_URL: origin.optional(),
  GOOGLE_DRIVE_BASE_URL: origin.optional(),
  WEBHOOK_ALLOWED_CIDRS: ranges.default(''),
  WEBHOOK_CA_FILE: certificates.optional(),
  EMBEDDINGS: z.enum(['off', 'packaged', 'endpoint'], { error: 'wanted off, packaged or endpoint' }).optional(),
  EMBEDDINGS_URL: origin.optional(),
  EMBEDDINGS_MODEL: modelName.optional(),
  EMBEDDINGS_API_KEY: credential.optional(),
  ANSWER_MODEL_URL: origin.optional(),
  ANSWER_MODEL: modelName.optional(),
  ANSWER_MODEL_API_KEY: credential.optional(),
  WORKERS: onOrOff.default(true),
  SEED_DEMO: flag.optional(),
  LOG_LEVEL: z.enum(LEVELS, { error: `wanted one of ${LEVELS.join(', ')}` }).default('info'),
  METRICS_TOKEN: token(16).optional(),
  QUOTA_ROWS: whole(1, 1_000_000_000_000).default(5_000_000),
  QUOTA_BYTES: whole(1, 1_000_000_000_000_000).default(20_000_000_000),
  QUOTA_KEYS: whole(1, 100_000).default(500),
  KEY_DEFAULT_DAYS: days.optional(),
  AUDIT_RETENTION_DAYS: days.default(400),
  FACT_HISTORY_RETENTION_DAYS: days.default(730),
  CONTACT_HISTORY_RETENTION_DAYS: days.default(30),
  CAPTURE_RETENTION_DAYS: days.optional(),
  DRAFT_RETENTION_DAYS: days.optional(),
  OUTREACH_RETENTION_DAYS: days.optional(),
  RUN_RETENTION_DAYS: days.optional(),
  BRAIN_HISTORY_RETENTION_DAYS: days.optional(),
  WEBHOOK_RETENTION_DAYS: days.default(30),
});

/** The name of every setting. */
export const SETTINGS = environment.keyof().options;

/** The service's settings, one per variable of decisions 2. */
export type Config = Omit<z.infer<typeof environment>, 'EMBEDDINGS'> & { EMBEDDINGS: 'off' | 'packaged' | 'endpoint' };

/** A setting that stops the start; its message names the variable, the value and what is wanted. */
export class ConfigError extends Error {}

/** Contains a secret, or an address with a password. */
const SECRET = /KEY|SECRET|TOKEN|(DATABASE|REDIS|SMTP)_URL$/;

/** The value as set; of a secret, its length only. */
const shown = (name: string, value: string) =>
  SECRET.test(name) ? `${value.length} characters, not shown` : JSON.stringify(value);

/** One invalid setting: its name, what is wanted and the value. */
export const settingProblem = (name: string, wanted: string, value: string): string =>
  `  ${name}: ${wanted} (came: ${shown(name, value)})`;

function parse<Schema extends z.ZodObject>(schema: Schema, env: Record<string, string | undefined>): z.infer<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return settingProblem(name, message, present[name] ?? '');
  });
  throw new ConfigError(`Settings refused:\n${[...new Set(lines)].join('\n')}`);
}

/**
 * Parses the environment once. Empty variables count as absent. With `DATABASE_URL` the three secrets are required:
 * processes must share them, so none may generate its own.
 * @throws ConfigError naming every bad variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config = parse(environment, env);
  if (config.DATABASE_URL !== undefined) {
    const missing = (['ENCRYPTION_KEYS', 'SESSION_SECRET', 'OPERATOR_TOKEN'] as const).filter(
      (name) => config[name] === undefined && !(name === 'OPERATOR_TOKEN' && config.OPERATOR_TOKENS !== undefined),
    );
    if (missing.length > 0) {
      throw new ConfigError(`With DATABASE_URL set, these are required too: ${missing.join(', ')}`);
    }
  }
  const oidc = (['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const).filter(
    (name) => config[name] === undefined,
  );
  if (oidc.length === 1 || oidc.length === 2) {
    throw new ConfigError(`Single sign-on needs all of its settings; missing: ${oidc.join(', ')}`);
  }
  if (!config.PASSWORD_SIGN_IN && config.OIDC_ISSUER === undefined) {
    throw new ConfigError(
      'With PASSWORD_SIGN_IN=off nobody could sign in: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    );
  }
  if ((config.ANSWER_MODEL_URL === undefined) !== (config.ANSWER_MODEL === undefined)) {
    throw new ConfigError('A model for answers needs both ANSWER_MODEL_URL and ANSWER_MODEL');
  }
  return { ...config, EMBEDDINGS: embeddingsOf(config) };
}

/** Where vectors come from unless it is said: the endpoint that is set, else the packaged model where all is embedded. */
function embeddingsOf(config: z.infer<typeof environment>): Config['EMBEDDINGS'] {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model } = config;
  const chosen = config.EMBEDDINGS ?? (url !== undefined ? 'endpoint' : undefined);
  const missing = [url === undefined && 'EMBEDDINGS_URL', model === undefined && 'EMBEDDINGS_MODEL'].filter(Boolean);
  if (chosen === 'endpoint' && missing.length > 0) {
    throw new ConfigError(`An endpoint for vectors needs its address and model; missing: ${missing.join(', ')}`);
  }
  return chosen ?? (config.DATABASE_URL === undefined ? 'packaged' : 'off');
}

const client = environment
  .pick({ PUBLIC_URL: true, DATA_DIR: true, OPERATOR_TOKEN: true, OPERATOR_PORT: true })
  .extend({ PORT: port.optional(), HOST: z.string().min(1).optional() });

/** What a command needs to reach the running service and authenticate; the service's own settings may be absent. */
export type ClientConfig = z.infer<typeof client>;

/** @throws ConfigError naming every bad variable */
export const readClientConfig = (env: Record<string, string | undefined>): ClientConfig => parse(client, env);
