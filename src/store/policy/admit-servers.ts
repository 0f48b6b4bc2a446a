import { clientOfFile, projectOfFile } from '../../clients/client-of-file.ts';
import { pathsOf, type Surroundings } from '../../clients/paths.ts';
import { readDocument } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import type { Client, Location, Place } from '../../clients/types.ts';
import { setClientId } from '../../clients/well-known.ts';
import { loadFormat } from '../../formats/index.ts';
import type { FormatId } from '../../formats/types.ts';
import type { Host } from '../../model/host.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value, valueAt } from '../../model/value.ts';
import type { Policy } from '../../policy/policy.ts';
import { parseFile } from '../read/parsed-texts.ts';
import { isBelow } from '../state/enclosing-directory.ts';
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
 * or removes is never refused. The texts decide, so it does not matter which operation made the change. The policies are
 * those of the project that a file, or a section of a file, belongs to; for a user's file those of the current one.
 */
export async function admitServers(host: Host, files: readonly ChangedFile[]): Promise<void> {
  const changed = files.filter(
    ({ path, before, after, link }) => after !== undefined && after !== before && !link && !isStateFile(host, path),
  );
  if (changed.length === 0) return;
  const hasPolicy = policyFinder(host);
  const policiesOf = new Map<string, Promise<Policy[]>>();
  for (const file of changed) {
    const readers = readersOf(host, file.path);
    if (!readers.some(({ atProject }) => atProject) && !(await hasPolicy(projectFor(host, file.path, readers))))
      continue;
    for (const { name, server, project } of await startedIn(host, file, readers)) {
      if (!(await hasPolicy(project))) continue;
      const reading = policiesOf.get(project) ?? readPolicies(host, project);
      policiesOf.set(project, reading);
      const refusal = await refusalHere(await reading, host, name, server, { project });
      if (refusal) throw refusal;
    }
  }
}

/** Whether a policy applies in a directory. */
function policyFinder(host: Host): (project: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return async (project) => {
    const finding = known.get(project) ?? findPolicies(host, project).then(({ length }) => length > 0);
    known.set(project, finding);
    return finding;
  };
}

/** A server that a client would start after a change. */
export interface StartedServer {
  readonly name: string;
  readonly server: Server;
  /** The client that would start it, and where it reads it. */
  readonly client: string;
  readonly scope: Scope;
  /** The project whose policies apply to it. */
  readonly project: string;
}

/** Servers that a client would start after the change and did not start before in the same way. */
export async function startedServers(host: Host, file: ChangedFile): Promise<StartedServer[]> {
  return startedIn(host, file, readersOf(host, file.path));
}

async function startedIn(
  host: Host,
  { path, before, after = '' }: ChangedFile,
  readers: readonly Reader[],
): Promise<StartedServer[]> {
  const started: StartedServer[] = [];
  const ofFile = projectFor(host, path, readers);
  for (const reader of readers) {
    const format = await loadFormat(reader.format);
    const old = before === undefined ? undefined : parseFile(host, path, format, before).value;
    const now = parseFile(host, path, format, after).value;
    for (const place of placesIn(reader, now)) {
      const known = new Map(readDocument(reader.client, old, place).map(({ name, server }) => [name, server]));
      const project = reader.atProject && place.project !== undefined ? place.project : ofFile;
      for (const { name, server } of readDocument(reader.client, now, place))
        if (!server.disabled && !isSame(known.get(name), server))
          started.push({ name, server, client: reader.client.id, scope: place.scope, project });
    }
  }
  return started;
}

/** The project that a file belongs to, if it is another than the current one, which may be inside of it. */
function projectFor({ cwd }: Host, path: string, [first]: readonly Reader[]): string {
  const project = first?.isHere ? undefined : projectOfFile(path);
  return project === undefined || isBelow(cwd, project) ? cwd : project;
}

function isSame(before: Server | undefined, now: Server): boolean {
  return before !== undefined && !before.disabled && runDefinition(before) === runDefinition(now);
}

interface Reader {
  readonly client: Client;
  readonly place: Place;
  readonly format: FormatId;
  readonly atProject?: Location['atProject'];
  /** Whether a client reads the file in the current project or for the user. */
  readonly isHere?: true;
}

/** All clients that read the file here, or else the one that reads a file of this name, or one with the same layout. */
function readersOf(host: Host, path: string): Reader[] {
  const file = path.replaceAll('\\', '/');
  const { home, env, platform, cwd } = host;
  const here: Surroundings = { home, env, platform, project: cwd };
  const all: readonly Client[] = Object.values(clients);
  const found = all.flatMap((client) =>
    client.locations
      .filter((one) => pathsOf(one, here).includes(file))
      .map((one) => ({ ...readerAt(client, one, cwd), isHere: true as const })),
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
