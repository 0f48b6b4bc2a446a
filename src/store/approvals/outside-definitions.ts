import type { Host } from '../../model/host.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import type { Server } from '../../model/server.ts';
import { stateFile } from '../state/places.ts';
import { definitionKey } from './definition-key.ts';
import { damaged, readPrivateJson, writePrivateJson } from './private-file.ts';

/**
 * Definitions that someone else wrote and that the user added: from a text, an install link or a file. They need no
 * approval, but the vault gives them only what a person allowed.
 */
export interface OutsideDefinitions {
  has(server: Server): boolean;
}

/** The newest are kept. */
const MOST = 20_000;

function outsidePath(host: Host): string {
  return stateFile(host, 'outside-definitions.json');
}

export async function readOutsideDefinitions(host: Host): Promise<OutsideDefinitions> {
  const planned = (host.plannedOutside ?? []).flatMap(keysOf);
  const known = new Set([...(await readKeys(host)), ...planned]);
  return { has: (server) => known.size > 0 && keysOf(server).some((key) => known.has(key)) };
}

/** Requires the lock. */
export async function recordOutsideLocked(host: Host, servers: readonly Server[]): Promise<void> {
  if (servers.length === 0) return;
  const before = await readKeys(host);
  const definitions = [...new Set([...before, ...servers.flatMap(keysOf)])];
  if (definitions.length === before.length) return;
  await writePrivateJson(host, outsidePath(host), { version: 1, definitions: definitions.slice(-MOST) });
}

/** A launcher counts as what it starts, because other clients get that. */
function keysOf(server: Server): string[] {
  return [...new Set([definitionKey(server), definitionKey(startedServer(server))])];
}

async function readKeys(host: Host): Promise<readonly string[]> {
  const path = outsidePath(host);
  const root = (await readPrivateJson(host, path)) as { version?: unknown; definitions?: unknown } | undefined | null;
  if (root === undefined) return [];
  const { version, definitions } = root ?? {};
  const isWhole = version === 1 && Array.isArray(definitions) && definitions.every((key) => typeof key === 'string');
  if (!isWhole) throw damaged(path);
  return definitions;
}
