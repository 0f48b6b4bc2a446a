import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { decode } from './read-text.ts';
import { isAbsence, unreadable } from './reason.ts';

/** What a path holds: a text, nothing, or something that cannot be read. */
export type FileText = { readonly path: string } & (
  | { readonly text: string }
  | { readonly absent: true }
  | { readonly problem: Diagnostic }
);

/** More at once would not be faster, and the system allows a process only so many open files. */
const AT_ONCE = 64;

/** Reads many files, in the order given. One that cannot be read does not keep the others from being read. */
export async function readTexts(host: Host, paths: readonly string[]): Promise<FileText[]> {
  const results: FileText[] = [];
  const waiting = paths.entries();
  const work = async (): Promise<void> => {
    for (const [index, path] of waiting) results[index] = await readOne(host, path);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, paths.length) }, work));
  return results;
}

async function readOne(host: Host, path: string): Promise<FileText> {
  try {
    return { path, ...decode(await host.fs.readFile(path), path) };
  } catch (error) {
    if (isAbsence(error)) return { path, absent: true };
    return { path, problem: unreadable(path, error) };
  }
}
