import type { Argument, Command, Option } from 'commander';
import type { Host } from '../../model/host.ts';
import type { Candidate, Completions } from './candidate.ts';
import { findOption, optionsOf, positionAfter } from './position.ts';
import { sourceOf } from './value-sources.ts';

/** The completions of `typed` after the given words of a command line. */
export async function completionsFor(
  program: Command,
  words: readonly string[],
  typed: string,
  host: Host,
): Promise<Completions> {
  const { command, option, argument, isForeign, mayBeOption, mayBeCommand } = positionAfter(words, program);
  const valuesOf = (item: Option | Argument, value: string): Promise<Completions> =>
    values(item, command, value, host, program.version() ?? '');
  if (isForeign) return { candidates: [], left: 'command' };
  if (option) return valuesOf(option, typed);
  if (mayBeOption && typed.startsWith('-')) {
    const [, name, value = ''] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? [];
    if (name === undefined) return { candidates: optionCandidates(command, words) };
    const attached = findOption(command, name);
    return attached ? withPrefix(`${name}=`, await valuesOf(attached, value)) : { candidates: [] };
  }
  const { candidates, left } = argument ? await valuesOf(argument, typed) : { candidates: [] };
  const all = mayBeCommand ? [...commandCandidates(command), ...candidates] : candidates;
  // Offer options if nothing else is possible.
  const isKnown = argument && Object.keys(sourceOf(argument, command.name())).length > 0;
  const isIdle = all.length === 0 && typed === '' && mayBeOption && !isKnown;
  return { candidates: isIdle ? optionCandidates(command, words) : all, left };
}

async function values(
  item: Option | Argument,
  command: Command,
  typed: string,
  host: Host,
  version: string,
): Promise<Completions> {
  const { words = [], find, left } = sourceOf(item, command.name());
  const found = find ? await find(typed, host, version) : [];
  return { candidates: [...words.map((value) => ({ value, about: '' })), ...found], left };
}

function withPrefix(prefix: string, { candidates, left }: Completions): Completions {
  return { candidates: candidates.map(({ value, about }) => ({ value: prefix + value, about })), left };
}

/** Omits options that are already present, unless they are repeatable. */
function optionCandidates(command: Command, words: readonly string[]): Candidate[] {
  const given = new Set(words.map((word) => word.split('=')[0]));
  return optionsOf(command)
    .filter(({ long, short, variadic, parseArg }) => variadic || parseArg || !(given.has(long) || given.has(short)))
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', about: description }));
}

function commandCandidates(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((one) => [
      { value: one.name(), about: one.description() },
      ...one.aliases().map((alias) => ({ value: alias, about: `alias of ${one.name()}` })),
    ]);
}
