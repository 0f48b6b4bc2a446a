import { mkdtempSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { openTerminal, type Terminal } from '../../support/tmux.ts';

/** The picker in a real terminal. */
export interface TmuxPicker extends Terminal {
  /** Ends the picker from outside. */
  kill(): void;
}

const program = join(homedir(), 'picker.mjs');

/** Bundled as the program has it. */
export async function bundlePicker(): Promise<void> {
  await esbuild.build({
    entryPoints: [fileURLToPath(new URL('./pick-and-read.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Used only by developers of Ink.
    alias: { 'react-devtools-core': 'node:util' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}

export function startPicker(columns: number, rows: number): TmuxPicker {
  const own = mkdtempSync(join(homedir(), 'picker-'));
  const pid = join(own, 'pid');
  const line = `echo $$ >${pid}; exec ${process.execPath} ${program}`;
  const session = `echo before; env -u CI sh -c '${line}'`;
  const terminal = openTerminal(join(own, 'tmux'), { columns, rows }, session);
  return { ...terminal, kill: () => void process.kill(Number(readFileSync(pid, 'utf8'))) };
}
