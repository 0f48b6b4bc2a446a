import type { FileOwner } from '../../model/host.ts';

/** Record of a change, written before it is made: enough to finish, undo and display it. */
export interface JournalEntry {
  readonly version: 1;
  /** Ids ascend over time. */
  readonly id: string;
  readonly time: string;
  readonly title: string;
  /** Names of the servers it affected; absent in entries of older versions. */
  readonly servers?: readonly string[];
  /** The entry that this one undoes. */
  readonly undoes?: string;
  /** With `undoes`: the change that is undone or redone in the end. Absent in entries of older versions. */
  readonly original?: { readonly title: string; readonly isRedone: boolean };
  /** Code of the operation and its target, to find the change later. */
  readonly action?: string;
  /** The backups are encrypted. */
  readonly sealed?: true;
  readonly files: readonly JournalFile[];
  /** Files that had changed when an interrupted change was rolled back, and were left as they are. */
  readonly left?: readonly string[];
}

/** The previous content, if any, is in the backup with the same index. */
export interface JournalFile {
  readonly path: string;
  /** The file behind the links at `path`. */
  readonly target: string;
  /** Undefined if the file did not exist. */
  readonly before?: { readonly hash: string; readonly mode: number; readonly owner: FileOwner };
  /** Hash of the new content; undefined if the file is deleted. */
  readonly after?: string;
  /** Directories created for it, outermost first. */
  readonly directories: readonly string[];
  /** The change was to a symbolic link at `path` itself; the content is its target. */
  readonly link?: true;
}

/** Undefined if the text is damaged. */
export function parseEntry(text: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(text) as JournalEntry;
    const texts = [entry.id, entry.time, entry.title];
    const whole =
      entry.version === 1 &&
      texts.every((it) => typeof it === 'string') &&
      entry.files.every(isWhole) &&
      isNames(entry.servers) &&
      isOriginal(entry.original) &&
      (entry.sealed === undefined || entry.sealed) &&
      (entry.action === undefined || typeof entry.action === 'string');
    return whole ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isNames(names: unknown): boolean {
  return names === undefined || (Array.isArray(names) && names.every((name) => typeof name === 'string'));
}

function isOriginal(original: JournalEntry['original']): boolean {
  return original === undefined || (typeof original.title === 'string' && typeof original.isRedone === 'boolean');
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
