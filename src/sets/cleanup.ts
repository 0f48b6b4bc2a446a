import type { Host } from '../model/host.ts';
import { UnfinishedFiles } from '../store/lock/lock-unfinished.ts';
import { codeOf, reasonOf } from '../store/read/reason.ts';
import { type BrokenLink, brokenLinks, isBrokenLink } from './broken-links.ts';
import { setFileNames } from './directory-names.ts';
import { selectionFiles, writeSelectionFile } from './selection-file.ts';
import { checkSelection, type NamesIn, type StaleSelection } from './stale-selection.ts';

/** Stale files that can be removed. */
export interface Cleanup {
  /** The directory that was searched for broken links. */
  readonly directory: string;
  readonly links: readonly BrokenLink[];
  /** Stale selections of all projects and directories. */
  readonly selections: readonly StaleSelection[];
  /** Temporary files of interrupted writes. */
  readonly leftovers: readonly string[];
}

/** The result of a cleanup, as file paths. */
export interface CleanupResult {
  readonly links: readonly string[];
  readonly selections: readonly string[];
  /** Selections from which only some names were removed. */
  readonly trimmed: readonly string[];
  readonly leftovers: readonly string[];
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** Finds stale files without changing anything. Only dangling symlinks and our own selection files are listed. */
export async function planCleanup(host: Host, directory: string): Promise<Cleanup> {
  const links = await brokenLinks(host, directory);
  const files = await selectionFiles(host);
  const namesIn = namesWithout(host, new Set(links.map(({ path }) => path)));
  const selections: StaleSelection[] = [];
  for (const path of files.selections) {
    const stale = await checkSelection(host, path, namesIn);
    if (stale) selections.push(stale);
  }
  const leftovers: string[] = [];
  for (const path of files.leftovers) if (await new UnfinishedFiles().isAbandoned(host, path)) leftovers.push(path);
  return { directory, links, selections, leftovers };
}

/**
 * Removes stale files. Each is checked again first, so files that became valid are kept. A failure does not stop the
 * rest.
 */
export async function applyCleanup(host: Host, cleanup: Cleanup): Promise<CleanupResult> {
  const done = { links: [], selections: [], trimmed: [], leftovers: [] } as Record<Outcome, string[]>;
  const failed: { path: string; reason: string }[] = [];
  const each = async (
    paths: readonly string[],
    work: (path: string) => Promise<Outcome | undefined>,
  ): Promise<void> => {
    for (const path of paths) {
      try {
        const outcome = await work(path);
        if (outcome) done[outcome].push(path);
      } catch (error) {
        // Another process may have removed it already.
        if (codeOf(error) !== 'ENOENT') failed.push({ path, reason: reasonOf(error) });
      }
    }
  };
  await each(pathsOf(cleanup.links), async (path) => {
    if (!(await isBrokenLink(host, path))) return undefined;
    await host.fs.unlink(path);
    return 'links';
  });
  const namesIn = namesWithout(host, new Set());
  await each(pathsOf(cleanup.selections), async (path) => {
    const stale = await checkSelection(host, path, namesIn);
    if (!stale) return undefined;
    if (stale.left) await writeSelectionFile(host, path, stale.left);
    else await host.fs.unlink(path);
    return stale.left ? 'trimmed' : 'selections';
  });
  await each(cleanup.leftovers, async (path) => {
    await host.fs.unlink(path);
    return 'leftovers';
  });
  return { ...done, failed };
}

type Outcome = 'links' | 'selections' | 'trimmed' | 'leftovers';

function pathsOf(things: readonly { readonly path: string }[]): string[] {
  return things.map(({ path }) => path);
}

/** Cached, because many selections refer to the same directory. */
function namesWithout(host: Host, broken: ReadonlySet<string>): NamesIn {
  const known = new Map<string, ReturnType<NamesIn>>();
  const look: NamesIn = async (directory) => {
    const names = await setFileNames(host, directory).catch(() => undefined);
    const there = names?.filter((name) => !broken.has(`${directory}/${name}`));
    return there && new Set(there.map((name) => name.slice(0, -'.json'.length)));
  };
  return (directory) => {
    const names = known.get(directory) ?? look(directory);
    known.set(directory, names);
    return names;
  };
}
