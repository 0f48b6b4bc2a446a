import { Command } from 'commander';
import type { Output } from '../output/output.ts';
import { contextOf } from './command-context.ts';
import { checkGlobals, declareGlobalOptions } from './global-options.ts';
import { addCommands } from './load-commands.ts';

/** Builds the program, with the full definition of the command in `argv` only. */
export async function programFor(argv: readonly string[], output: Output, version: string): Promise<Command> {
  const program = new Command('plugboard')
    .description('Patch any MCP server into any AI coding assistant.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ outputError: () => undefined, writeOut: (text) => output.answer(text) })
    .hook('preAction', () => checkGlobals(program, output));
  declareGlobalOptions(program, argv);
  await addCommands(program, argv, contextOf(program, output, argv));
  return program;
}
