import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { decode } from './read-text.ts';
import { isNotFound, unreadable } from './reason.ts';

/** Content of a path: a text, nothing, or an error. */
export type FileText = { readonly path: string } & (
  | { readonly text: string }
  | { readonly absent: true }
  | { readonly problem: Diagnostic }
);

/** More parallel reads are not faster, and the number of open files is limited. */
const AT_ONCE = 64;

/** Reads many files in parallel; results are in the given order. One unreadable file does not affect the others. */
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
    if (isNotFound(error)) return { path, absent: true };
    return { path, problem: unreadable(path, error) };
  }
}
