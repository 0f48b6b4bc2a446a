import { win32 } from 'node:path';

export interface WindowsCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: boolean;
}

export interface WindowsPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly isFile: (path: string) => boolean;
}

/**
 * How to start a program on Windows without passing text to a shell. Batch files need cmd.exe, so every special
 * character is escaped for it. Undefined if an argument cannot be escaped.
 */
export function windowsCommand(
  command: string,
  args: readonly string[],
  place: WindowsPlace,
): WindowsCommand | undefined {
  const file = findProgram(command, place);
  if (file === undefined || !/\.(?:cmd|bat)$/i.test(file)) return { file: file ?? command, args, verbatim: false };
  // oxlint-disable-next-line no-control-regex -- the interpreter ends a line there, whatever stands before.
  if ([file, ...args].some((text) => /[\0\r\n]/.test(text))) return undefined;
  // npm's shims pass their arguments to another command line, which cmd.exe parses a second time.
  const isShim = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i.test(file);
  const line = [escapeMeaning(file), ...args.map((arg) => escapeArgument(arg, isShim))].join(' ');
  const interpreter = lookUp(place.env, 'ComSpec') ?? 'cmd.exe';
  return { file: interpreter, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** Finds the program file, with one of the PATHEXT extensions if needed, at its path or in a PATH directory. */
function findProgram(command: string, { env, cwd, isFile }: WindowsPlace): string | undefined {
  const endings = (lookUp(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const hasEnding = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  const candidates = hasEnding ? ['', ...endings] : endings;
  const directories = /[/\\]/.test(command) ? [cwd] : pathOf(env);
  for (const directory of directories) {
    const base = win32.resolve(cwd, directory, command);
    const found = candidates.find((ending) => isFile(base + ending));
    if (found !== undefined) return base + found;
  }
  return undefined;
}

/** The current directory is not searched: a file in a project must not be run as a program. */
function pathOf(env: WindowsPlace['env']): string[] {
  const entries = (lookUp(env, 'Path') ?? '').split(';');
  return entries.map((entry) => entry.replaceAll('"', '').trim()).filter(Boolean);
}

/** Windows variable names are case-insensitive. */
function lookUp(env: WindowsPlace['env'], name: string): string | undefined {
  const key = Object.keys(env).find((key) => key.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

/** Quotes for the program, which splits the line at quotes, then escapes for cmd.exe, which parses it first. */
function escapeArgument(arg: string, isShim: boolean): string {
  const quoted = `"${doubleBackslashes(arg)}"`;
  return isShim ? escapeMeaning(escapeMeaning(quoted)) : escapeMeaning(quoted);
}

/** Backslashes are literal except before a quote, including the closing quote. */
function doubleBackslashes(arg: string): string {
  let escaped = '';
  let backslashes = 0;
  for (const character of arg) {
    if (character === '"') escaped += `${'\\'.repeat(backslashes)}\\`;
    escaped += character;
    backslashes = character === '\\' ? backslashes + 1 : 0;
  }
  return escaped + '\\'.repeat(backslashes);
}

function escapeMeaning(text: string): string {
  return text.replaceAll(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
}
