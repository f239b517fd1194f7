import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../db/data-folder.ts';
import { type Config, ConfigError } from './config.ts';
import { folderError } from './start-error.ts';

/** The secrets of the process: from the environment, or generated once for the embedded default. */
export type Secrets = {
  /** The first key encrypts; all of them decrypt. */
  encryptionKeys: { id: string; key: Buffer }[];
  sessionSecret: string;
  operatorToken: string;
  /** Every token the operator may send, each with the name that its audit shows. */
  operatorTokens: { name: string; token: string }[];
};

type Stored = { encryption_keys: string; session_secret: string; operator_token: string };

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Writes a file atomically, readable by its owner only. */
export function writePrivateFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function stored(dataDir: string): Stored {
  try {
    makePrivateFolder(dataDir);
  } catch (error) {
    throw folderError(dataDir, error);
  }
  const path = join(dataDir, 'secrets.json');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new ConfigError(`${path} cannot be read: ${String(error)}`);
  }
  const made: Stored = {
    encryption_keys: `k1:${randomBytes(32).toString('base64')}`,
    session_secret: random(32),
    operator_token: random(32),
  };
  writePrivateFile(path, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

const parseKeys = (text: string) =>
  text.split(',').map((part) => {
    const [id = '', key = ''] = part.split(':');
    return { id, key: Buffer.from(key, 'base64') };
  });

/** The name of OPERATOR_TOKEN in the operator's audit. */
const UNNAMED = 'operator';

/** The three secrets: the environment's, else those of `DATA_DIR/secrets.json`, made on the first start. */
export function readSecrets(config: Config): Secrets {
  const named = config.OPERATOR_TOKENS ?? [];
  const given = {
    encryptionKeys: config.ENCRYPTION_KEYS,
    sessionSecret: config.SESSION_SECRET,
    operatorToken: config.OPERATOR_TOKEN ?? named[0]?.token,
  };
  const isGiven = Object.values(given).every((value) => value !== undefined);
  const own = isGiven ? undefined : stored(config.DATA_DIR);
  const operatorToken = given.operatorToken ?? own!.operator_token;
  return {
    encryptionKeys: given.encryptionKeys ?? parseKeys(own!.encryption_keys),
    sessionSecret: given.sessionSecret ?? own!.session_secret,
    operatorToken,
    operatorTokens: [
      ...named,
      ...(config.OPERATOR_TOKEN === undefined && named.length > 0 ? [] : [{ name: UNNAMED, token: operatorToken }]),
    ],
  };
}
