import type { Logger } from 'pino';
import type { Database } from '../db/orm.ts';
import type { AnswerModel } from './answer-model/answer-model.ts';
import type { Embedder } from './vectors/embedder.ts';
import type { Config } from './config.ts';
import type { EnrichDeps } from './enrichment/waterfall.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Provisioning } from './provisioning/provisioning.ts';
import type { Subjects } from './privacy/subjects.ts';
import type { Encryptor } from './encryption.ts';
import type { Secrets } from './secrets.ts';
import type { Channels } from './channels/configured-channels.ts';
import type { Quotas } from './gate/quota.ts';
import type { Destinations } from './webhooks/destination.ts';

/** What the rules may need besides the call; created once by the composition root. */
export type Services = {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Database;
  readonly log: Logger;
  readonly jobs: Jobs;
  /** What workspaces may hold where the operator set nothing else. */
  readonly quotas: Quotas;
  readonly provisioning: Provisioning;
  /** People in the data of a workspace: where they are named, and their erasure. */
  readonly subjects: Subjects;
  readonly encryptor: Encryptor;
  /** Makes the vectors of facts and questions. */
  readonly embedder: Embedder;
  /** Picks, of related facts, those that answer a question. */
  readonly answerModel: AnswerModel;
  /** Decides where the service may connect for a customer. */
  readonly destinations: Destinations;
  /** Where drafts are published. */
  readonly channels: Channels;
  /** The enrichment providers and the mail-domain check, with one set of breakers per process. */
  readonly enrichment: Omit<EnrichDeps, 'cache'>;
};
