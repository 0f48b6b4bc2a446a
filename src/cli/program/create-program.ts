import { Command } from 'commander';
import type { Output } from '../output/output.ts';
import { contextOf } from './command-context.ts';
import { checkGlobals, declareGlobalOptions } from './global-options.ts';
import { addCommands } from './load-commands.ts';

/** The commands and options there are, with everything about the command that these words ask for. */
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
