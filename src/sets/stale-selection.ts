import type { Host } from '../model/host.ts';
import { isDangling } from './is-dangling.ts';
import { readSelectionFile, type StoredSelection } from './selection-file.ts';

/** A saved selection that is stale, entirely or in part. */
export interface StaleSelection {
  /** Path of the selection file. */
  readonly path: string;
  readonly why: 'unreadable' | 'project-gone' | 'directory-gone' | 'sets-gone';
  readonly project?: string;
  /** Directory of its sets. */
  readonly directory?: string;
  /** Names of sets that no longer exist. */
  readonly gone: readonly string[];
  /** The selection without those names; absent if none are left and the file can be deleted. */
  readonly left?: StoredSelection;
}

/** Returns the names of the sets in a directory; undefined if it cannot be read. */
export type NamesIn = (directory: string) => Promise<ReadonlySet<string> | undefined>;

/** Why a selection is stale; undefined if it is not. */
export async function checkSelection(host: Host, path: string, namesIn: NamesIn): Promise<StaleSelection | undefined> {
  const selection = await readSelectionFile(host, path);
  if (!selection) return { path, why: 'unreadable', gone: [] };
  const { project, configDirectory: directory, sets } = selection;
  const about = { path, project, directory };
  if (await isDangling(host, project)) return { ...about, why: 'project-gone', gone: sets };
  if (await isDangling(host, directory)) return { ...about, why: 'directory-gone', gone: sets };
  const known = await namesIn(directory);
  const gone = known ? sets.filter((name) => !known.has(name)) : [];
  if (gone.length === 0) return undefined;
  const kept = sets.filter((name) => !gone.includes(name));
  return { ...about, why: 'sets-gone', gone, ...(kept.length === 0 ? {} : { left: { ...selection, sets: kept } }) };
}
