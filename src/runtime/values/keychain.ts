import type { Environment } from '../../model/reference.ts';
import { keychainLookup, keychainValue } from '../../model/secrets/keychain-program.ts';
import type { RunCommand } from './run-command.ts';
import type { ProgramResult } from './run-program.ts';

export interface KeychainOptions {
  readonly env: Environment;
  readonly signal?: AbortSignal;
  readonly platform?: NodeJS.Platform;
}

/** Reads `keychain:service/account` with the system's program. The service may contain slashes. */
export async function fromKeychain(
  reference: string,
  run: RunCommand,
  { env, signal, platform = process.platform }: KeychainOptions,
): Promise<ProgramResult> {
  const [, service, account] = /^keychain:(.+)\/([^/]+)$/s.exec(reference) ?? [];
  if (service === undefined || account === undefined) return { problem: 'it should be keychain:service/account' };
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  const program = keychainLookup(system, service, account);
  if (!program) return { problem: 'reading the keychain is not supported on this system' };
  const result = await run(program, { env, ...(signal && { signal }) });
  if ('output' in result) return { output: keychainValue(system, result.output) };
  if (result.missing)
    return { problem: `it needs ${program.file}, which is not installed (${packages})`, missing: true };
  return { problem: `the keychain has no such entry, or cannot be read: ${result.problem}` };
}

const packages = 'package libsecret-tools on Debian and Ubuntu, libsecret on Fedora and Arch';
