import type { Command } from 'commander';

const known = new WeakMap<Command, readonly string[]>();

/** Ends the help of a command with lines to try. */
export function withExamples(command: Command, ...examples: readonly [string, string, ...string[]]): Command {
  known.set(command, examples);
  const lines = examples.map((line) => `  plugboard ${line}`);
  const text = ['', 'Examples:', ...lines, '', 'Options that every command takes: plugboard --help'];
  return command.addHelpText('after', text.join('\n'));
}

export function examplesOf(command: Command): readonly string[] {
  return known.get(command) ?? [];
}
