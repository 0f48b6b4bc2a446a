import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '../src/model/server.ts';
import { ConnectionError } from '../src/runtime/connect/errors.ts';
import type { Session } from '../src/runtime/connect/session/session.ts';
import { createManager } from '../src/runtime/manager.ts';
import { createSignIn } from '../src/runtime/sign-in/create-sign-in.ts';
import { resolveServer } from '../src/runtime/values/resolve-server.ts';
import { credentialFiles } from '../src/store/credentials/credentials.ts';
import { nodeHost } from '../src/store/host/node-host.ts';
import { agree } from './browser.ts';

/** Published client metadata, as far as the suite checks it. */
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json';

/** This run must not use the keychain of the user. */
const noKeychain = {
  read: async (): Promise<never> => Promise.reject(new Error('There is no keychain.')),
  write: async (): Promise<never> => Promise.reject(new Error('There is no keychain.')),
};

/** Far longer than the program's own timeouts. */
const MOST_SIGN_INS = 20;

/** Uses one server as the program does, and signs in when the program requires it. */
export async function visit(server: Server, work: (session: Session) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'plugboard-conformance-'));
  const env = { PATH: process.env['PATH'] };
  const host = { ...nodeHost(), home, cwd: home, env };
  const named: string[] = [];
  const signIn = createSignIn({
    store: credentialFiles(host, { keychain: noKeychain }),
    values: { env },
    authorizationServers: named,
    clientMetadataUrl: CLIENT_METADATA_URL,
  });
  const toRun = { name: 'conformance', server: { timeout: 60, retries: 0, ...server } };
  const manager = createManager({
    servers: [toRun],
    env,
    platform: host.platform,
    resolve: async (one, signal) => resolveServer(one, { env, signal, token: signIn.token }),
    access: signIn.access,
    permission: async () => 'approved',
    // A user who accepts without input.
    ask: async () => ({ action: 'accept' }),
    clientInfo: { name: 'plugboard-conformance', version: '1.0.0' },
    log: ({ level, message }) => console.error(`${level}: ${message}`),
  });
  const connection = manager.connections.get(toRun.name);
  if (!connection) throw new Error('There is no connection.');

  /** The suite's authorization servers use other local ports, which the user must name. */
  function nameRefused(error: unknown): boolean {
    const more = error instanceof Error ? addressesIn(error.message).filter((one) => !named.includes(one)) : [];
    named.push(...more);
    return more.length > 0;
  }

  async function startSignIn(): Promise<void> {
    try {
      await signIn.start(toRun, { openBrowser: agree });
    } catch (error) {
      if (!nameRefused(error)) throw error;
      await startSignIn();
    }
  }

  try {
    for (let signIns = 0; ; signIns += 1) {
      try {
        await work(await connection.ready());
        return;
      } catch (error) {
        if (signIns === MOST_SIGN_INS) throw error;
        if (wantsSignIn(error)) await startSignIn();
        else if (!nameRefused(error)) throw error;
      }
    }
  } finally {
    await manager.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** URLs that were not contacted. */
function addressesIn(text: string): string[] {
  const refused = text.matchAll(/\b(http:\/\/(?:localhost|127\.0\.0\.1):\d+)\S* is not contacted/g);
  return Array.from(refused, ([, address = '']) => address);
}

function wantsSignIn(error: unknown): boolean {
  return error instanceof ConnectionError && error.failure.kind === 'unauthorized';
}
