import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { sharedFileReader } from '../../clients/well-known.ts';
import type { Host } from '../../model/host.ts';
import type { Candidate } from './candidate.ts';
import { knownServers } from './known-servers.ts';
import type { KnownServer } from './name-index.ts';

/** All server names with the clients that define them. In a comma-separated list the last item is completed. */
export async function serverCandidates(typed: string, host: Host, version: string): Promise<Candidate[]> {
  const byName = new Map<string, Map<string, string>>();
  for (const server of await knownServers(host, version)) {
    const places = byName.get(server.name) ?? new Map<string, string>();
    // Many clients read the same `.mcp.json`; it is listed once, as `mcp-json` if possible.
    if (!places.has(server.file) || server.client === sharedFileReader) places.set(server.file, sourceLabel(server));
    byName.set(server.name, places);
  }
  // A name that looks like an option would be parsed as one.
  const names = [...byName].filter(([name]) => !name.startsWith('-'));
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  return names.map(([name, places]) => ({ value: before + name, about: inWords([...new Set(places.values())]) }));
}

function sourceLabel({ client, scope }: KnownServer): string {
  const known: Readonly<Record<string, Client>> = clients;
  return `${known[client]?.name ?? client} (${scope})`;
}

function inWords([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  return more.length === 0 ? `${first}, ${second}` : `${first}, ${second} and ${more.length} more`;
}
