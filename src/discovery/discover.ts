import type { Surroundings } from '../clients/paths.ts';
import { type ClientId, clients } from '../clients/registry.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { fileReader, type ReadFile } from './parsed-files.ts';
import { readClient } from './read-client.ts';
import { resolve } from './resolve.ts';
import type { DiscoveredClient, Discovery } from './types.ts';

export interface DiscoveryOptions {
  /** All clients if absent. */
  readonly clients?: readonly ClientId[];
  /** False if lines and columns are not needed; that is faster. */
  readonly placed?: boolean;
  /** Absolute path; the working directory if absent. */
  readonly project?: string;
  /** From `fileReader`, for several projects: each file is read and parsed once. */
  readonly read?: ReadFile;
}

/**
 * All servers of all clients, for one project and the current user: the file of each, which definition is active, which
 * are shadowed, and all diagnostics. It only reads files. An unreadable file is reported and hides no other file.
 */
export async function discover(host: Host, options: DiscoveryOptions = {}): Promise<Discovery> {
  const { home, env, platform, cwd } = host;
  const surroundings: Surroundings = { home, env, platform, project: options.project ?? cwd };
  const read = options.read ?? fileReader(host, options.placed);
  const ids = options.clients ?? (Object.keys(clients) as ClientId[]);
  const found = await Promise.all(
    ids.map(async (id) => resolve(clients[id], await readClient(clients[id], surroundings, read))),
  );
  return { project: surroundings.project, clients: found, issues: distinct(found.flatMap(issuesOf)) };
}

function issuesOf({ files, entries, names }: DiscoveredClient): Diagnostic[] {
  return [...files, ...entries, ...names].flatMap(({ issues }) => issues);
}

/** Removes duplicates, because several clients read the same file and report the same diagnostics. */
export function distinct(issues: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const issue of issues) {
    const { code, file, range, path, args } = issue;
    const key = JSON.stringify([code, file, range?.start.offset, path, args]);
    if (!seen.has(key)) seen.set(key, issue);
  }
  return [...seen.values()];
}
