import { fileURLToPath } from 'node:url';
import { Browser } from '../../../runtime/sign-in/support/browser.ts';
import { type IdentityProvider, startProvider } from '../../../runtime/sign-in/support/identity-provider.ts';
import { type ProtectedServer, startProtected } from '../../../runtime/sign-in/support/protected-server.ts';
import { until } from '../../../runtime/support/processes.ts';
import { type Definition, linesIn, machineWith } from '../../runtime/support/servers.ts';
import { type Ended, startProgram } from '../../runtime/support/start-program.ts';
import type { Machine } from '../../support/machine.ts';

const browserFile = fileURLToPath(new URL('browser.mjs', import.meta.url));

interface Answer {
  readonly code: number | null;
  readonly stderr: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each command has a shape of its own, which its test tells.
  readonly data: any;
  readonly errors: readonly { readonly message: string }[];
}

/** A machine with a server on it that wants to know who asks, and a browser whose person says yes. */
export interface Guarded {
  readonly provider: IdentityProvider;
  readonly server: ProtectedServer;
  readonly here: Machine;
  /** The variables that name the browser, and the provider, which is on another port of this machine. */
  readonly browser: { readonly BROWSER: string; readonly PLUGBOARD_AUTH_SERVERS: string };
  /** Runs the program to its end, with that browser. */
  run(...args: readonly string[]): Promise<Ended>;
  /** The same with `--json`. */
  ask(...args: readonly string[]): Promise<Answer>;
  /** The pages the browser ended at, as soon as there is one: it may be a little later than the program. */
  pages(): Promise<string>;
}

export async function guarded(more: Definition = {}, behind?: Parameters<typeof startProtected>[1]): Promise<Guarded> {
  const provider = await startProvider();
  const server = await startProtected(provider, behind);
  const here = machineWith({ user: { guarded: { url: server.url, ...more } } });
  const log = here.path('~/browser-log');
  const browser = {
    BROWSER: `${process.execPath} ${browserFile} ${log} %s`,
    PLUGBOARD_AUTH_SERVERS: provider.issuer,
  };
  const run = async (...args: readonly string[]): Promise<Ended> => startProgram(here, args, browser).ended();
  return {
    provider,
    server,
    here,
    browser,
    run,
    async ask(...args) {
      const { code, stdout, stderr } = await run('--json', ...args);
      return { code, stderr, ...(JSON.parse(stdout) as Omit<Answer, 'code' | 'stderr'>) };
    },
    async pages() {
      // There is a moment between making a file and writing to it.
      await until(() => linesIn(log).some((line) => line !== ''), 'the page at the end');
      return linesIn(log).join('\n');
    },
  };
}

/** The address that the program wants to be opened. */
export function addressIn(text: string): string {
  return /https?:\S+\/auth\?\S+/.exec(text)?.[0] ?? '';
}

/** Signs in with a browser on another machine, which cannot reach this one, and gives the address it ended at. */
export async function signInElsewhere(address: string): Promise<string> {
  const redirect = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
  const { url } = await new Browser().visit(address, ({ origin }) => origin === redirect.origin);
  return url;
}
