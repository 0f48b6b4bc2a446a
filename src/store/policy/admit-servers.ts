import { clientOfFile } from '../../clients/client-of-file.ts';
import { pathsOf, type Surroundings } from '../../clients/paths.ts';
import { readDocument } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import type { Client, Location, Place } from '../../clients/types.ts';
import { setClientId } from '../../clients/well-known.ts';
import { loadFormat } from '../../formats/index.ts';
import type { FormatId } from '../../formats/types.ts';
import type { Host } from '../../model/host.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value, valueAt } from '../../model/value.ts';
import { isStateFile } from '../state/places.ts';
import { findPolicies, readPolicies } from './read-policies.ts';
import { refusalHere } from './require-allowed.ts';

/** A file before and after a change. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly link?: boolean | undefined;
}

/**
 * Throws if a policy refuses a server that these changes add, change or enable. What a change leaves as it is, disables
 * or removes is never refused. The texts decide, so it does not matter which operation made the change.
 */
export async function admitServers(host: Host, files: readonly ChangedFile[]): Promise<void> {
  const changed = files.filter(
    ({ path, before, after, link }) => after !== undefined && after !== before && !link && !isStateFile(host, path),
  );
  if (changed.length === 0 || (await findPolicies(host)).length === 0) return;
  for (const file of changed) {
    const started = await startedServers(host, file);
    if (started.length === 0) continue;
    const policies = await readPolicies(host);
    for (const [name, server] of started) {
      const refusal = await refusalHere(policies, host, name, server);
      if (refusal) throw refusal;
    }
  }
}

/** Servers that a client would start after the change and did not start before in the same way. */
export async function startedServers(host: Host, { path, before, after }: ChangedFile): Promise<[string, Server][]> {
  const started: [string, Server][] = [];
  for (const reader of readersOf(host, path)) {
    const { parse } = await loadFormat(reader.format);
    const old = before === undefined ? undefined : parse(before).value;
    const now = parse(after ?? '').value;
    for (const place of placesIn(reader, now)) {
      const known = new Map(readDocument(reader.client, old, place).map(({ name, server }) => [name, server]));
      for (const { name, server } of readDocument(reader.client, now, place))
        if (!server.disabled && !isSame(known.get(name), server)) started.push([name, server]);
    }
  }
  return started;
}

function isSame(before: Server | undefined, now: Server): boolean {
  return before !== undefined && !before.disabled && runDefinition(before) === runDefinition(now);
}

interface Reader {
  readonly client: Client;
  readonly place: Place;
  readonly format: FormatId;
  readonly atProject?: Location['atProject'];
}

/** All clients that read the file here, or else the one that reads a file of this name, or one with the same layout. */
function readersOf(host: Host, path: string): Reader[] {
  const file = path.replaceAll('\\', '/');
  const { home, env, platform, cwd } = host;
  const here: Surroundings = { home, env, platform, project: cwd };
  const all: readonly Client[] = Object.values(clients);
  const found = all.flatMap((client) =>
    client.locations.filter((one) => pathsOf(one, here).includes(file)).map((one) => readerAt(client, one, cwd)),
  );
  if (found.length > 0) return found;
  const likely = clientOfFile(file);
  const location = likely?.client.locations.find((one) => one.scope === likely.place.scope);
  if (likely && location) return [readerAt(likely.client, location, cwd)];
  return [{ client: clients[setClientId], place: { scope: 'user' }, format: 'jsonc' }];
}

function readerAt(client: Client, { scope, variant, format, atProject }: Location, project: string): Reader {
  const place = { scope, project, ...(variant === undefined ? {} : { variant }) };
  return { client, place, format, ...(atProject && { atProject }) };
}

/** The places in one file: in a file with sections per project, every section. */
function placesIn({ place, atProject }: Reader, root: Value | undefined): Place[] {
  if (!atProject) return [place];
  const marked = atProject(MARK);
  const sections = valueAt(root, marked.slice(0, marked.indexOf(MARK)));
  return isMap(sections) ? Object.keys(sections).map((project) => ({ ...place, project })) : [];
}

const MARK = '\0';
