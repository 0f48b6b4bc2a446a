import { cleanup, render } from 'ink-testing-library';
import { createElement } from 'react';
import { afterEach } from 'vitest';
import type { PickableSet } from '../../../../src/cli/tui/picker/pickable-set.ts';
import { Picker } from '../../../../src/cli/tui/picker/picker.tsx';

interface Circumstances {
  readonly chosen?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  readonly color?: boolean;
  readonly ascii?: boolean;
}

/** The picker on a screen that a test can look at. */
export interface ShownPicker {
  frame(): string;
  /** Sends what these keys send, each by itself. */
  press(...keys: readonly string[]): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
}

export const keys = {
  up: '\u001B[A',
  down: '\u001B[B',
  pageUp: '\u001B[5~',
  pageDown: '\u001B[6~',
  home: '\u001B[H',
  end: '\u001B[F',
  escape: '\u001B',
  enter: '\r',
  backspace: '\u007F',
};

afterEach(cleanup);

export async function show(sets: readonly PickableSet[], circumstances: Circumstances = {}): Promise<ShownPicker> {
  const { chosen = [], columns = 60, rows = 24, color = false, ascii = false } = circumstances;
  const props = { sets, chosen, color, ascii, title: 'Start Claude Code with' };
  const { stdin, stdout, lastFrame } = render(createElement(Picker, props));
  const resize: ShownPicker['resize'] = async (width, height) => {
    Object.defineProperty(stdout, 'columns', { value: width, configurable: true });
    Object.defineProperty(stdout, 'rows', { value: height, configurable: true });
    stdout.emit('resize');
    await settled();
  };
  // Listeners are in place once effects have run.
  await settled();
  await resize(columns, rows);
  return {
    frame: () => lastFrame() ?? '',
    resize,
    press: async (...pressed) => {
      for (const key of pressed) {
        stdin.write(key);
        await settled();
      }
    },
  };
}

/** Esc alone is known to be alone one turn later, and React draws in a turn of its own. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
