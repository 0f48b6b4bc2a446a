import type { FlagMeaning, OptionRole } from '../../../clients/paste.ts';
import type { Scope } from '../../../model/scope.ts';
import type { Word } from '../../../model/shell/shell-words.ts';
import type { Grammar } from './grammar.ts';
import { isStarter } from './starters.ts';

/** The parsed words of an add command. */
export interface Said {
  /** Positional words; after the command they may be its options. */
  readonly plain: readonly string[];
  /** Words after `--`. */
  readonly behindDashes: readonly string[] | undefined;
  readonly values: ReadonlyMap<OptionRole, readonly string[]>;
  readonly flags: ReadonlySet<FlagMeaning>;
  readonly unknown: readonly Word[];
}

export const scopeWords: Readonly<Record<string, Scope>> = {
  local: 'local',
  user: 'user',
  global: 'user',
  home: 'user',
  project: 'project',
  workspace: 'project',
};

const VARIABLE = /^[A-Za-z_][\w.-]*=/;
const HEADER = /^[A-Za-z][\w-]*\s*[:=]\s*\S/;
const ADDRESS = /^https?:\/\//i;
const TRANSPORT = /^(?:stdio|http|sse|streamable[-_]?http|local|remote)$/i;

/** Options recognized even after the command, with a pattern for their values. */
const claimedLate: Partial<Record<OptionRole, RegExp>> = {
  env: VARIABLE,
  header: HEADER,
  transport: TRANSPORT,
  scope: /^(?:local|user|project|global|workspace)$/,
};

/** Parses the words after `mcp add`. Options may be anywhere, and some take several values. */
export function readOptions(words: readonly Word[], grammar: Grammar): Said {
  const dashes = words.findIndex(({ text }) => text === '--');
  const before = dashes === -1 ? words : words.slice(0, dashes);
  const said = {
    plain: [] as string[],
    values: new Map<OptionRole, string[]>(),
    flags: new Set<FlagMeaning>(),
    unknown: [] as Word[],
  };
  for (let index = 0; index < before.length; index += 1) {
    const word = before[index] as Word;
    const option = optionOf(word.text, grammar);
    const isLate = !grammar.targetFirst && isCommandThere(said.plain, said.values.has('name'), dashes !== -1);
    const taken = option?.role === undefined ? undefined : valuesOf(option, option.role, before, index, isLate);
    if (taken) {
      index = taken.last;
      const known = said.values.get(taken.role) ?? [];
      for (const value of taken.values) known.push(value);
      said.values.set(taken.role, known);
    } else if (option?.flag !== undefined && !isLate) said.flags.add(option.flag);
    else if (isOption(word.text) && !isLate) said.unknown.push(word);
    else said.plain.push(word.text);
  }
  return { ...said, behindDashes: dashes === -1 ? undefined : words.slice(dashes + 1).map(({ text }) => text) };
}

/** The values of an option and the index of its last word; undefined when the option belongs to the command. */
function valuesOf(
  { value }: Option,
  role: OptionRole,
  words: readonly Word[],
  index: number,
  isLate: boolean,
): { role: OptionRole; values: string[]; last: number } | undefined {
  const last = value === undefined ? index + 1 : index;
  const first = value ?? words[last]?.text;
  if (first === undefined || (isLate && !claimedLate[role]?.test(first))) return undefined;
  const more = moreValues(role, words, last + 1);
  return { role, values: [first, ...more], last: last + more.length };
}

/** From here on, options more likely belong to the command, which comes first when the name is not a plain word. */
function isCommandThere([first = '', second]: readonly string[], isNamed: boolean, hasDashes: boolean): boolean {
  const isFirst = isNamed || (!hasDashes && isStarter(first));
  const target = isFirst && first !== '' ? first : second;
  return target !== undefined && !ADDRESS.test(target);
}

interface Option {
  readonly role?: OptionRole | undefined;
  readonly flag?: FlagMeaning | undefined;
  readonly value?: string | undefined;
}

/** `--name`, `--name=value`, `-n` or `-nvalue`. */
function optionOf(word: string, { options, flags }: Grammar): Option | undefined {
  if (!isOption(word)) return undefined;
  if (Object.hasOwn(options, word)) return { role: options[word] };
  if (Object.hasOwn(flags, word)) return { flag: flags[word] };
  const at = word.indexOf('=');
  const long = at === -1 ? word : word.slice(0, at);
  if (word.startsWith('--')) {
    if (at !== -1 && Object.hasOwn(options, long)) return { role: options[long], value: word.slice(at + 1) };
    return Object.hasOwn(flags, long) ? { flag: flags[long] } : undefined;
  }
  const short = word.slice(0, 2);
  return Object.hasOwn(options, short) && /[=:]/.test(word)
    ? { role: options[short], value: word.slice(2) }
    : undefined;
}

function isOption(word: string): boolean {
  return /^--?[A-Za-z]/.test(word);
}

const manyValued: Partial<Record<OptionRole, RegExp>> = { env: VARIABLE, header: HEADER, args: /^[^-]/ };

/** `-e A=1 B=2` sets two variables; following words count while they match the pattern. */
function moreValues(role: OptionRole, words: readonly Word[], from: number): string[] {
  const found: string[] = [];
  for (let index = from; index < words.length; index += 1) {
    const { text } = words[index] as Word;
    if (!manyValued[role]?.test(text) || ADDRESS.test(text)) break;
    found.push(text);
  }
  return found;
}
