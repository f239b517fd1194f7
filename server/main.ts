import { keepCompiled } from './compile-cache.ts';

keepCompiled();
const { readConfig } = await import('./config.ts');
const { prepareFirstRun } = await import('./first-run.ts');
const { startService } = await import('./process.ts');
const { startFailure } = await import('./start-error.ts');

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
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}
