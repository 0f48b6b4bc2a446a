import type { Argument, Command, Option } from 'commander';

/** The role of the word at the cursor. */
export interface Position {
  readonly command: Command;
  /** The option that the word is a value of. */
  readonly option?: Option | undefined;
  /** The argument at this position, unless the word names a command. */
  readonly argument?: Argument | undefined;
  /** Whether the word follows `--` and belongs to another command line. */
  readonly isForeign: boolean;
  /** Whether an option is allowed here. */
  readonly mayBeOption: boolean;
  /** Whether a command name is allowed here, because there is no argument yet. */
  readonly mayBeCommand: boolean;
}

/** The role of the word after the given words. */
export function positionAfter(words: readonly string[], program: Command): Position {
  const end = words.indexOf('--');
  const isOpen = end === -1;
  const { command, option, given } = follow(isOpen ? words : words.slice(0, end), program);
  const all = isOpen ? given : given + words.length - end - 1;
  return {
    command,
    option: isOpen ? option : undefined,
    argument: argumentAt(command, all),
    isForeign: !isOpen && /-- <\w+\.\.\.>/.test(command.usage()),
    mayBeOption: isOpen,
    mayBeCommand: isOpen && given === 0,
  };
}

interface Followed {
  readonly command: Command;
  /** The option that expects its value next. */
  readonly option: Option | undefined;
  /** The number of arguments so far. */
  readonly given: number;
}

/** Interprets the words as commander does. */
function follow(words: readonly string[], program: Command): Followed {
  let command = program;
  let option: Option | undefined;
  let given = 0;
  for (const word of words) {
    const isDashed = word.startsWith('-') && word !== '-';
    const next = given === 0 ? subcommand(command, word) : undefined;
    if (option && !(isDashed && option.optional)) option = undefined;
    else if (isDashed) option = awaitingValue(word, command);
    else if (next) command = next;
    // `help add` completes like `add`.
    else if (command !== program || word !== 'help') given += 1;
  }
  return { command, option, given };
}

/** The options of the command and the global ones. */
export function optionsOf(command: Command): Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...inherited(command)];
}

function inherited({ parent }: Command): readonly Option[] {
  return parent ? [...parent.options.filter(({ long }) => long !== '--version'), ...inherited(parent)] : [];
}

export function findOption(command: Command, name: string): Option | undefined {
  return optionsOf(command).find(({ long, short }) => name === long || name === short);
}

/** `--to` expects a value; `--to=codex` and `-tstdio` already have one. */
function awaitingValue(word: string, command: Command): Option | undefined {
  const option = findOption(command, word);
  return option && (option.required || option.optional) ? option : undefined;
}

function subcommand(command: Command, word: string): Command | undefined {
  return command.commands.find((one) => one.name() === word || one.aliases().includes(word));
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
}
