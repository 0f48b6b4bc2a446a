import type { Host } from '../model/host.ts';
import { leadsNowhere } from './leads-nowhere.ts';
import { readSelectionFile, type StoredSelection } from './selection-file.ts';

/** A remembered selection that is of no more use, or not all of it. */
export interface StaleSelection {
  /** The file it stands in. */
  readonly path: string;
  readonly why: 'unreadable' | 'project-gone' | 'directory-gone' | 'sets-gone';
  readonly project?: string;
  /** Where its sets are, or were. */
  readonly directory?: string;
  /** The names that mean nothing any more. */
  readonly gone: readonly string[];
  /** What is left of it; absent when nothing is, so that all of it goes. */
  readonly left?: StoredSelection;
}

/** The names of the sets in a directory; undefined when that cannot be known. */
export type NamesIn = (directory: string) => Promise<ReadonlySet<string> | undefined>;

/** Undefined when it is still good. */
export async function judgeSelection(host: Host, path: string, namesIn: NamesIn): Promise<StaleSelection | undefined> {
  const selection = await readSelectionFile(host, path);
  if (!selection) return { path, why: 'unreadable', gone: [] };
  const { project, configDirectory: directory, sets } = selection;
  const about = { path, project, directory };
  if (await leadsNowhere(host, project)) return { ...about, why: 'project-gone', gone: sets };
  if (await leadsNowhere(host, directory)) return { ...about, why: 'directory-gone', gone: sets };
  const known = await namesIn(directory);
  const gone = known ? sets.filter((name) => !known.has(name)) : [];
  if (gone.length === 0) return undefined;
  const kept = sets.filter((name) => !gone.includes(name));
  return { ...about, why: 'sets-gone', gone, ...(kept.length === 0 ? {} : { left: { ...selection, sets: kept } }) };
}
