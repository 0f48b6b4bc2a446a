import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** What a person or the system ends programs with. */
const endings: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'];

/**
 * Outlives these signals until the returned function is called, and passes them on to the program: how it ends is how
 * we end. `child` gives the program as soon as there is one.
 */
export function passSignals(child: () => ChildProcess | undefined): () => void {
  const pass = (signal: NodeJS.Signals): void => {
    if (!reachesAnyway(signal)) child()?.kill(signal);
  };
  for (const signal of endings) process.on(signal, pass);
  return () => {
    for (const signal of endings) process.off(signal, pass);
  };
}

/**
 * Ctrl+C and Ctrl+\ reach every program at the terminal, ours and the one we started. A second one would be too many:
 * assistants take the first for "stop that" and the second for "end". On Windows all three are of this kind.
 */
function reachesAnyway(signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32') return true;
  return (signal === 'SIGINT' || signal === 'SIGQUIT') && hasTerminal();
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
