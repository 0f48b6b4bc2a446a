import type { Surroundings } from '../clients/paths.ts';
import { type ClientId, clients } from '../clients/registry.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { fileReader } from './parsed-files.ts';
import { readClient } from './read-client.ts';
import { resolve } from './resolve.ts';
import type { DiscoveredClient, Discovery } from './types.ts';

export interface DiscoveryOptions {
  /** All of them when absent. */
  readonly clients?: readonly ClientId[];
  /** False when nobody will ask for lines and columns, which then need not be there; that is faster. */
  readonly placed?: boolean;
  /** Absolute path; the working directory when absent. */
  readonly project?: string;
}

/**
 * All servers of all clients, for one project and the person at this machine: where each stands, what is in force, what
 * is shadowed, and what is wrong. Reads files and nothing else. What cannot be read is a finding; it hides nothing.
 */
export async function discover(host: Host, options: DiscoveryOptions = {}): Promise<Discovery> {
  const { home, env, platform, cwd } = host;
  const surroundings: Surroundings = { home, env, platform, project: options.project ?? cwd };
  const read = fileReader(host, options.placed);
  const ids = options.clients ?? (Object.keys(clients) as ClientId[]);
  const found = await Promise.all(
    ids.map(async (id) => resolve(clients[id], await readClient(clients[id], surroundings, read))),
  );
  return { project: surroundings.project, clients: found, findings: distinct(found.flatMap(findingsOf)) };
}

function findingsOf({ files, entries, names }: DiscoveredClient): Diagnostic[] {
  return [...files, ...entries, ...names].flatMap(({ findings }) => findings);
}

/** Several clients read the same file and find the same in it. */
export function distinct(findings: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const finding of findings) {
    const { code, file, range, path, args } = finding;
    const key = JSON.stringify([code, file, range?.start.offset, path, args]);
    if (!seen.has(key)) seen.set(key, finding);
  }
  return [...seen.values()];
}
