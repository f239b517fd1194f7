import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
/** An address or path without the slashes it ends with. */
export function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

const origin = z.url({ protocol: /^https?$/ }).transform((value) => withoutSlash(value));
const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'wanted true or false' })
  .transform((value) => value === 'true' || value === '1');
const onOrOff = z.enum(['on', 'off'], { error: 'wanted on or off' }).transform((value) => value === 'on');
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'wanted postgres://user:password@host:port/database' });
const redisUrl = z.url({ protocol: /^rediss?$/, error: 'wanted redis://host:port' });

/** `id:base64key[,older…]`, each key 32 bytes; the first seals, all open (decisions 2). */
const encryptionKeys = z.string().transform((value, ctx) => {
  const keys = value.split(',').map((part) => {
    const [id, key, ...rest] = part.trim().split(':');
    const bytes = Buffer.from(key ?? '', 'base64');
    if (!id || rest.length > 0 || bytes.length !== 32) {
      ctx.addIssue({ code: 'custom', message: 'wanted id:base64key with 32 bytes a key, comma-separated' });
    }
    return { id: id ?? '', key: bytes };
  });
  return keys;
});

const dnsServers = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)).min(1));

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  DATA_DIR: z.string().min(1).default('./data'),
  REDIS_URL: redisUrl.optional(),
  ENCRYPTION_KEYS: encryptionKeys.optional(),
  SESSION_SECRET: z.string().min(32, 'wanted at least 32 characters').optional(),
  OPERATOR_TOKEN: z.string().min(32, 'wanted at least 32 characters').optional(),
  MCP_OAUTH_ENABLED: flag.default(false),
  OIDC_ISSUER: origin.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(60).default('single sign-on'),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'wanted addresses or CIDR ranges')))
    .optional(),
  HUNTER_API_KEY: z.string().min(1).optional(),
  HUNTER_BASE_URL: origin.optional(),
  APOLLO_API_KEY: z.string().min(1).optional(),
  APOLLO_BASE_URL: origin.optional(),
  PDL_API_KEY: z.string().min(1).optional(),
  PDL_BASE_URL: origin.optional(),
  PROSPEO_API_KEY: z.string().min(1).optional(),
  PROSPEO_BASE_URL: origin.optional(),
  DNS_SERVERS: dnsServers.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z.email().optional(),
  LINKEDIN_CLIENT_ID: z.string().min(1).optional(),
  LINKEDIN_CLIENT_SECRET: z.string().min(1).optional(),
  LINKEDIN_VERSION: z
    .string()
    .regex(/^20\d{4}$/, 'wanted YYYYMM')
    .default('202605'),
  LINKEDIN_BASE_URL: origin.optional(),
  REDDIT_CLIENT_ID: z.string().min(1).optional(),
  REDDIT_CLIENT_SECRET: z.string().min(1).optional(),
  REDDIT_BASE_URL: origin.optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  YOUTUBE_BASE_URL: origin.optional(),
  GOOGLE_DRIVE_BASE_URL: origin.optional(),
  WEBHOOK_ALLOWED_CIDRS: z.string().default(''),
  WEBHOOK_CA_FILE: z.string().min(1).optional(),
  WORKERS: onOrOff.default(true),
  SEED_DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'wanted at least 16 characters').optional(),
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
});

/** The service's settings, one per variable of decisions 2. */
export type Config = z.infer<typeof environment>;

/** A setting that stops the start; its message names the variable, what came and what is wanted. */
export class ConfigError extends Error {}

const SECRET = /KEY|SECRET|TOKEN|URL/;

function parse<Schema extends z.ZodObject>(schema: Schema, env: Record<string, string | undefined>): z.infer<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const came = SECRET.test(name) ? 'a value that does not fit' : JSON.stringify(present[name]);
    return `  ${name}: ${issue.message} (came: ${came})`;
  });
  throw new ConfigError(`Settings refused:\n${lines.join('\n')}`);
}

/**
 * Parses the environment once. Empty variables count as absent. With `DATABASE_URL` the three secrets are required:
 * many processes must share them, so none may make its own.
 * @throws ConfigError naming every bad variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config = parse(environment, env);
  if (config.DATABASE_URL !== undefined) {
    const missing = (['ENCRYPTION_KEYS', 'SESSION_SECRET', 'OPERATOR_TOKEN'] as const).filter(
      (name) => config[name] === undefined,
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
  return config;
}

const client = environment
  .pick({ PUBLIC_URL: true, DATA_DIR: true, OPERATOR_TOKEN: true })
  .extend({ PORT: port.optional(), HOST: z.string().min(1).optional() });

/** What a command needs to find the running service and be let in; the service's own settings may be absent. */
export type ClientConfig = z.infer<typeof client>;

/** @throws ConfigError naming every bad variable */
export const readClientConfig = (env: Record<string, string | undefined>): ClientConfig => parse(client, env);
