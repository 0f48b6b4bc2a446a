// A program that wants the token of a server: says so, waits to be told, and tells what came of it.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createSignIn } from '../../../../src/runtime/sign-in/create-sign-in.ts';
import { credentialFiles } from '../../../../src/store/credentials/credentials.ts';
import { nodeHost } from '../../../../src/store/host/node-host.ts';

export interface TokenTask {
  readonly url: string;
  /** How much later it is for this program. */
  readonly seconds: number;
}

const { url, seconds } = JSON.parse(process.argv[2] ?? '') as TokenTask;
const none = async (): Promise<never> => Promise.reject(new Error('There is no keychain.'));
const store = credentialFiles(nodeHost(), { keychain: { read: none, write: none } });
const signIn = createSignIn({ store, values: { env: {} }, now: () => Date.now() + seconds * 1000 });
const toRun = { name: 'guarded', server: { url } };

process.stdout.write('waiting\n');
await once(process.stdin, 'data');
const result = await signIn.token(toRun).then(
  (token) =>
    createHash('sha256')
      .update(token ?? '')
      .digest('hex'),
  (error: unknown) => String(error),
);
process.stdout.write(`${result}\n`, () => process.exit(0));
