import { resolve } from 'node:path';
import type { Host } from '../../model/host.ts';
import { comparablePath } from '../../model/paths/comparable-path.ts';

interface Named {
  /** Absolute, with forward slashes. */
  readonly path: string;
}

/** Finds files by path, or by a path suffix that matches only one. */
export function chooseFiles<T extends Named>(
  words: readonly string[],
  files: readonly T[],
  { cwd, platform }: Pick<Host, 'cwd' | 'platform'>,
): { found: T[]; unknown: string[] } {
  const found = new Set<T>();
  const unknown: string[] = [];
  for (const word of words) {
    const same = (path: string): string => comparablePath(slashed(path), platform);
    const end = same(slashed(word).replace(/^(?:~|\.)\//, ''));
    const exact = files.find(({ path }) => same(path) === same(resolve(cwd, word)));
    const ending = files.filter(({ path }) => same(path).endsWith(`/${end}`));
    const one = exact ?? (ending.length === 1 ? ending[0] : undefined);
    if (one) found.add(one);
    else unknown.push(word);
  }
  return { found: [...found], unknown };
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
