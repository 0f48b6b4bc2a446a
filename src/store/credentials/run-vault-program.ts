import { spawn } from 'node:child_process';
import { systemDirectories } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import type { KeychainProgram } from '../../model/secrets/keychain-program.ts';

/** A keychain may wait to be unlocked while no one is present. */
const LIMIT_MS = 10_000;

/** A project must not provide the program that gets the secret, as it could through a directory on the PATH. */
export const SYSTEM_PATH = systemDirectories.join(':');

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program of a vault. Secrets go through its standard input and output, never through its arguments. */
export async function runVaultProgram(
  { file, args, input = '', isQuoted = false }: KeychainProgram,
  env: Host['env'],
  cwd: string,
  limit = LIMIT_MS,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(limit);
    const child = spawn(file, args, {
      env: { ...env },
      cwd,
      signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
      windowsVerbatimArguments: isQuoted,
    });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', (error) =>
      reject(
        signal.aborted ? new Error(`${file} did not answer in ${limit / 1000} seconds.`, { cause: error }) : error,
      ),
    );
    child.on('close', (code) => resolve({ code, output, errors }));
    // It may end without reading.
    child.stdin.on('error', () => undefined).end(input);
  });
}
