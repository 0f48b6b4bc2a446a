import { isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Host } from '../../model/host.ts';
import { checkHome, currentDirectory, nodeHost } from '../../store/host/node-host.ts';
import type { Output } from '../output/output.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { GlobalOptions } from './global-options.ts';

/** Context of a command, besides its own arguments. */
export interface CommandContext {
  readonly output: Output;
  readonly globals: GlobalOptions;
  readonly host: Host;
  /** All arguments of the command line. */
  readonly argv: readonly string[];
  /** The arguments after `--`. */
  readonly afterDashes: readonly string[];
  /** Whether prompts are allowed: not with `--no-input` or `--json`, nor in CI. */
  readonly mayAsk: boolean;
  /** Whether a person is at a terminal and may be asked. */
  readonly interactive: boolean;
}

/** Declares the arguments, options and action of a command. The context may only be used when the action runs. */
export type CommandSetup = (command: Command, context: CommandContext) => void;

export function contextOf(program: Command, output: Output, argv: readonly string[]): CommandContext {
  return {
    output,
    argv,
    afterDashes: argv.includes('--') ? argv.slice(argv.indexOf('--') + 1) : [],
    get globals() {
      return program.opts<GlobalOptions>();
    },
    get host() {
      const { cwd } = program.opts<GlobalOptions>();
      const from = (path: string): string => (isAbsolute(path) ? resolve(path) : resolve(currentDirectory(), path));
      const host = cwd === undefined ? nodeHost() : nodeHost(from(cwd));
      checkHome(host);
      return host;
    },
    get mayAsk() {
      const { input, json } = program.opts<GlobalOptions>();
      return input !== false && !json && !process.env['CI'];
    },
    get interactive() {
      return this.mayAsk && isTerminal('stderr') && isTerminal('stdin');
    },
  };
}
