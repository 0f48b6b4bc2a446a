import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { commandTable } from './command-table.ts';
import { wordsOf } from './global-options.ts';

/** Only the command that is asked for is loaded; the others are there by name and description. */
export async function addCommands(program: Command, argv: readonly string[], context: CommandContext): Promise<void> {
  const words = wordsOf(argv);
  // `help add` needs the arguments of `add`.
  const asked = words[0] === 'help' ? words[1] : words[0];
  for (const { name, aliases = [], summary, group, load } of commandTable) {
    const command = program
      .command(name)
      .description(summary)
      .helpGroup(group)
      .aliases([...aliases]);
    if (name === asked || aliases.includes(asked ?? '')) (await load())(command, context);
  }
  if (words.length > 0 || argv.some((word) => ['-V', '--version', '-h', '--help'].includes(word))) return;
  const { setUpStatus } = await import('./commands/status.ts');
  setUpStatus(program, context);
}
