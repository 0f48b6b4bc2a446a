import type { Host } from '../../model/host.ts';
import { makeOwnDirectory } from '../../store/directories.ts';
import { places } from '../../store/places.ts';
import { readOwnJson } from '../../store/read-own-file.ts';
import { writeNew } from '../../store/write-new.ts';

/** A name in a file, as one client reads it. */
export interface KnownServer {
  readonly name: string;
  readonly client: string;
  readonly scope: string;
  readonly file: string;
}

/** What the files of one client held when they were last read. */
export interface IndexedServers {
  /** Tells whether they have changed since. */
  readonly stamp: string;
  readonly servers: readonly KnownServer[];
}

/** By client. */
type Index = ReadonlyMap<string, IndexedServers>;

interface IndexFile {
  /** Another version may know other clients and files. */
  readonly version: string;
  /** The one that was last used first; each sees other files. */
  readonly projects: readonly { readonly project: string; readonly clients: Record<string, IndexedServers> }[];
}

const PROJECTS = 8;

const fileOf = (host: Host): string => `${places(host).cache}/server-names.json`;

/** Empty when nothing usable is there. */
export async function readIndex(host: Host, version: string): Promise<Index> {
  const { projects } = await readFile(host, version);
  return new Map(Object.entries(projects.find(({ project }) => project === host.cwd)?.clients ?? {}));
}

/** Best effort: without the index the next answer only takes longer. */
export async function writeIndex(host: Host, version: string, index: Index): Promise<void> {
  const { projects } = await readFile(host, version);
  const others = projects.filter(({ project }) => project !== host.cwd).slice(0, PROJECTS - 1);
  const content: IndexFile = {
    version,
    projects: [{ project: host.cwd, clients: Object.fromEntries(index) }, ...others],
  };
  const path = fileOf(host);
  const fresh = `${path}.${host.processes.own}.tmp`;
  try {
    await makeOwnDirectory(host, places(host).cache);
    await writeNew(host, fresh, Buffer.from(JSON.stringify(content)), 0o600);
    await host.fs.rename(fresh, path);
  } catch {
    await host.fs.unlink(fresh).catch(() => undefined);
  }
}

async function readFile(host: Host, version: string): Promise<IndexFile> {
  try {
    const content = (await readOwnJson(host, fileOf(host))) as IndexFile;
    if (content.version === version && Array.isArray(content.projects)) return content;
  } catch {
    // Not there yet, or damaged: it is made again.
  }
  return { version, projects: [] };
}
