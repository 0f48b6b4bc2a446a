import { programName } from '../../model/shell/program-name.ts';
import { startsOthers } from '../../policy/starters.ts';
import { type CommandWords, commandsOf, UNKNOWN } from './script-commands.ts';

/** What a command line does with Plugboard; `unknown` if that cannot be told. */
export type OwnUse = 'none' | 'serves' | 'starts' | 'unknown';

/** Our program as a word: a name, a path, a package, an archive of it, or a file in it. */
const OURS =
  /(?:^|[/\\@:=])plug(?:board)?(?:\.(?:[cm]?js|cmd|bat|exe|ps1))?(?:@[^/\\]*|-\d[^/\\]*\.tgz|[/\\](?:bin|dist)[/\\].*)?$/i;
const OUR_PACKAGE = /^plugboard(?:@[\w.^~-]+)?$/;
const OUR_FILE = /[/\\](?:plugboard[/\\](?:bin|dist)[/\\][\w-]+\.c?js|plugboard\.js)$/;
const OUR_PROGRAM = /^(?:[\w@+:.,/\\ ~-]*[/\\])?plug(?:board)?(?:\.(?:cmd|exe))?$/;

const SHELL = /^(?:(?:ba|da|z|fi|k|a|c|tc|mk|ya|o)?sh|busybox)$/;
const POWERSHELL = /^(?:powershell|pwsh)$/;
/** Programs that take a package, and those that take a file or code. */
const RUNNER = /^(?:npx|pnpx|bunx|uvx)$/;
const MANAGER = /^(?:npm|pnpm|yarn|bun|deno|uv|pipx)$/;
const INTERPRETER = /^(?:node|tsx|python[\d.]*|py|perl|ruby|lua)$/;
/** What they take is code. */
const CODED = /^(?:[gmn]?awk|osascript|php|expect|tclsh|gdb|vim?|emacs)$/;
/** What they start runs elsewhere. */
const CONTAINER = /^(?:docker|podman|nerdctl|kubectl)$/;
const CALL = /^(?:-c|--call)(?:=|$)/;
const CODE = /^(?:-[A-Za-z]*[ecp]|--eval(?:=|$)|--print(?:=|$)|(?:--[a-z-]+=)?data:|eval$)/i;
/** The option of env after which a text is split into words. */
const SPLIT = /^(?:-[A-Za-z]*S|--split-string)/;
const SPLIT_BEFORE = /^.*?(?:-[A-Za-z]*S|--split-string)=?/;
const MANAGED_CODE = /^(?:-c|-e|-p|--call|--eval|--print|eval)(?:=|$)/;
/** Programs of shells that start what follows them. */
const BUILTIN =
  /^(?:exec|command|builtin|eval|time|!|if|then|elif|else|while|until|do|source|\.|trap|iex|invoke-expression|call)$/;
/** More than any real line. */
const DEEPEST = 10;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** What a command line does, through shells and programs that start others. */
export function ownUse(words: CommandWords, depth = 0): OwnUse {
  if (depth > DEEPEST) return 'unknown';
  const started = startedByLauncher(words);
  if (started) return useOfLauncher(started, depth);
  const own = afterStarter(words);
  if (own && serves(own)) return 'serves';
  const ours = words.flatMap((word, index) => (isOurs(word) ? [index] : []));
  if (ours.some((index) => !mayBeValue(index, words))) return 'starts';
  const use = useOfProgram(words, depth);
  // Whether an option takes the next word as its value is known only to those who know the program.
  return use === 'none' && ours.length > 0 ? 'unknown' : use;
}

function useOfProgram(words: CommandWords, depth: number): OwnUse {
  const at = words.findIndex((word) => !ASSIGNMENT.test(word));
  if (at === -1) return 'none';
  const [first = '', ...rest] = words.slice(at);
  const program = first === '.' ? 'source' : programName(first);
  // Which program it is must be known, but not where it is.
  if (program.includes(UNKNOWN) || (first !== '' && program === '')) return 'unknown';
  const known = programs.find(([pattern]) => pattern.test(program));
  if (known) return known[1](rest, depth);
  if (startsOthers(program)) return named(rest, depth);
  const shell = rest.findIndex((word) => SHELL.test(programName(word)));
  return shell === -1 ? 'none' : ownUse(rest.slice(shell), depth + 1);
}

