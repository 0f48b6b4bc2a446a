import { render } from 'ink';
import type { ReactElement } from 'react';

export interface Streams {
  /** The terminal for input. */
  readonly stdin: NodeJS.ReadStream;
  /** The terminal for output. */
  readonly stdout: NodeJS.WriteStream;
}

/** The alternate screen preserves the scrollback, and resizing the terminal leaves no remains of old frames. */
const ENTER_SCREEN = '\u001B[?1049h\u001B[H';
const LEAVE_SCREEN = '\u001B[?1049l';

/** Renders an app on the alternate screen until it exits, restores the terminal, and returns the exit value. */
export async function withAlternateScreen<T>(
  { stdin, stdout }: Streams,
  draw: (onLeave: () => void) => ReactElement,
): Promise<T | undefined> {
  let isEntered = true;
  const leave = (): void => {
    if (isEntered) stdout.write(LEAVE_SCREEN);
    isEntered = false;
  };
  stdout.write(ENTER_SCREEN);
  // A previous screen paused the stream, and adding a listener does not resume it.
  if (stdin.isPaused()) stdin.resume();
  try {
    const app = render(draw(leave), { stdin, stdout, stderr: stdout, patchConsole: false, exitOnCtrlC: false });
    // When the terminal is gone, no key can end the app.
    const stop = (): void => app.unmount();
    stdin.once('end', stop).once('close', stop);
    return (await app.waitUntilExit()) as T | undefined;
  } finally {
    leave();
    // An open read would steal input from the next program and keep this process alive.
    stdin.pause();
  }
}
