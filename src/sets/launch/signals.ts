import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Signals that end programs, and those that programs give a meaning of their own. Without a listener, Node opens a
 * debugger on SIGUSR1.
 */
const forwardedSignals: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
    : ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'];

/**
 * Forwards these signals to the program instead of exiting, until the returned function is called. `child` returns the
 * program once it is started.
 */
export function forwardSignals(child: () => ChildProcess | undefined): () => void {
  const pass = (signal: NodeJS.Signals): void => {
    if (!reachesChildDirectly(signal)) child()?.kill(signal);
  };
  for (const signal of forwardedSignals) process.on(signal, pass);
  return () => {
    for (const signal of forwardedSignals) process.off(signal, pass);
  };
}

/**
 * Ctrl+C and Ctrl+\ reach every process in the foreground, ours and the started one. They must not be forwarded:
 * clients treat the first as "interrupt" and a second as "exit". On Windows all three signals are of this kind. A server
 * whose input is a pipe is ended by its client, which sends the signal only to us.
 */
function reachesChildDirectly(signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32') return true;
  return (signal === 'SIGINT' || signal === 'SIGQUIT') && isatty(0) && hasTerminal();
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
