import { FolderInUse } from '../db/folder-lock.ts';
import { SchemaRefused } from '../db/migrate.ts';
import { openDatabase, type Database } from '../db/orm.ts';
import { observeStatements } from '../db/statement-log.ts';
import type { Logger } from 'pino';
import { type Config, ConfigError, settingProblem } from './config.ts';

/** Error codes of the system and of PostgreSQL for an unreachable database or a refused login, in words. */
const DATABASE_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  '28000': 'the login is refused',
  '28P01': 'the password is refused',
  '3D000': 'there is no such database',
};

const FOLDER_REASONS: Record<string, string> = {
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'it may not be written to',
  EEXIST: 'it is no folder',
  ENOTDIR: 'it is no folder',
  ENOSPC: 'the disk is full',
};

const LISTEN_REASONS: Record<string, [setting: 'PORT' | 'HOST', wanted: string]> = {
  EADDRINUSE: ['PORT', 'wanted a free one; another program listens there'],
  EACCES: ['PORT', 'wanted one this program may listen on, such as 3000'],
  EADDRNOTAVAIL: ['HOST', 'wanted an address of this machine'],
  ENOTFOUND: ['HOST', 'wanted an address of this machine'],
  EAI_AGAIN: ['HOST', 'wanted an address of this machine'],
};

/** A host with two addresses fails with both errors in one. */
const codeOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = first as NodeJS.ErrnoException;
  return code ?? (/timeout/i.test(message) ? 'ETIMEDOUT' : '');
};

const refused = (...settings: Parameters<typeof settingProblem>) =>
  new ConfigError(`Settings refused:\n${settingProblem(...settings)}`);

/** A database's address, without its credentials. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Why a folder cannot be used, as a ConfigError that names DATA_DIR; other errors unchanged. */
export function folderError(dataDir: string, error: unknown): unknown {
  const reason = FOLDER_REASONS[codeOf(error)];
  return reason === undefined ? error : refused('DATA_DIR', `wanted a folder to write to; ${reason}`, dataDir);
}

/** Why the service cannot listen, as a ConfigError where a setting is the cause; other errors unchanged. */
export function listenError(
  { HOST, ...config }: Config,
  error: unknown,
  portSetting: 'PORT' | 'OPERATOR_PORT' = 'PORT',
): unknown {
  const [setting, wanted] = LISTEN_REASONS[codeOf(error)] ?? [];
  if (setting === undefined || wanted === undefined) return error;
  const named = setting === 'PORT' ? portSetting : setting;
  return refused(named, wanted, setting === 'PORT' ? String(config[portSetting]) : HOST);
}

/**
 * Opens the configured database.
 * @throws ConfigError that names the setting when it cannot be reached; FolderInUse, SchemaRefused
 */
export async function openConfiguredDatabase(config: Config, log: Logger): Promise<Database> {
  const { DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl } = config;
  const { DATA_DIR: dataDir, DATABASE_POOL_SIZE: poolSize, EMBEDDED_BUFFERS_MB: buffersMb } = config;
  if (log.isLevelEnabled('debug')) observeStatements((run) => log.debug(run, 'statement'));
  try {
    return await openDatabase({
      url,
      migrationUrl,
      dataDir,
      poolSize,
      buffersMb,
      onPoolError: (error) => log.warn({ reason: error.message }, 'A database connection was lost'),
    });
  } catch (error) {
    if (url === undefined) throw folderError(dataDir, error);
    const reason = DATABASE_REASONS[codeOf(error)];
    if (reason === undefined) throw error;
    throw refused('DATABASE_URL', `wanted a PostgreSQL that answers; at ${placeOf(url)} ${reason}`, url);
  }
}

/** The output of a failed start: one sentence for the person who starts it, the stack for a defect. */
export function startFailure(error: unknown): string {
  const operators = [ConfigError, FolderInUse, SchemaRefused];
  return operators.some((kind) => error instanceof kind) ? (error as Error).message : String((error as Error).stack);
}
