import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { expect, vi } from 'vitest';

/** The picker in a real terminal. */
export interface TmuxPicker {
  /** Presses keys by the names tmux has for them; anything else is typed. */
  press(...keys: readonly string[]): void;
  /** Waits until this stands on the screen. */
  shows(text: string): Promise<string>;
  resize(columns: number, rows: number): void;
  /** Ends the picker from outside. */
  kill(): void;
  close(): void;
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
    // Only asked for by those who develop Ink.
    alias: { 'react-devtools-core': 'node:util' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}

export function startPicker(columns: number, rows: number): TmuxPicker {
  const own = mkdtempSync(join(homedir(), 'picker-'));
  const [socket, pid] = [join(own, 'tmux'), join(own, 'pid')];
  const tmux = (...words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', ['-u', '-f', '/dev/null', '-S', socket, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    });
    if (status !== 0) throw new Error(`tmux ${words[0]}: ${stderr}`);
    return stdout;
  };
  const line = `echo $$ >${pid}; exec ${process.execPath} ${program}`;
  const session = `echo before; env -u CI sh -c '${line}'; echo "exit code $?"; read end`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), session);
  return {
    press: (...keys) => void tmux('send-keys', ...keys),
    shows: (text) =>
      vi.waitFor(
        () => {
          const screen = tmux('capture-pane', '-p');
          expect(screen).toContain(text);
          return screen.trimEnd();
        },
        { timeout: 30_000, interval: 50 },
      ),
    resize: (width, height) => void tmux('resize-window', '-x', String(width), '-y', String(height)),
    kill: () => void process.kill(Number(readFileSync(pid, 'utf8'))),
    close: () => void tmux('kill-server'),
  };
}
