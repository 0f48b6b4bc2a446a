import type { LaunchPlan } from './types.ts';

/** The command of a plan for a POSIX shell. */
export function launchLine({ program, args, env }: Pick<LaunchPlan, 'program' | 'args' | 'env'>): string {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...settings, ...[program, ...args].map(quoted)].join(' ');
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // Control characters must be escaped, because the terminal would interpret them.
  if (/[^\P{Cc}\n\t]/u.test(word)) return `$'${word.replaceAll(/[\\'\p{Cc}]/gu, escaped)}'`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function escaped(character: string): string {
  if (character === '\\' || character === "'") return `\\${character}`;
  return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
