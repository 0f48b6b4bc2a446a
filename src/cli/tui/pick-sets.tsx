import { render } from 'ink';
import type { PickableSet, PickResult } from './pickable-set.ts';
import { Picker } from './picker.tsx';

export type { PickableSet, PickResult } from './pickable-set.ts';

export interface PickOptions {
  readonly sets: readonly PickableSet[];
  /** The names that were chosen last time. */
  readonly chosen: readonly string[];
  /** What is chosen for, such as `Start Claude Code with`. */
  readonly title: string;
  /** A terminal. */
  readonly stdin: NodeJS.ReadStream;
  /** Where the screen is drawn; results for programs belong elsewhere. */
  readonly stdout: NodeJS.WriteStream;
  readonly colour: boolean;
  readonly ascii: boolean;
}

/** A screen of its own keeps what was there before, and nothing is left of it when the size of the terminal changes. */
const ENTER_SCREEN = '\u001B[?1049h\u001B[H';
const LEAVE_SCREEN = '\u001B[?1049l';

/** Lets somebody choose sets. Afterwards the terminal is as it was, and its keys are for whoever comes next. */
export async function pickSets({ stdin, stdout, ...shown }: PickOptions): Promise<PickResult> {
  let isEntered = true;
  const leave = (): void => {
    if (isEntered) stdout.write(LEAVE_SCREEN);
    isEntered = false;
  };
  stdout.write(ENTER_SCREEN);
  try {
    const streams = { stdin, stdout, stderr: stdout };
    const app = render(<Picker {...shown} onLeave={leave} />, { ...streams, patchConsole: false, exitOnCtrlC: false });
    const result = (await app.waitUntilExit()) as PickResult | undefined;
    return result ?? { outcome: 'quit' };
  } finally {
    leave();
    // What is still being read here would be missing in the program that is started next.
    stdin.pause();
    stdin.ref();
  }
}