/** How the words after a program are read. The first pattern that matches counts. */
const programs: readonly (readonly [RegExp, (rest: CommandWords, depth: number) => OwnUse])[] = [
  [SHELL, inShell],
  [/^cmd$/, inCmd],
  [POWERSHELL, inPowerShell],
  [/^eval$/, (rest, depth) => (rest.some(isUnknown) ? 'unknown' : useOfScript(rest.join(' '), depth + 1))],
  [CODED, () => 'unknown'],
  [RUNNER, (rest) => ofRunner(rest, CALL)],
  [INTERPRETER, (rest) => ofRunner(rest, CODE)],
  [MANAGER, (rest) => ofRunner(rest, MANAGED_CODE, true)],
  [CONTAINER, () => 'none'],
  [BUILTIN, named],
];

function inShell(rest: CommandWords, depth: number): OwnUse {
  const option = rest.findIndex((word) => /^-[A-Za-z]*c[A-Za-z]*$|^--commands?$/.test(word));
  if (option === -1) return named(rest, depth);
  // A shell takes more options between.
  const script = rest.slice(option + 1).find((word) => !/^[-+]/.test(word));
  return script === undefined ? 'none' : useOfScript(script, depth + 1);
}

/** A script, or a command line as one text. */
export function useOfScript(script: string, depth = 0): OwnUse {
  const uses = commandsOf(script)?.map((words) => ownUse(words, depth));
  if (uses) return useOfAll(uses);
  return /plug/i.test(script.replaceAll(/['"\\]/g, '')) ? 'starts' : 'unknown';
}

/** A script may do more with Plugboard than serve, so it is not proven to serve only. */
function useOfAll(uses: readonly OwnUse[]): OwnUse {
  if (uses.includes('starts') || uses.includes('serves')) return 'starts';
  return uses.includes('unknown') ? 'unknown' : 'none';
}

/** The words after a program that starts others: all of them may name a program. */
function named(rest: CommandWords, depth: number): OwnUse {
  if (rest.length === 0) return 'none';
  const [first = ''] = rest;
  if (!first.startsWith('-') && !/^\d/.test(first)) return ownUse(rest, depth + 1);
  const at = rest.findIndex((word) => !word.startsWith('-') && !/^\d/.test(word));
  if (rest.some((word) => SPLIT.test(word))) return useOfScript(rest.join(' ').replace(SPLIT_BEFORE, ''), depth + 1);
  if (rest.some(isUnknown)) return 'unknown';
  const shell = rest.findIndex((word) => SHELL.test(programName(word)) || RUNNER.test(programName(word)));
  return ownUse(rest.slice(shell === -1 ? Math.max(at, 0) : shell), depth + 1);
}

/** What comes after the package or the file is for that program. */
function ofRunner(rest: CommandWords, code: RegExp, hasVerb = false): OwnUse {
  const at = rest.findIndex((word) => !word.startsWith('-'));
  const options = at === -1 ? rest : rest.slice(0, at + 1);
  if (options.some((word) => code.test(word) || isUnknown(programName(word)))) return 'unknown';
  const isVerb = hasVerb && at !== -1 && /^(?:exec|x|dlx|run|tool)$/.test(rest[at] ?? '');
  return isVerb ? ofRunner(rest.slice(at + 1), code, rest[at] === 'tool') : 'none';
}

/** Values are put in before operators are read, so one may start any program. */
function inCmd(rest: CommandWords, depth: number): OwnUse {
  const line = rest.join(' ');
  if (/%[^%]*%|![^!]*!/.test(line) || line.includes(UNKNOWN)) return /plug/i.test(line) ? 'starts' : 'unknown';
  const parts = line
    .replaceAll(/["^]/g, '')
    .replace(/^(?:\s*\/[A-Za-z](?=\s|$))+/, '')
    .split(/[&|<>()\n]+/);
  const uses = parts.map((part) => ownUse(part.split(/[\s,;=]+/).filter(Boolean), depth + 1));
  return uses.length === 1 ? (uses[0] ?? 'none') : useOfAll(uses);
}

function inPowerShell(rest: CommandWords, depth: number): OwnUse {
  if (rest.some((word) => /^[-/](?:e|ec|en|enc\w*)$/i.test(word))) return 'unknown';
  const line = rest.filter((word) => !/^[-/]\w+$/.test(word)).join(' ');
  if (!/^[\w\s@=:,./\\~;|"'-]*$/.test(line)) return /plug/i.test(line) ? 'starts' : 'unknown';
  return useOfScript(line.replaceAll('\\', '/'), depth + 1);
}

function isUnknown(word: string): boolean {
  return word.includes(UNKNOWN);
}

/** A word can hold several, or a pair. */
function isOurs(word: string): boolean {
  return word.split(/[\s,;|&()<>"'`]+/).some((one) => OURS.test(one));
}

/** Such a name as the value of an option starts nothing: `--device plug`. */
function mayBeValue(at: number, words: CommandWords): boolean {
  const [before = '', after] = [words[at - 1], words[at + 1]];
  const isOption = /^--[a-z]/.test(before) && !/^--(?:package|call|command|exec|split-string)$/.test(before);
  return at > 1 && isOption && (after === undefined || after.startsWith('-')) && !/\s/.test(words[at] ?? '');
}

/** Options of the commands that serve; those with a value take one literal word. */
const serving: Readonly<Record<string, { readonly valued: RegExp; readonly flags: RegExp }>> = {
  mcp: { valued: /^$/, flags: /^$/ },
  serve: {
    valued: /^--(?:client|from|only|names|allow|deny|search|profile|idle|call-timeout)$/,
    flags: /^--(?:strict|locked)$/,
  },
  opencode: { valued: /^--(?:toolsets|project)$/, flags: /^--read-only$/ },
};
const LITERAL = /^(?!-)[\w@%+:.,/\\ ~*?-]+$/;

/** The words that our launcher for secrets starts; undefined for other lines. */
export function startedByLauncher(words: CommandWords): CommandWords | undefined {
  const own = afterStarter(words);
  return own?.[0] === 'exec' && own[2] === '--' && own.length > 3 ? own.slice(3) : undefined;
}

/** The launcher for secrets does what it starts. */
function useOfLauncher(started: CommandWords, depth: number): OwnUse {
  const use = ownUse(started, depth + 1);
  return use === 'none' ? 'serves' : use;
}

/** Whether the words after our program are one of the forms that serve, and nothing else. */
function serves([command = '', ...options]: CommandWords): boolean {
  const known = Object.hasOwn(serving, command) ? serving[command] : undefined;
  if (!known) return false;
  for (let at = 0; at < options.length; at += 1) {
    const option = options[at] ?? '';
    if (known.flags.test(option)) continue;
    if (!known.valued.test(option) || !LITERAL.test(options[at + 1] ?? '')) return false;
    at += 1;
  }
  return true;
}

export function isHarmless(use: OwnUse): boolean {
  return use === 'none' || use === 'serves';
}

/** The words after those that start Plugboard; undefined if they do not. */
function afterStarter([first = '', ...rest]: CommandWords): CommandWords | undefined {
  const program = programName(first);
  if (program === 'cmd' && /^\/c$/i.test(rest[0] ?? '')) {
    const inner = rest.slice(rest[1] === 'call' ? 2 : 1);
    return inner.every((word) => /^[\w@:./\\,-]+$/.test(word)) ? afterStarter(inner) : undefined;
  }
  if (OUR_PROGRAM.test(first)) return rest;
  if (program === 'node') return OUR_FILE.test(rest[0] ?? '') ? rest.slice(1) : undefined;
  return program === 'npx' || program === 'bunx' ? afterRunner(rest) : undefined;
}

/** The words after our package, or after our program in it. */
function afterRunner(rest: CommandWords): CommandWords | undefined {
  const at = rest.findIndex((word) => word !== '-y' && word !== '--yes');
  const [word = '', spec = '', ...more] = rest.slice(Math.max(at, 0));
  if (OUR_PACKAGE.test(word)) return [spec, ...more].filter((one, index) => index > 0 || one !== '');
  if ((word !== '-p' && word !== '--package') || !OUR_PACKAGE.test(spec)) return undefined;
  const own = more[0] === '--' ? more.slice(1) : more;
  return own[0] === 'plugboard' || own[0] === 'plug' ? own.slice(1) : undefined;
}
