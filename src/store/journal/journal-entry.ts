import type { FileOwner } from '../../model/host.ts';

/** What is noted about a change before it is made: enough to finish it, to take it back, and to show it later. */
export interface JournalEntry {
  readonly version: 1;
  /** Later entries have later ids. */
  readonly id: string;
  readonly time: string;
  readonly title: string;
  /** Names of the servers it touched; entries of older versions have none. */
  readonly servers?: readonly string[];
  /** The entry this one takes back. */
  readonly undoes?: string;
  readonly files: readonly JournalFile[];
  /** Files that had another text than ours when an interrupted change was taken back, and were left alone. */
  readonly left?: readonly string[];
}

/** The text itself, when there was one before, stands in the backup with the same number. */
export interface JournalFile {
  readonly path: string;
  /** The file behind the links at `path`. */
  readonly target: string;
  /** Undefined when the file was not there. */
  readonly before?: { readonly hash: string; readonly mode: number; readonly owner: FileOwner };
  /** The hash of the new content; undefined when the file goes. */
  readonly after?: string;
  /** Directories made for it, the outermost first. */
  readonly directories: readonly string[];
  /** The change was to a symbolic link at `path` itself, and the content is where it leads. */
  readonly link?: true;
}

/** Undefined when the text is damaged. */
export function parseEntry(text: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(text) as JournalEntry;
    const texts = [entry.id, entry.time, entry.title];
    const whole =
      entry.version === 1 &&
      texts.every((it) => typeof it === 'string') &&
      entry.files.every(isWhole) &&
      isNames(entry.servers);
    return whole ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isNames(names: unknown): boolean {
  return names === undefined || (Array.isArray(names) && names.every((name) => typeof name === 'string'));
}

function isWhole({ path, target, before, after, directories }: JournalFile): boolean {
  const texts = [path, target, ...(before ? [before.hash] : []), ...(after === undefined ? [] : [after])];
  const numbers = before ? [before.mode, before.owner.uid, before.owner.gid] : [];
  return (
    texts.length > 2 &&
    texts.every((it) => typeof it === 'string') &&
    numbers.every((it) => typeof it === 'number') &&
    Array.isArray(directories)
  );
}
