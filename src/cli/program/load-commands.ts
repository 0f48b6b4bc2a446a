import type { Command } from 'commander';
import { closest } from '../../model/closest.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandTable } from './command-table.ts';
import { wordsOf } from './global-options.ts';

/**
 * Loads only the requested command; the others are declared by name and description, and only if help may list them.
 */
export async function addCommands(program: Command, argv: readonly string[], context: CommandContext): Promise<void> {
  const words = wordsOf(argv);
  // `help add` needs the arguments of `add`.
  const asked = words[0] === 'help' ? words[1] : words[0];
  const isAsked = ({ name, aliases = [] }: CommandEntry): boolean => name === asked || aliases.includes(asked ?? '');
  const only = words[0] === 'help' ? [] : commandTable.filter(isAsked);
  for (const entry of only.length > 0 ? only : commandTable) {
    const { name, aliases = [], summary, group, load } = entry;
    const command = program
      .command(name)
      .description(summary)
      .helpGroup(group)
      .aliases([...aliases]);
    if (isAsked(entry)) (await load())(command, context);
  }
  if (words.length > 0 || argv.some((word) => ['-V', '--version', '-h', '--help'].includes(word))) return;
  const { setUpStatus } = await import('../commands/status.ts');
  setUpStatus(program, context);
}

/** Rejects `help` for an unknown command, for which the parser would print the full help. */
export function checkHelp(program: Command, argv: readonly string[]): void {
  const [word, topic] = wordsOf(argv);
  if (word !== 'help' || topic === undefined) return;
  if (topic === 'help') program.help();
  const names = commandTable.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  if (names.includes(topic)) return;
  const near = closest(topic, names);
  program.error(`error: unknown command '${topic}'${near === undefined ? '' : `\n(Did you mean ${near}?)`}`);
}
