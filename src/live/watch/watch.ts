import type { Host } from '../../model/host.ts';
import type { Runtime } from '../runtime.ts';
import { watchFiles, type WatchOptions } from './watch-files.ts';
import { watchedFiles } from './watched-files.ts';

/**
 * Reloads the runtime when a config file changes; only changed servers are restarted. Stops when the runtime is closed
 * or the returned function is called.
 */
export function watchRuntime(runtime: Runtime, host: Host, options: WatchOptions = {}): () => void {
  const files = watchedFiles(host, runtime.project, runtime.clients);
  const stop = watchFiles(files, () => void runtime.reload().catch(() => {}), options);
  runtime.closing.addEventListener('abort', stop, { once: true });
  return () => {
    runtime.closing.removeEventListener('abort', stop);
    stop();
  };
}
