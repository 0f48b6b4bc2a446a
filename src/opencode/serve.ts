import { untilEnded } from '../mcp/until-exit.ts';
import type { App } from './app.ts';
import type { HttpFront } from './transport/http.ts';

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
    if (app.settings.transport === 'stdio') {
      const [{ overStdio }, { buildServer }] = await Promise.all([
        import('../mcp/stdio.ts'),
        import('./build-server.ts'),
      ]);
      await overStdio(
        () => buildServer(app),
        ended,
        (error) => app.log('warn', error.message),
      );
    } else await (await import('./transport/http.ts')).overHttp(app, ended, ready);
  } finally {
    stop();
    await app.close();
    process.off('exit', kill);
  }
}
