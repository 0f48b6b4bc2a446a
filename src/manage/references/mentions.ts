import { isMap, type Path, type Value } from '../../model/value.ts';

/** Finds `mcp__name`, alone or with a tool; `mcp__names` is another server. Odd characters are underscores in tool names. */
export function mentionsOf(name: string): RegExp {
  const plain = inToolNames(name).replaceAll('-', String.raw`\-`);
  return new RegExp(`(?<![A-Za-z0-9_-])mcp__${plain}(?:__[A-Za-z0-9_*.-]*)?(?![A-Za-z0-9_-])`, 'g');
}

/** The text with every mention of a server under its new name. */
export function renamedIn(text: string, name: string, to: string): string {
  const [before, after] = [`mcp__${inToolNames(name)}`, `mcp__${inToolNames(to)}`];
  return text.replaceAll(mentionsOf(name), (found) => after + found.slice(before.length));
}

/** The name of a server as it is part of the names of its tools. */
function inToolNames(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

/** The texts of permissions and hooks in settings, with their paths. */
export function settingsTexts(root: Value | undefined): [Path, string][] {
  if (!isMap(root)) return [];
  return ['permissions', 'hooks'].flatMap((key) => textsIn(root[key], [key]));
}

function textsIn(value: Value | undefined, path: Path): [Path, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/** The frontmatter of a subagent file, without the prompt after it. */
export function headOf(text: string): string {
  return /^\ufeff?---\r?\n.*?\r?\n---/s.exec(text)?.[0] ?? '';
}
