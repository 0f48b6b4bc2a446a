import type { App } from './app.ts';
import type { HttpFront } from './transport/http.ts';
import { untilEnded } from './until-exit.ts';

/**
 * Serves until the client disconnects, the parent exits or a signal arrives, and leaves no process behind. `ready`
 * receives the address and token file of an HTTP server.
 */
export async function serve(app: App, ready: (front: HttpFront) => void): Promise<void> {
  const { ended, stop } = untilEnded(app.settings.transport === 'stdio');
  // Last resort: no process that was started here outlives this one.
  const kill = (): void => app.connection.kill();
  process.once('exit', kill);
  try {
    if (app.settings.transport === 'stdio') await (await import('./transport/stdio.ts')).overStdio(app, ended);
    else await (await import('./transport/http.ts')).overHttp(app, ended, ready);
  } finally {
    stop();
    await app.close();
    process.off('exit', kill);
  }
}
