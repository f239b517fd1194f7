import type { Logger } from 'pino';
import type { Database } from '../db/orm.ts';
import { answerModelAt, noAnswerModel } from './answer-model/answer-model.ts';
import { createEmbedder } from './vectors/configured-embedder.ts';
import { createChannels } from './channels/configured-channels.ts';
import type { Config } from './config.ts';
import { Encryptor } from './encryption.ts';
import { createEnrichment } from './enrichment/configured-providers.ts';
import type { Jobs } from './jobs/jobs.ts';
import { Subjects } from './privacy/subjects.ts';
import { Provisioning } from './provisioning/provisioning.ts';
import type { Secrets } from './secrets.ts';
import type { Services } from './services.ts';
import { Destinations, parseAllowedRanges, resolveThrough } from './webhooks/destination.ts';

const enrichmentOf = (config: Config) =>
  createEnrichment({
    providers: {
      prospeo: { apiKey: config.PROSPEO_API_KEY, origin: config.PROSPEO_BASE_URL },
      hunter: { apiKey: config.HUNTER_API_KEY, origin: config.HUNTER_BASE_URL },
      apollo: { apiKey: config.APOLLO_API_KEY, origin: config.APOLLO_BASE_URL },
      pdl: { apiKey: config.PDL_API_KEY, origin: config.PDL_BASE_URL },
    },
    dnsServers: config.DNS_SERVERS,
  });

const destinationsOf = ({ WEBHOOK_ALLOWED_CIDRS, DNS_SERVERS }: Config) =>
  new Destinations({
    allowed: parseAllowedRanges(WEBHOOK_ALLOWED_CIDRS),
    ...(DNS_SERVERS === undefined ? {} : { resolve: resolveThrough(DNS_SERVERS) }),
  });

const answerModelOf = (config: Config, log: Logger) => {
  const { ANSWER_MODEL_URL: url, ANSWER_MODEL: model, ANSWER_MODEL_API_KEY: apiKey } = config;
  return url === undefined || model === undefined ? noAnswerModel : answerModelAt({ url, model, apiKey, log });
};

const quotasOf = (config: Config) => ({
  rows: config.QUOTA_ROWS,
  bytes: config.QUOTA_BYTES,
  keys: config.QUOTA_KEYS,
});

type Parts = { config: Config; secrets: Secrets; db: Database; jobs: Jobs; log: Logger };

/** What any rule may need, whether a call or a job runs it; created once per process. */
export const createServices = ({ config, secrets, db, jobs, log }: Parts): Services => ({
  config,
  secrets,
  db,
  log,
  jobs,
  quotas: quotasOf(config),
  provisioning: new Provisioning(db, quotasOf(config), config.KEY_DEFAULT_DAYS),
  subjects: new Subjects(db),
  encryptor: new Encryptor(secrets.encryptionKeys),
  embedder: createEmbedder(config),
  answerModel: answerModelOf(config, log),
  destinations: destinationsOf(config),
  channels: createChannels(config),
  enrichment: enrichmentOf(config),
});
