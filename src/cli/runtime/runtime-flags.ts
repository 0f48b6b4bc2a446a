import type { Command } from 'commander';
import type { ClientId } from '../../clients/registry.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { chooseClient } from '../input/choose-client.ts';
import { collect } from '../input/server-flags.ts';

/** Options of all commands that use servers. */
export interface RuntimeFlags {
  readonly client?: string;
  readonly timeout?: string;
  readonly strict?: boolean;
  readonly approve?: readonly string[];
}

export function declareRuntimeFlags(command: Command): Command {
  return command
    .option('--client <clients>', 'clients whose servers to use')
    .option('--timeout <seconds>', 'seconds before a request times out; overrides the definition')
    .option('--strict', 'skip servers with unresolved variables')
    .option(
      '--approve <fingerprint>',
      'project server to approve for this run: at least 16 characters of its fingerprint',
      collect,
    );
}

export function clientsIn({ client }: RuntimeFlags, command: Command): ClientId[] | undefined {
  return client?.split(',').map((id) => chooseClient(id.trim(), command).id as ClientId);
}

export function secondsIn({ timeout }: RuntimeFlags): number | undefined {
  if (timeout === undefined) return undefined;
  const seconds = Number(timeout);
  if (!(seconds > 0) || !Number.isFinite(seconds))
    throw new PlugboardError('usage', { message: '--timeout takes a number of seconds greater than 0' });
  return seconds;
}
