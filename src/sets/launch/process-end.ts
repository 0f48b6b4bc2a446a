import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

/** Exit code or signal of a program. */
export type LaunchEnd = { readonly code: number } | { readonly signal: NodeJS.Signals };

/** Resolves when the program exits; rejects if it cannot be started. */
export function endOf(child: ChildProcess): Promise<LaunchEnd> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (signal && endsBySignal(signal)) done({ signal });
      else done({ code: code ?? (signal ? 128 + constants.signals[signal] : 1) });
    });
  });
}

/**
 * Node starts a debugger on SIGUSR1 and ignores SIGPIPE, and Windows has no signals; for these the exit code of shells
 * is used.
 */
function endsBySignal(signal: NodeJS.Signals): boolean {
  return signal !== 'SIGUSR1' && signal !== 'SIGPIPE' && process.platform !== 'win32';
}

/** Ends this process with the signal that ended the program, so our parent sees the same status. */
export function mirrorSignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
