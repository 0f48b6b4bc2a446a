import type { Command } from 'commander';
import type { ClientId } from '../../clients/registry.ts';
import { PlugboardError } from '../../model/error.ts';
import { chooseClient } from '../choose-client.ts';
import { collect } from '../server-flags.ts';

/** How servers are used; all commands that use them take these options. */
export interface RuntimeFlags {
  readonly client?: string;
  readonly timeout?: string;
  readonly strict?: boolean;
  readonly approve?: readonly string[];
}

export function declareRuntimeFlags(command: Command): Command {
  return command
    .option('--client <clients>', 'only servers that these clients have')
    .option('--timeout <seconds>', 'how long a server may take to answer, whatever its definition says')
    .option('--strict', 'do not use a server when one of its values cannot be had')
    .option(
      '--approve <fingerprint>',
      'allow a server of a project in this run: 16 or more characters of its fingerprint',
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
    throw new PlugboardError('usage', { message: '--timeout takes a number of seconds above 0' });
  return seconds;
}
