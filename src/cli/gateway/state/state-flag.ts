import type { Command } from 'commander';
import type { Host } from '../../../model/host.ts';

export interface StateFlag {
  readonly state?: string;
}

/** Where commands and gateways keep their state if nothing else is given: in this process, or on this machine. */
export const MEMORY = 'memory';

/** Declares `--state` of a command about gateways. */
export function stateOption(command: Command): Command {
  return command.option(
    '--state <url>',
    'Redis or Valkey that gateways share; default: this machine, or PLUGBOARD_STATE',
  );
}

/** `memory`, or the URL of a shared state: an option, else a setting of `gateway.json`, else the environment. */
export function stateIn({ state }: StateFlag, env: Host['env'], configured?: string): string {
  return state ?? configured ?? (env['PLUGBOARD_STATE'] || MEMORY);
}
