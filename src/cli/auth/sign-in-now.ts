import { visible } from '../../model/visible.ts';
import { openBrowser } from '../../runtime/sign-in/open-browser.ts';
import type { SignedIn } from '../../runtime/sign-in/redeem.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { sayOnStderr } from '../runtime/show-obstacle.ts';
import type { Use } from '../runtime/with-runtime.ts';
import { redirectReader } from './redirect-reader.ts';

interface Circumstances {
  /** False when the person opens the address somewhere else. */
  readonly browser?: boolean;
  readonly timeoutMs?: number;
}

/** Lets the person here sign in to a server that they may use. Rejects with a `SignInError`. */
export async function signInNow(
  toRun: ServerToRun,
  { context, runtime, signal }: Use,
  { browser = true, timeoutMs }: Circumstances = {},
): Promise<SignedIn> {
  const { host, output } = context;
  const say = (...lines: readonly string[]): void => sayOnStderr(lines, output);
  // Without a browser of ours, whoever has another one may be a program that talks to us.
  const reader = context.interactive || !browser ? redirectReader() : undefined;
  try {
    return await runtime.signIn.start(toRun, {
      signal,
      // Without it nobody gets on, so it is said however quiet the rest is to be.
      showAddress: (address) =>
        say(`Sign in to ${visible(toRun.name)} in a browser, within a few minutes:`, `  ${visible(address)}`),
      ...(browser && {
        openBrowser: async (address) => {
          const isOpen = await openBrowser(address, host);
          output.talk(isOpen ? 'It has been opened in your browser.' : 'No browser could be opened here.');
          return isOpen;
        },
      }),
      ...(reader && { askForRedirect: async (address, over) => reader.ask(address, over) }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  } finally {
    reader?.close();
  }
}
