import type { Command } from 'commander';
import { Output } from '../../../src/cli/output/output.ts';
import { programFor } from '../../../src/cli/program/create-program.ts';

// The build puts the version in place of this name; some commands ask for it as soon as they are loaded.
Object.assign(globalThis, { PLUGBOARD_VERSION: '0.0.0' });

/** The words of a line as a shell would pass them on, up to where a redirection begins. */
export function wordsIn(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const end = words.findIndex((word) => /^[<>|]/.test(word));
  return (end === -1 ? words : words.slice(0, end)).map((word) => word.replaceAll(/['"]/g, ''));
}

/** The program with one command, whose action does nothing. */
export async function idle(name: string): Promise<Command> {
  const program = await programFor([name], new Output([]), '');
  const silence = (command: Command): void => {
    command.action(() => undefined);
    command.commands.forEach(silence);
  };
  program.commands.forEach(silence);
  return program;
}

/** `parsed`, or the error of the parser. */
export async function outcomeOf(words: readonly string[]): Promise<string> {
  const program = await idle(words[0] ?? '');
  return program.parseAsync([...words], { from: 'user' }).then(
    () => 'parsed',
    (error: Error) => error.message,
  );
}
