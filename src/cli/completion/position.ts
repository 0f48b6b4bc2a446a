import type { Argument, Command, Option } from 'commander';

/** What the word at the cursor is going to be. */
export interface Position {
  readonly command: Command;
  /** The option whose value it is. */
  readonly option?: Option | undefined;
  /** The argument it is, unless it names a command. */
  readonly argument?: Argument | undefined;
  /** It stands behind `--` and belongs to a command line that is not ours. */
  readonly isForeign: boolean;
  /** An option could still stand here. */
  readonly mayBeOption: boolean;
  /** No argument has been given yet, so it may be the name of a command. */
  readonly mayBeCommand: boolean;
}

/** What the word behind these words is going to be. */
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
  /** The one that waits for its value. */
  readonly option: Option | undefined;
  /** How many arguments there are already. */
  readonly given: number;
}

/** Goes through the words as commander will. */
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
    // `help add` leads to `add` as if `help` were not there.
    else if (command !== program || word !== 'help') given += 1;
  }
  return { command, option, given };
}

/** The command's own options and those that every command takes. */
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

/** `--to` waits for its value; `--to=codex` and `-tstdio` have it already. */
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
