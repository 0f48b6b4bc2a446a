import { render } from 'ink';
import { TopScreen } from './top-screen.tsx';
import type { TopEnd, TopSource } from './top-server.ts';

export interface TopOptions {
  readonly source: TopSource;
  /** A terminal. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly colour: boolean;
  readonly ascii: boolean;
}

/** A screen of its own keeps what was there before, and nothing is left of it when the size of the terminal changes. */
const ENTER_SCREEN = '\u001B[?1049h\u001B[H';
const LEAVE_SCREEN = '\u001B[?1049l';

/** Shows servers until somebody leaves. Afterwards the terminal is as it was. */
export async function showTop({ stdin, stdout, ...shown }: TopOptions): Promise<TopEnd> {
  let isEntered = true;
  const leave = (): void => {
    if (isEntered) stdout.write(LEAVE_SCREEN);
    isEntered = false;
  };
  stdout.write(ENTER_SCREEN);
  try {
    const streams = { stdin, stdout, stderr: stdout };
    const app = render(<TopScreen {...shown} onLeave={leave} />, {
      ...streams,
      patchConsole: false,
      exitOnCtrlC: false,
    });
    const end = (await app.waitUntilExit()) as TopEnd | undefined;
    return end ?? 'interrupted';
  } finally {
    leave();
    // Nothing here reads keys any more, which would keep the program from ending.
    stdin.pause();
    stdin.unref();
  }
}
