import { win32 } from 'node:path';
import { extensionsFor, searchPath, variable } from '../../../model/find-program.ts';

export interface WindowsCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: boolean;
}

export interface WindowsPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly isFile: (path: string) => boolean;
  /** Undefined if it cannot be read. */
  readonly textOf: (path: string) => string | undefined;
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
  // As those of npm, most pass their arguments to another command line, which cmd.exe parses a second time.
  const forwards = /%\*|%~?[1-9]/.test(place.textOf(file) ?? '%*');
  const line = [escapeMeaning(file), ...args.map((arg) => escapeArgument(arg, forwards))].join(' ');
  const interpreter = variable('COMSPEC', place.env, 'win32') ?? 'cmd.exe';
  return { file: interpreter, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** The current directory is not searched: a file in a project must not be run as a program. */
function findProgram(command: string, { env, cwd, isFile }: WindowsPlace): string | undefined {
  const directories = /[/\\]/.test(command) ? [cwd] : searchPath({ env, platform: 'win32' });
  const extensions = extensionsFor(command, { env, platform: 'win32' });
  return directories
    .map((directory) => win32.resolve(cwd, directory, command))
    .flatMap((base) => extensions.map((extension) => base + extension))
    .find(isFile);
}

/** Quotes for the program, which splits the line at quotes, then escapes for cmd.exe, which parses it first. */
function escapeArgument(arg: string, twice: boolean): string {
  const quoted = `"${doubleBackslashes(arg)}"`;
  return twice ? escapeMeaning(escapeMeaning(quoted)) : escapeMeaning(quoted);
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
