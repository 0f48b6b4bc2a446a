import type { Command } from 'commander';

const known = new WeakMap<Command, readonly string[]>();

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly [string, string, ...string[]]): Command {
  known.set(command, examples);
  const lines = examples.map((line) => `  plugboard ${line}`);
  const text = ['', 'Examples:', ...lines, '', 'Options that every command takes: plugboard --help'];
  return command.addHelpText('after', text.join('\n'));
}

export function examplesOf(command: Command): readonly string[] {
  return known.get(command) ?? [];
}
