// The service, until SIGTERM or SIGINT.
import { limitGarbage } from './heap.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const { ConfigError, readConfig } = await import('./config.ts');

try {
  // Before the rest is loaded: a setting that is refused is said at once.
  const config = readConfig(process.env);
  const { prepareFirstRun } = await import('./first-run.ts');
  const { startService } = await import('./process.ts');
  limitGarbage(config.DATABASE_URL === undefined ? 'embedded' : 'server');
  const starting = startService(config, prepareFirstRun);
  stopOnSignal(starting);
  await starting;
} catch (error) {
  const said = error instanceof ConfigError ? error.message : (await import('./start-error.ts')).startFailure(error);
  process.stderr.write(`${said}\n`);
  process.exit(1);
}
