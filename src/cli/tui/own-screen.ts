import { render } from 'ink';
import type { ReactElement } from 'react';

export interface Streams {
  /** A terminal. */
  readonly stdin: NodeJS.ReadStream;
  /** Where the screen is drawn. */
  readonly stdout: NodeJS.WriteStream;
}

/** A screen of its own keeps what was there before, and nothing is left of it when the size of the terminal changes. */
const ENTER_SCREEN = '\u001B[?1049h\u001B[H';
const LEAVE_SCREEN = '\u001B[?1049l';

/** Draws until somebody leaves; gives what the screen ended with. Afterwards the terminal is as it was. */
export async function onOwnScreen<T>(
  { stdin, stdout }: Streams,
  draw: (onLeave: () => void) => ReactElement,
): Promise<T | undefined> {
  let isEntered = true;
  const leave = (): void => {
    if (isEntered) stdout.write(LEAVE_SCREEN);
    isEntered = false;
  };
  stdout.write(ENTER_SCREEN);
  // An earlier screen has paused it, and listening alone does not start a paused terminal again.
  if (stdin.isPaused()) stdin.resume();
  try {
    const app = render(draw(leave), { stdin, stdout, stderr: stdout, patchConsole: false, exitOnCtrlC: false });
    // Without a terminal nothing is shown, and no key ends it.
    const stop = (): void => app.unmount();
    stdin.once('end', stop).once('close', stop);
    return (await app.waitUntilExit()) as T | undefined;
  } finally {
    leave();
    // What is still being read here would be missing in the program that comes next, and keep ours from ending.
    stdin.pause();
  }
}
