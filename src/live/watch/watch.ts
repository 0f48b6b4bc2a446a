import type { Host } from '../../model/host.ts';
import type { Runtime } from '../runtime.ts';
import { watchFiles, type WatchOptions } from './watch-files.ts';
import { watchSecrets } from './watch-secrets.ts';
import { watchedFiles } from './watched-files.ts';

/**
 * Reloads the runtime when a config file changes; only changed servers are restarted, and those whose secrets were
 * replaced. Stops when the runtime is closed
 * or the returned function is called.
 */
export function watchRuntime(runtime: Runtime, host: Host, options: WatchOptions = {}): () => void {
  const files = watchedFiles(host, runtime.project, runtime.clients);
  const stopFiles = watchFiles(files, () => void runtime.reload().catch(() => {}), options);
  const restart = (names: string[]): void => void runtime.restart(names).catch(() => {});
  const stopSecrets = watchSecrets(host, () => runtime.servers, restart, options);
  const stop = (): void => {
    stopFiles();
    stopSecrets();
  };
  runtime.closing.addEventListener('abort', stop, { once: true });
  return () => {
    runtime.closing.removeEventListener('abort', stop);
    stop();
  };
}
