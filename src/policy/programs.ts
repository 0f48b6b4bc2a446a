import type { Server } from '../model/server.ts';
import { isCmdCommand } from '../model/shell/cmd-wrapper.ts';
import { programName } from '../model/shell/program-name.ts';
import { commandLines } from '../model/shell/shell-words.ts';
import { startsOthers, wrappedBy } from './wrappers.ts';

/** The programs that a command line starts, one inside the other. */
export interface Programs {
  /** As written, outermost first: `env`, `bash`, `npx`. */
  readonly chain: readonly string[];
  /** Words that may be programs too. They count against a server, never for it. */
  readonly possible: readonly string[];
  /** The command line of the innermost one. */
  readonly words: readonly string[];
  /** All words of the definition, also those inside its scripts. */
  readonly all: readonly string[];
  /** Names of the variables that wrappers and scripts set. */
  readonly assigned: readonly string[];
  /** It starts programs that cannot be read from the definition. */
  readonly isOpaque: boolean;
}

interface Step {
  readonly words: readonly string[];
  readonly assigned: readonly string[];
  readonly isOpaque: boolean;
}

/** More than any real definition. */
const DEEPEST = 10;

const SHELLS = /^(?:(?:ba|da|z|fi|k|a|c|tc|rba|mk|ya|o|y)?sh|nu|xonsh|elvish)$/;
const POWERSHELL = /^(?:powershell|pwsh)$/;
const SCRIPT_OPTION = /^(?:-[A-Za-z]*c|--command|--commands)$/i;
const CMD_OPTION = /^\/[ckr]/i;
/** Values are put in before operators are read, so one may start any program. */
const CMD_VARIABLE = /%[^%]+%|![^!]+!/;
/** Characters that end the name of a program, or stand before it without being part of it. */
const CMD_DELIMITER = /^[@(]|[,;="]/;
/** Options whose value is a script for a shell. */
const CALLS = /^(?:npx|npm|pnpm|bunx)$/;
const INTERPRETERS = /^(?:node|deno|bun|python[\d.]*|py|perl|ruby|php|lua|osascript)$/;
const CODE_OPTION = /^(?:-[A-Za-z]*[ecpr]|--eval|--print|eval)$/;

/** Finds what a definition starts, through wrappers and shells. */
export function programsOf({ command, args }: Server): Programs {
  const written = [command ?? '', ...(Array.isArray(args) ? args : [])].map(String);
  const steps = stepsFrom(written);
  const { words, isOpaque } = steps.at(-1) as Step;
  const isLoose = isOpaque || /\s/.test(written[0] ?? '') || steps.some(({ words: line }) => startsAny(line));
  const isCmd = steps.some(({ words: line }) => programName(line[0] ?? '') === 'cmd');
  const found = isLoose ? written.flatMap((text) => [...pieces(text), ...(isCmd ? pieces(cmdWords(text)) : [])]) : [];
  const all = isLoose ? [...new Set([...written, ...found])] : written;
  return {
    // Our own launcher is judged by what it starts.
    chain: steps
      .map((step) => step.words[0] ?? '')
      .filter((first, index) => index === steps.length - 1 || !isLauncher(first)),
    possible: isLoose ? all.slice(1) : afterDashes(written),
    words,
    all,
    assigned: steps.flatMap(({ assigned }) => assigned),
    isOpaque,
  };
}

/** The command lines, one inside the other. What follows an opaque one is opaque too. */
function stepsFrom(written: readonly string[]): Step[] {
  const steps: Step[] = [{ words: written, assigned: [], isOpaque: false }];
  for (let depth = 0; ; depth += 1) {
    const last = steps.at(-1) as Step;
    const [first = '', ...rest] = last.words;
    const inner = launched(last.words) ?? startedBy(programName(first), rest);
    if (!inner) return steps;
    const isOpaque = last.isOpaque || inner.isOpaque || depth === DEEPEST;
    if (inner.words.length === 0 || depth === DEEPEST)
      return [...steps.slice(0, -1), { ...last, assigned: [...last.assigned, ...inner.assigned], isOpaque }];
    steps.push({ ...inner, isOpaque });
  }
}

/** Whether any word of a command line may be a program. */
function startsAny([first = '', ...rest]: readonly string[]): boolean {
  const program = programName(first);
  return startsOthers(program) || runsCode(program, rest);
}

/** The words after each `--`, which many wrappers put before a command. */
function afterDashes(words: readonly string[]): string[] {
  return words.flatMap((word, index) => (word === '--' ? words.slice(index + 1, index + 2) : []));
}

/** A name without a directory is found where the person installed it; any file could have this name. */
function isLauncher(program: string): boolean {
  return program === 'plugboard' || program === 'plug';
}

/** What the launcher for servers with secrets starts: `plugboard exec name -- command`. */
function launched([first = '', ...rest]: readonly string[]): Step | undefined {
  const isOurs = isLauncher(first) && rest[0] === 'exec' && rest[2] === '--';
  return isOurs ? { words: rest.slice(3), assigned: [], isOpaque: false } : undefined;
}

function startedBy(program: string, args: readonly string[]): Step | undefined {
  if (program === 'cmd') {
    const at = args.findIndex((arg) => CMD_OPTION.test(arg));
    return at === -1 ? undefined : inCmd([(args[at] ?? '').slice(2), ...args.slice(at + 1)]);
  }
  if (POWERSHELL.test(program)) return inPowerShell(args);
  if (SHELLS.test(program)) return inShell(args);
  if (CALLS.test(program) && args.some((arg) => /^(?:-c|--call)(?:=|$)/.test(arg))) return opaque;
  const split = program === 'env' ? args.findIndex((arg) => /^(?:-S|--split-string)/.test(arg)) : -1;
  if (split !== -1)
    return inScript([(args[split] ?? '').replace(/^(?:-S|--split-string)=?/, ''), ...args.slice(split + 1)]);
  const wrapped = wrappedBy(program, args);
  return wrapped && { words: wrapped.words, assigned: wrapped.assigned, isOpaque: wrapped.isUncertain };
}

/** What the interpreter of Windows starts; opaque if it does more than start a program. */
function inCmd(parts: readonly string[]): Step {
  const step = CMD_VARIABLE.test(parts.join(' ')) ? opaque : inScript(parts);
  const [program = '', ...rest] = step.words;
  if (/^call$/i.test(program)) return inCmd(rest);
  return isCmdCommand(program) || CMD_DELIMITER.test(program) ? opaque : step;
}

function inShell(args: readonly string[]): Step | undefined {
  const at = args.findIndex((arg) => SCRIPT_OPTION.test(arg));
  if (at !== -1) return inScript(args.slice(at + 1, at + 2));
  const attached = args.find((arg) => /^--commands?=/.test(arg));
  return attached === undefined ? undefined : inScript([attached.replace(/^[^=]*=/, '')]);
}

/** PowerShell takes all words after the option, and options can be shortened. Without one, the first word is a script. */
function inPowerShell(args: readonly string[]): Step | undefined {
  if (args.some((arg) => /^[-/](?:e|ec|en|enc\w*)$/i.test(arg))) return opaque;
  const at = args.findIndex((arg) => /^[-/](?:c|co|com\w*)$/i.test(arg));
  if (at !== -1) return inScript(args.slice(at + 1));
  const first = args.findIndex(
    (arg, index) => !/^[-/]/.test(arg) && !/^[-/](?:ex\w*|ep|w\w*|v\w*|f\w*)$/i.test(args[index - 1] ?? ''),
  );
  return first === -1 ? undefined : inScript(args.slice(first));
}

const opaque: Step = { words: [], assigned: [], isOpaque: true };

/** The words of a script with one command; a longer script cannot be judged. */
function inScript(parts: readonly string[]): Step {
  const [script = '', ...more] = parts.filter((part) => part !== '');
  if (more.length > 0)
    return [script, ...more].some((part) => /[&|<>;^]/.test(part))
      ? opaque
      : { words: [script, ...more], assigned: [], isOpaque: false };
  const [line, ...others] = commandLines(script);
  const isPlain = line && others.length === 0 && line.issue === undefined && !/[$`&|<>;]/.test(script);
  return isPlain ? withoutAssignments(line.words.map(({ text }) => text)) : opaque;
}

function withoutAssignments(words: readonly string[]): Step {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const assigned = (at === -1 ? words : words.slice(0, at)).map((word) => word.replace(/=.*$/s, ''));
  return { words: at === -1 ? [] : words.slice(at), assigned, isOpaque: false };
}

function runsCode(program: string, args: readonly string[]): boolean {
  return INTERPRETERS.test(program) && args.some((arg) => CODE_OPTION.test(arg));
}

/** Without the characters that separate words only for the interpreter of Windows. */
function cmdWords(text: string): string {
  return text.replaceAll(/[,=@]/g, ' ');
}

/** Words of a text that may be programs or packages: all of them, because a refused one may stand anywhere. */
function pieces(text: string): string[] {
  const words = (one: string): string[] => one.split(/[\s;&|()<>'"`$]+/).filter(Boolean);
  // Quotes and escapes inside a word do not change it.
  return [...new Set([...words(text), ...words(text.replaceAll(/['"\\^]/g, ''))])];
}
