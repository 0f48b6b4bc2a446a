import type { App } from './app.ts';
import type { HttpFront } from './transport/http.ts';
import { untilEnded } from './until-ended.ts';

/**
 * Serves until the client, the parent or a person ends it, and leaves nothing running behind. `ready` is told the
 * address of a server that has one, and where its token is.
 */
export async function serve(app: App, ready: (front: HttpFront) => void): Promise<void> {
  const { ended, stop } = untilEnded(app.settings.transport === 'stdio');
  // Should everything else fail: nothing we have started outlives us.
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
