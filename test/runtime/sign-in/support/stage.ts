import type { Server } from '../../../../src/model/server.ts';
import { createSignIn, type SignIn, type SignInServices } from '../../../../src/runtime/sign-in/create-sign-in.ts';
import type { SignInOptions } from '../../../../src/runtime/sign-in/sign-in.ts';
import type { ServerToRun } from '../../../../src/runtime/types.ts';
import { type CredentialFiles, credentialFiles } from '../../../../src/store/credentials/credentials.ts';
import { type Box, box } from '../../../store/support/box.ts';
import { Browser, type Visit } from './browser.ts';
import { type IdentityProvider, startProvider } from './identity-provider.ts';
import { type ProtectedServer, startProtected } from './protected-server.ts';

/** There is no keychain where tests run, and they must not touch one where there is. */
export const noKeychain = {
  read: async (): Promise<never> => Promise.reject(new Error('There is no keychain.')),
  write: async (): Promise<never> => Promise.reject(new Error('There is no keychain.')),
};

export interface Stage {
  readonly provider: IdentityProvider;
  readonly server: ProtectedServer;
  readonly toRun: ServerToRun;
  readonly signIn: SignIn;
  readonly store: CredentialFiles;
  readonly box: Box;
  /** Advances our clock only. */
  wait(seconds: number): void;
}

export interface StageOptions extends Partial<Omit<SignInServices, 'store'>> {
  readonly auth?: Server['auth'];
}

/** A server, its identity provider, and a user without a sign-in. */
export async function setStage({ auth, ...services }: StageOptions = {}): Promise<Stage> {
  const provider = await startProvider();
  const server = await startProtected(provider);
  const home = box();
  const store = credentialFiles(home.host, { keychain: noKeychain });
  let waited = 0;
  const signIn = createSignIn({
    store,
    values: { env: {} },
    now: () => Date.now() + waited,
    random: () => 0,
    ...services,
    // It is on another port of this machine, so it has to be named.
    authorizationServers: [provider.issuer, ...(services.authorizationServers ?? [])],
  });
  const toRun = { name: 'guarded', server: { url: server.url, retries: 0, ...(auth && { auth }) } };
  const wait = (seconds: number): void => void (waited += seconds * 1000);
  return { provider, server, toRun, signIn, store, box: home, wait };
}

export interface Person extends SignInOptions {
  /** Where the browser ended. */
  readonly visits: Promise<Visit>[];
}

/** Somebody who goes wherever the program says, at once. */
export function person(options: SignInOptions = {}): Person {
  const visits: Promise<Visit>[] = [];
  return {
    visits,
    openBrowser: async (address) => {
      visits.push(new Browser().visit(address));
      return true;
    },
    ...options,
  };
}
