import { resolve } from 'node:path';
import type { Host } from '../../model/host.ts';

interface Named {
  /** Absolute, with forward slashes. */
  readonly path: string;
}

/** Finds files by path, or by a path suffix that matches only one. */
export function chooseFiles<T extends Named>(
  words: readonly string[],
  files: readonly T[],
  { cwd }: Pick<Host, 'cwd'>,
): { found: T[]; unknown: string[] } {
  const found = new Set<T>();
  const unknown: string[] = [];
  for (const word of words) {
    const wanted = slashed(word);
    const exact = files.find(({ path }) => slashed(path) === slashed(resolve(cwd, word)));
    const ending = files.filter(({ path }) => slashed(path).endsWith(`/${wanted.replace(/^(?:~|\.)\//, '')}`));
    const one = exact ?? (ending.length === 1 ? ending[0] : undefined);
    if (one) found.add(one);
    else unknown.push(word);
  }
  return { found: [...found], unknown };
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
