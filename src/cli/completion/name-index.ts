import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../../store/read/read-own-file.ts';
import { makeOwnDirectory } from '../../store/state/directories.ts';
import { places } from '../../store/state/places.ts';
import { writeNew } from '../../store/write/write-new.ts';

/** A server name in a file, as one client reads it. */
export interface KnownServer {
  readonly name: string;
  readonly client: string;
  readonly scope: string;
  readonly file: string;
}

/** The cached servers of one client. */
export interface IndexedServers {
  /** Differs if a file has changed since. */
  readonly stamp: string;
  readonly servers: readonly KnownServer[];
}

/** By client. */
type Index = ReadonlyMap<string, IndexedServers>;

interface IndexFile {
  /** The version of Plugboard; another version may support other clients and files. */
  readonly version: string;
  /** Most recently used first. Each project has different files. */
  readonly projects: readonly { readonly project: string; readonly clients: Record<string, IndexedServers> }[];
}

const PROJECTS = 8;

const fileOf = (host: Host): string => `${places(host).cache}/server-names.json`;

/** The cached index; empty if there is none. */
export async function readIndex(host: Host, version: string): Promise<Index> {
  const { projects } = await readFile(host, version);
  return new Map(Object.entries(projects.find(({ project }) => project === host.cwd)?.clients ?? {}));
}

/** Writes the index, ignoring errors: without it the next completion is only slower. */
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
    // Missing or damaged: it is rebuilt.
  }
  return { version, projects: [] };
}
