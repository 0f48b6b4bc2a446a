import type { Command } from 'commander';
import { closest } from '../../model/closest.ts';

/** Fails for an unknown subcommand. */
export function unknownSubcommand(command: Command, word: string): never {
  const known = command.commands.map((one) => one.name());
  const near = closest(word, known);
  const instead = near === undefined ? `use one of ${known.join(', ')}` : `did you mean ${near}?`;
  return command.error(`error: unknown command '${command.name()} ${word}', ${instead}`);
}

/** Adds the subcommand `list`, which also runs without a subcommand. Returns it. */
export function listByDefault(command: Command, description: string, list: () => Promise<void>): Command {
  command.allowExcessArguments().action(async () => {
    const [word] = command.args;
    if (word !== undefined) unknownSubcommand(command, word);
    await list();
  });
  return command.command('list').description(description).action(list);
}
