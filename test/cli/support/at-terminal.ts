import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, vi } from 'vitest';
import { Output } from '../../../src/cli/output/output.ts';
import type { CommandContext } from '../../../src/cli/program/command-context.ts';
import type { GlobalOptions } from '../../../src/cli/program/global-options.ts';
import { addByAsking } from '../../../src/cli/wizard/add-by-asking.ts';
import type { Given } from '../../../src/cli/wizard/first-draft.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import type { Machine } from './machine.ts';

export const key = {
  enter: '\r',
  escape: '\u001B',
  up: '\u001B[A',
  down: '\u001B[B',
  left: '\u001B[D',
  space: ' ',
  backspace: '\u007F',
  interrupt: '\u0003',
} as const;

/** Keeps what the program prints instead of printing it. */
class Heard extends Output {
  text = '';

  override print(text: string): void {
    this.text += `${text}\n`;
  }

  override talk(text: string): void {
    this.text += `${text}\n`;
  }
}

export interface Person {
  /** Presses keys, one after the other; a longer text is typed at once. */
  press(...keys: readonly string[]): void;
  /** What a terminal sends for a pasted text. */
  paste(text: string): void;
  /** Waits until this has been drawn since the last key. */
  sees(text: string): Promise<void>;
  /** Everything that was ever drawn. */
  drawn(): string;
  /** What it said in the end, and the exit code. */
  ended(): Promise<{ code: number; said: string }>;
}

/** Starts the wizard at a terminal of 60 columns. */
export function sitDown(here: Machine, given: Partial<Given> = {}, globals: GlobalOptions = {}): Person {
  const input = new PassThrough();
  let [recent, all] = ['', ''];
  const display = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      recent += stripVTControlCharacters(text);
      all += text;
      done();
    },
  });
  const output = new Heard(['add']);
  const host = { ...nodeHost(), home: here.env['HOME'] ?? '', env: here.env, cwd: here.project };
  const context: CommandContext = { output, globals, host, argv: [], afterDashes: [], mayAsk: true, interactive: true };
  const end = addByAsking(context, { server: {}, ...given }, input, Object.assign(display, { columns: 60, rows: 40 }));
  return {
    press(...keys) {
      recent = '';
      for (const one of keys) input.write(one);
    },
    paste(text) {
      recent = '';
      input.write(`\u001B[200~${text}\u001B[201~`);
    },
    async sees(text) {
      await vi.waitFor(() => expect(recent).toContain(text), { timeout: 30_000, interval: 5 });
    },
    drawn: () => all,
    async ended() {
      await end;
      return { code: output.exitCode, said: output.text };
    },
  };
}
