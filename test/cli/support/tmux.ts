import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { program, type Machine } from './machine.ts';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

export interface Terminal {
  /** Presses keys by the names tmux has for them; anything else is typed. */
  press(...keys: readonly string[]): void;
  /** Waits until this stands on the screen. */
  shows(text: string | RegExp): Promise<string>;
  /** What is on the screen, with its colors. */
  screen(): string;
  resize(columns: number, rows: number): void;
  close(): void;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A shell line in a real terminal with a tmux server of its own. */
export function openTerminal(socket: string, { columns, rows }: Size, line: string, cwd = '.'): Terminal {
  const tmux = (...words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', ['-u', '-f', '/dev/null', '-S', socket, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    });
    if (status !== 0) throw new Error(`tmux ${words[0]}: ${stderr}`);
    return stdout;
  };
  tmux('new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, '-c', cwd, `${line}; echo "exit code $?"; read end`);
  return {
    press: (...keys) => void tmux('send-keys', ...keys),
    shows: (text) =>
      vi.waitFor(
        () => {
          const screen = tmux('capture-pane', '-p');
          expect(screen).toMatch(text);
          return screen.trimEnd();
        },
        { timeout: 30_000, interval: 50 },
      ),
    screen: () => tmux('capture-pane', '-p', '-e'),
    resize: (width, height) => void tmux('resize-window', '-x', String(width), '-y', String(height)),
    close: () => void tmux('kill-server'),
  };
}

let started = 0;

/** The built program in a real terminal of its own; behind it stands its exit code. */
export function startInTerminal(
  here: Pick<Machine, 'env' | 'project'>,
  args: readonly string[],
  size: Size = { columns: 60, rows: 120 },
): Terminal {
  // Its own server, whose socket goes with the machine; the one before it may still be about to end.
  started += 1;
  const socket = join(here.project, '..', `tmux-${started}`);
  const { NO_COLOR: _, ...variables } = here.env;
  const env = Object.entries({ ...variables, TERM: 'screen-256color' }).map(([name, value]) => `${name}=${value}`);
  const line = ['/usr/bin/env', '-i', ...env, process.execPath, program, ...args].map(quoted).join(' ');
  return openTerminal(socket, size, line, here.project);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
