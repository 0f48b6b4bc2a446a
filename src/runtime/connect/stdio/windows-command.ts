import { win32 } from 'node:path';
import { extensionsFor, searchPath, variable } from '../../../model/find-program.ts';
import { powershellStart, systemProgram } from '../../../model/shell/system-program.ts';

export interface WindowsCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: boolean;
  /** There is no such program. It must not be left to the system, which looks into the working directory too. */
  readonly missing?: true;
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
  if (file === undefined) return { file: command, args, verbatim: false, missing: true };
  if (/\.ps1$/i.test(file)) {
    const { file: powershell, first } = powershellStart(file, place.env);
    return { file: powershell, args: [...first, ...args], verbatim: false };
  }
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  // oxlint-disable-next-line no-control-regex -- the interpreter ends a line there, whatever stands before.
  if ([file, ...args].some((text) => /[\0\r\n]/.test(text))) return undefined;
  // As those of npm, most pass their arguments to another command line, which cmd.exe parses a second time.
  const forwards = /%\*|%~?[1-9]/.test(place.textOf(file) ?? '%*');
  const line = [escapeMeaning(file), ...args.map((arg) => escapeArgument(arg, forwards))].join(' ');
  const interpreter = variable('COMSPEC', place.env, 'win32') || systemProgram('cmd', place.env);
  return { file: interpreter, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** The error that the system reports for a program that does not exist. */
export function programNotFound(file: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`spawn ${file} ENOENT`), { code: 'ENOENT', syscall: 'spawn', path: file });
}

/** The current directory is not searched: a file in a project must not be run as a program. */
function findProgram(command: string, { env, cwd, isFile }: WindowsPlace): string | undefined {
  const directories = /[/\\]/.test(command) ? [cwd] : searchPath({ env, platform: 'win32' });
  const tried = extensionsFor(command, { env, platform: 'win32' });
  // A name with an ending of its own is meant as it is, if nothing else is there.
  const extensions = /\.[^./\\]+$/.test(command) ? [...tried, ''] : tried;
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
