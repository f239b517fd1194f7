import { FolderInUse } from '../db/folder-lock.ts';
import { SchemaTooNew } from '../db/orm.ts';
import { ConfigError, readConfig } from './config.ts';
import { prepareFirstRun } from './first-run.ts';
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
  const starting = startService(config, prepareFirstRun);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      starting
        .then((service) => service.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            process.stderr.write(`${String(error)}\n`);
            process.exit(1);
          },
        );
    });
  }
  await starting;
} catch (error) {
  process.stderr.write(`${isOperatorMistake(error) ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
