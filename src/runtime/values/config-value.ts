import { commandReference, hasVariable, type Environment } from '../../model/reference.ts';
import { namesVariable } from '../../model/text/settings-words.ts';
import { expandVariables, describeMissing, valueOf } from './expand-variables.ts';
import { fromKeychain } from './keychain.ts';
import { secretsOfVariable } from './known-secrets.ts';
import { commandRunner, type RunCommand } from './run-command.ts';

export interface ValueOptions {
  readonly env: Environment;
  readonly runCommand?: RunCommand;
  readonly signal?: AbortSignal;
}

export type ConfigValue =
  | { readonly text: string; readonly secrets: readonly string[] }
  /** Why the value cannot be resolved; contains no part of it. */
  | { readonly problem: string };

export type ValueKind = 'command' | 'one-password' | 'keychain' | 'reference' | 'name' | 'text';

/**
 * Classifies a value of a header or variable. Only the text of the file counts: the content of a variable is never
 * taken for a command, reference or name, or anyone who sets a variable could run commands.
 */
export function kindOfValue(written: string, env: Environment): ValueKind {
  if (written.startsWith('!')) return 'command';
  if (written.startsWith('op://')) return 'one-password';
  if (written.startsWith('keychain:')) return 'keychain';
  if (hasVariable(written)) return 'reference';
  return namesVariable(written) && valueOf(written, env) !== undefined ? 'name' : 'text';
}

/** Resolves a value of a header or variable as written in a file. */
export async function resolveConfigValue(written: string, options: ValueOptions): Promise<ConfigValue> {
  const { env } = options;
  const kind = kindOfValue(written, env);
  switch (kind) {
    case 'text':
      return { text: written, secrets: [] };
    case 'name':
      return fromVariables(`\${${written}}`, env);
    case 'reference':
      return fromVariables(written, env);
    case 'command':
      return fromCommand(written, options);
    case 'one-password':
    case 'keychain': {
      // The name of a vault may come from a variable.
      const address = fromVariables(written, env);
      return 'problem' in address ? address : fromVault(kind, address.text, options);
    }
  }
}

function fromVariables(written: string, env: Environment): ConfigValue {
  const { text, used, missing } = expandVariables(written, env);
  if (missing.length > 0) return { problem: describeMissing(missing) };
  return { text, secrets: used.flatMap(secretsOfVariable) };
}

/** Variables are left to the shell: if we expanded them, their content would be run. */
async function fromCommand(
  written: string,
  { env, signal, runCommand = commandRunner.run }: ValueOptions,
): Promise<ConfigValue> {
  const command = commandReference(written);
  if (command === undefined) return { problem: 'there is no command after the !' };
  const result = await runCommand({ shell: command }, { env, ...(signal && { signal }) });
  return 'problem' in result ? { problem: `its command failed: ${result.problem}` } : secret(result.output);
}

async function fromVault(
  kind: 'one-password' | 'keychain',
  address: string,
  options: ValueOptions,
): Promise<ConfigValue> {
  const { env, signal, runCommand = commandRunner.run } = options;
  if (kind === 'keychain') {
    const result = await fromKeychain(address, runCommand, { env, ...(signal && { signal }) });
    return 'problem' in result ? { problem: result.problem } : secret(result.output);
  }
  if (!/^op:\/\/[^/]+\/[^/]+\/./.test(address)) return { problem: 'it should be op://vault/item/field' };
  const program = { file: 'op', args: ['read', '--no-newline', address] };
  const result = await runCommand(program, { env, ...(signal && { signal }) });
  if ('output' in result) return secret(result.output);
  if (result.missing)
    return { problem: 'it needs op, the program of 1Password, which is not installed or not on the PATH' };
  return { problem: `1Password returned an error: ${result.problem}` };
}

function secret(text: string): ConfigValue {
  return { text, secrets: [text, ...text.split('\n').map((line) => line.trim())] };
}
