import type { Command } from 'commander';
import type { RegistryAccess } from '../../manage/registry/open-registry.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { InputValues } from '../../registry/install/inputs.ts';
import { collect } from '../input/server-flags.ts';
import type { Output } from '../output/output.ts';
import { isTerminal } from '../output/standard-streams.ts';

/** Options of all commands that read a registry. */
export interface RegistryFlags {
  readonly registry?: readonly string[];
  readonly offline?: boolean;
  readonly refresh?: boolean;
}

export function declareRegistryFlags(command: Command): Command {
  return command
    .option('--registry <address>', 'registry to use: a URL, or a file or directory of server.json', collect)
    .option('--offline', 'use the index on this machine only');
}

/** Options of `add` and `registry install`. */
export function declareInputFlags(command: Command): Command {
  return command
    .option(
      '--input <key=value>',
      "value that the server needs; for a secret better a reference: 'KEY=${KEY}'",
      collect,
    )
    .option('--package <kind>', 'which of its packages or addresses, such as npm, oci or streamable-http');
}

/** How the options allow a registry to be used, with progress at a terminal. */
export function accessOf({ registry, offline, refresh }: RegistryFlags, output: Output): RegistryAccess {
  const isShown = !output.json && isTerminal('stderr');
  return {
    ...(registry && { registries: registry }),
    ...(offline && { offline }),
    ...(refresh && { refresh }),
    ...(isShown && {
      onProgress: ({ servers }) => void process.stderr.write(`\rReading the registry: ${servers} servers\u001B[K`),
    }),
  };
}

/** Removes the line that shows progress. */
export function endProgress(output: Output): void {
  if (!output.json && isTerminal('stderr')) process.stderr.write('\r\u001B[K');
}

/** `--input key=value`, several for an input that is repeated. */
export function inputValues(given: readonly string[] = []): InputValues {
  const values = new Map<string, string[]>();
  for (const one of given) {
    const [, id, value = ''] = /^([^=]+)=(.*)$/s.exec(one) ?? [];
    if (id === undefined) throw new PlugboardError('usage', { message: `--input needs key=value, not "${one}"` });
    values.set(id, [...(values.get(id) ?? []), value]);
  }
  return values;
}

/** `io.github.acme/server@1.2.3` as name and version. */
export function splitVersion(word: string): { name: string; version?: string } {
  const at = word.indexOf('@');
  return at === -1 ? { name: word } : { name: word.slice(0, at), version: word.slice(at + 1) };
}
