import { exitIfInterrupted } from './run-program.mjs';
import { ensure } from './setup.mjs';
import { withLock } from './setup/lock.mjs';

// Builds dist, also before packing; `--check` checks the types and rolls the declarations up, as the package needs it.
await ensure(['install']);
try {
  // Loaded late: the builder imports packages that may just have been installed.
  const { build } = await import('./build-dist.mjs');
  await withLock(() => build({ checked: process.argv.includes('--check') }));
} catch (error) {
  exitIfInterrupted();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
