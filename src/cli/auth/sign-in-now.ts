import { visible } from '../../model/visible.ts';
import { openBrowser } from '../../runtime/sign-in/callback/open-browser.ts';
import type { SignedIn } from '../../runtime/sign-in/tokens/redeem.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { printOnStderr } from '../runtime/show-obstacle.ts';
import type { Use } from '../runtime/with-runtime.ts';
import { redirectReader } from './redirect-reader.ts';

interface SignInOptions {
  /** False if the user opens the URL elsewhere. */
  readonly browser?: boolean;
  readonly timeoutMs?: number;
}

/** Signs in to an approved server interactively. Rejects with a `SignInError`. */
export async function signInNow(
  toRun: ServerToRun,
  { context, runtime, signal }: Use,
  { browser = true, timeoutMs }: SignInOptions = {},
): Promise<SignedIn> {
  const { host, output } = context;
  const say = (...lines: readonly string[]): void => printOnStderr(lines, output);
  // With --no-browser, a program may drive the browser and write the redirect URL to standard input.
  const reader = context.interactive || !browser ? redirectReader() : undefined;
  try {
    return await runtime.signIn.start(toRun, {
      signal,
      // Signing in is impossible without the URL, so it is printed even with --quiet.
      showAddress: (address) =>
        say(`Sign in to ${visible(toRun.name)} in a browser, within a few minutes:`, `  ${visible(address)}`),
      ...(browser && {
        openBrowser: async (address) => {
          const isOpen = await openBrowser(address, host);
          output.talk(isOpen ? 'Opened in your browser.' : 'Could not open a browser.');
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
