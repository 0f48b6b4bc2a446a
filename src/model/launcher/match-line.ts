import type { Environment } from '../reference.ts';
import type { LauncherLine } from './launcher-entry.ts';

/** Where a client expands its variables. */
export interface ExpandedIn {
  readonly env: Environment;
  readonly home: string;
  /** Whether the word at this place may have any folder of an editor: only where it is data. */
  readonly takesFolder: (at: number) => boolean;
}

/** Any `${…}`, in whatever client's spelling. */
const REFERENCE = /\$\{([^}]*)\}/g;
const VARIABLE = /^([A-Za-z_]\w*)(?::-([^}]*))?$/;

/**
 * Variables of editors, as patterns of what they may become. An editor chooses the folder: an entry with
 * `${workspaceFolder}` is meant for every folder that is opened, if that is only data for the program.
 */
const ofEditors: Readonly<Record<string, (where: ExpandedIn) => string>> = {
  workspaceFolder: () => String.raw`(?:[A-Za-z]:)?[/\\](?:(?!\.\.[/\\])[^\0\r\n])*`,
  workspaceFolderBasename: () => String.raw`[^/\\\0]+`,
  userHome: ({ home }) => escaped(home),
  pathSeparator: () => String.raw`[/\\]`,
};

/** Whether a line has variables that a client expands before the launcher sees it. */
export function hasReferences({ words, env }: LauncherLine): boolean {
  return [...words, ...Object.values(env)].some((text) => text.search(REFERENCE) !== -1);
}

/** The variables in a line of which the launcher cannot tell what they may become, such as `${input:host}`. */
export function unmatchable({ words, env }: LauncherLine): string[] {
  const found = [...words, ...Object.values(env)].flatMap((text) => [...text.matchAll(REFERENCE)]);
  return found.filter(([, name = '']) => !VARIABLE.test(name)).map(([whole]) => whole);
}

/** Whether a line is what a client makes of this one: only its variables differ, and they have the values they have here. */
export function isExpansionOf(line: LauncherLine, written: LauncherLine, where: ExpandedIn): boolean {
  const [names, others] = [Object.keys(line.env), Object.keys(written.env)];
  return (
    line.server === written.server &&
    line.words.length === written.words.length &&
    line.words.every((word, index) =>
      isExpanded(word, written.words[index] ?? '', where, () => where.takesFolder(index)),
    ) &&
    names.length === others.length &&
    names.every(
      (name) =>
        Object.hasOwn(written.env, name) &&
        isExpanded(line.env[name] ?? '', written.env[name] ?? '', where, () => true),
    )
  );
}

/** The variables of the environment that a line refers to; those of editors are none. */
export function variablesIn({ words, env }: LauncherLine): string[] {
  const found = [...words, ...Object.values(env)].flatMap((text) => [...text.matchAll(REFERENCE)]);
  const names = found.flatMap(([, name = '']) => VARIABLE.exec(name)?.[1] ?? []);
  return [...new Set(names.filter((name) => !Object.hasOwn(ofEditors, name)))];
}

function isExpanded(text: string, written: string, where: ExpandedIn, takesFolder: () => boolean): boolean {
  if (text === written) return true;
  let pattern = '';
  let at = 0;
  for (const match of written.matchAll(REFERENCE)) {
    pattern += escaped(written.slice(at, match.index)) + patternOf(match[0], match[1] ?? '', where, takesFolder);
    at = match.index + match[0].length;
  }
  return new RegExp(`^${pattern}${escaped(written.slice(at))}$`).test(text);
}

function patternOf(whole: string, name: string, where: ExpandedIn, takesFolder: () => boolean): string {
  if (name.startsWith('workspaceFolder') && !takesFolder()) return escaped(whole);
  const ofEditor = Object.hasOwn(ofEditors, name) ? ofEditors[name] : undefined;
  if (ofEditor) return ofEditor(where);
  const [, variable = '', fallback] = VARIABLE.exec(name) ?? [];
  return escaped(where.env[variable] ?? fallback ?? whole);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
