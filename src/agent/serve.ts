import { overStdio } from '../mcp/stdio.ts';
import { untilEnded } from '../mcp/until-exit.ts';
import type { AgentApp } from './app.ts';
import { buildServer } from './build-server.ts';

/** Serves one client over stdio until it disconnects, its process exits, or a signal arrives. */
export async function serve(app: AgentApp): Promise<void> {
  const { ended, stop } = untilEnded(true);
  try {
    await overStdio(
      () => buildServer(app),
      ended,
      (error) => app.log(error.message),
    );
  } finally {
    stop();
  }
}
