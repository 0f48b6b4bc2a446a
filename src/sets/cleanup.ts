import type { Host } from '../model/host.ts';
import { UnfinishedFiles } from '../store/lock-unfinished.ts';
import { codeOf, reasonOf } from '../store/reason.ts';
import { type BrokenLink, brokenLinks, isBrokenLink } from './broken-links.ts';
import { setFileNames } from './directory-names.ts';
import { selectionFiles, writeSelectionFile } from './selection-file.ts';
import { judgeSelection, type NamesIn, type StaleSelection } from './stale-selection.ts';

/** What can go because it means nothing any more. */
export interface Cleanup {
  /** Where broken links were looked for. */
  readonly directory: string;
  readonly links: readonly BrokenLink[];
  /** Of all projects and directories. */
  readonly selections: readonly StaleSelection[];
  /** Files that an interrupted write of a selection has left. */
  readonly leftovers: readonly string[];
}

/** What has been done about it, as paths of files. */
export interface CleanupResult {
  readonly links: readonly string[];
  readonly selections: readonly string[];
  /** Selections out of which only some names were taken. */
  readonly trimmed: readonly string[];
  readonly leftovers: readonly string[];
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** Changes nothing. Only links that lead nowhere and our own notes are ever listed. */
export async function planCleanup(host: Host, directory: string): Promise<Cleanup> {
  const links = await brokenLinks(host, directory);
  const files = await selectionFiles(host);
  const namesIn = namesWithout(host, new Set(links.map(({ path }) => path)));
  const selections: StaleSelection[] = [];
  for (const path of files.selections) {
    const stale = await judgeSelection(host, path, namesIn);
    if (stale) selections.push(stale);
  }
  const leftovers: string[] = [];
  for (const path of files.leftovers) if (await new UnfinishedFiles().isAbandoned(host, path)) leftovers.push(path);
  return { directory, links, selections, leftovers };
}

/** Looks at everything once more, so that what has become good meanwhile stays. One failure does not stop the rest. */
export async function carryOutCleanup(host: Host, cleanup: Cleanup): Promise<CleanupResult> {
  const done = { links: [], selections: [], trimmed: [], leftovers: [] } as Record<Deed, string[]>;
  const failed: { path: string; reason: string }[] = [];
  const each = async (paths: readonly string[], work: (path: string) => Promise<Deed | undefined>): Promise<void> => {
    for (const path of paths) {
      try {
        const deed = await work(path);
        if (deed) done[deed].push(path);
      } catch (error) {
        // Another process may have been faster.
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
    const stale = await judgeSelection(host, path, namesIn);
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

type Deed = 'links' | 'selections' | 'trimmed' | 'leftovers';

function pathsOf(things: readonly { readonly path: string }[]): string[] {
  return things.map(({ path }) => path);
}

/** Many selections are of the same directory, which is looked into once. */
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
