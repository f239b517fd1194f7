// The service, until SIGTERM or SIGINT.
import { limitGarbage } from './heap.ts';

const { ConfigError, readConfig } = await import('./config.ts');

try {
  // Before the rest is loaded: a setting that is refused is said at once.
  const config = readConfig(process.env);
  const { prepareFirstRun } = await import('./first-run.ts');
  const { startService } = await import('./process.ts');
  limitGarbage(config.DATABASE_URL === undefined ? 'embedded' : 'server');
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
  const said = error instanceof ConfigError ? error.message : (await import('./start-error.ts')).startFailure(error);
  process.stderr.write(`${said}\n`);
  process.exit(1);
}
