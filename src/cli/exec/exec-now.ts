import { PlugboardError } from '../../model/diagnostics/error.ts';
import { grantHint } from '../../model/secrets/grant-hint.ts';
import { mirrorSignal } from '../../sets/launch/process-end.ts';
import { nodeHost } from '../../store/host/node-host.ts';
import { writeLines } from '../output/terminal-lines.ts';
import type { ExecLine } from './exec-line.ts';
import { runExec } from './run-exec.ts';

/** Exit code of shells for a program that cannot be started. */
const NOT_STARTED = 126;

/** Runs a launcher line and ends this process as the server ended. Errors go to stderr, which clients log. */
export async function execNow(line: ExecLine): Promise<void> {
  try {
    const ended = await runExec(nodeHost(), line);
    if ('signal' in ended) return mirrorSignal(ended.signal);
    process.exitCode = ended.code;
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error;
    writeLines('stderr', `plugboard: ${error.message}${hintFor(error, line)}`, { color: false, ascii: false });
    process.exitCode = NOT_STARTED;
  }
}

function hintFor(error: PlugboardError, { server }: ExecLine): string {
  const hint = grantHint(error, server);
  if (hint !== undefined) return hint;
  if (error.code === 'secret-unknown' && 'name' in error.data)
    return `. To store it: plugboard secrets set ${error.data.name}`;
  return '';
}
