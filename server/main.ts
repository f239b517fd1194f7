import { FolderInUse } from '../db/folder-lock.ts';
import { SchemaTooNew } from '../db/orm.ts';
import { ConfigError, readConfig } from './config.ts';
import { announceStart } from './first-run.ts';
import { startService } from './process.ts';

/** Mistakes of whoever starts the service: they get the sentence, not the stack. */
function isOperatorMistake(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof FolderInUse ||
    error instanceof SchemaTooNew ||
    ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ECONNREFUSED', 'ENOTFOUND'].includes(
      (error as NodeJS.ErrnoException).code ?? '',
    )
  );
}

try {
  const config = readConfig(process.env);
  const service = await startService(config);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
  await announceStart(config, service);
} catch (error) {
  process.stderr.write(`${isOperatorMistake(error) ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
