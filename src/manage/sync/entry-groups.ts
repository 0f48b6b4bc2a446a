import { clients, type ClientId } from '../../clients/registry.ts';
import { ownerOf } from '../../discovery/providers.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { because, type Loss } from '../../model/diagnostics/loss.ts';
import { sameValue, type Value } from '../../model/value.ts';
import { realPath } from '../../store/state/enclosing-directory.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';
import { nameOf, type Target } from '../plan/target.ts';
import { type ClientFile, readClientFile } from './client-file.ts';
import type { WantedFile, WantedServer, WantedState } from './wanted.ts';

/** The servers of one file, with all clients that read them there. */
export interface EntryGroup {
  /** At least one. They share the document. */
  readonly members: readonly Member[];
}

interface Member extends WantedFile {
  readonly file: ClientFile;
}

/** An entry that clients want, and the one client as which it is written. */
export interface WantedEntry {
  readonly file: ClientFile;
  readonly wanted: WantedServer;
  /** Other clients that are to have the entry, and find it in the same file. */
  readonly readers: readonly Target[];
  /** What other clients of the file are to have instead. */
  readonly losses: readonly Loss[];
}

export interface UnreadFile extends WantedFile {
  readonly error: unknown;
}

/** Reads the files, each once. Clients that read the same servers of the same file are one group, also through links. */
export async function readGroups(
  draft: PlanDraft,
  { files }: WantedState,
): Promise<{ groups: EntryGroup[]; unread: UnreadFile[] }> {
  const unread: UnreadFile[] = [];
  const members: Member[] = [];
  for (const wanted of files.values())
    try {
      members.push({ ...wanted, file: await readClientFile(draft, wanted.target) });
    } catch (error) {
      unread.push({ ...wanted, error });
    }
  const linked = await linkedPaths(
    draft,
    members.map(({ file }) => file.document.path),
  );
  const groups = new Map<string, { members: Member[] }>();
  for (const member of members)
    try {
      const through = linked.get(member.file.document.path);
      const one =
        through === undefined ? member : { ...member, file: await readClientFile(draft, member.target, through) };
      const { path, at } = one.file.document;
      const key = JSON.stringify([path, at]);
      const group = groups.get(key) ?? { members: [] };
      groups.set(key, group);
      group.members.push(one);
    } catch (error) {
      const { file: _, ...wanted } = member;
      unread.push({ ...wanted, error });
    }
  // What a project brings is checked where it is written for the user, so that comes first.
  for (const group of groups.values()) group.members.sort((a, b) => Number(isOfProject(a)) - Number(isOfProject(b)));
  return { groups: [...groups.values()], unread };
}

function isOfProject({ target }: Member): boolean {
  return target.scope === 'project';
}

/** For paths that lead to the same file as another one: the path to use instead, so that a plan changes it once. */
async function linkedPaths(draft: PlanDraft, paths: readonly string[]): Promise<Map<string, string>> {
  const byFile = new Map<string, Set<string>>();
  for (const path of new Set(paths)) {
    const real = await realPath(draft.host, path);
    byFile.set(real, (byFile.get(real) ?? new Set()).add(path));
  }
  const linked = new Map<string, string>();
  for (const [real, same] of byFile) {
    const [first = real] = same;
    const chosen = same.has(real) ? real : first;
    for (const path of same) if (path !== chosen) linked.set(path, chosen);
  }
  return linked;
}

/**
 * One client decides how an entry of a shared file is written: the owner of the file, else the first by name. It does not
 * depend on which clients a command names.
 */
export function wantedEntries({ members }: EntryGroup, project: string): Map<string, WantedEntry> {
  const names = new Set(members.flatMap(({ servers }) => [...servers.keys()]));
  const owner = ownerOf(members[0]?.file.document.path ?? '', project);
  return new Map(
    [...names].map((name) => {
      const wanting = members.flatMap(({ file, target, servers }) => {
        const wanted = servers.get(name);
        return wanted ? [{ file, target, wanted }] : [];
      });
      const chosen = (wanting.find(({ target }) => target.client === owner) ?? wanting[0]) as (typeof wanting)[0];
      const others = wanting.filter((one) => one !== chosen);
      const differing = others.filter(
        ({ wanted }) => !sameValue(wanted.server as Value, chosen.wanted.server as Value),
      );
      const kept = members.filter(({ excluded }) => excluded.has(name));
      const losses = [...differing, ...kept].map(({ target }): Loss => ({
        field: 'clients',
        client: target.client.id,
        action: 'dropped',
        ...because('file-shared', nameOf(chosen.target)),
      }));
      const { file, wanted } = chosen;
      return [name, { file, wanted, readers: others.map(({ target }) => target), losses }] as const;
    }),
  );
}

/** The file as the client reads it that an entry was last written for. */
export function memberFor({ members }: EntryGroup, client: string): ClientFile {
  const [first] = members as [Member];
  return (members.find(({ target }) => target.client.id === client) ?? first).file;
}

/** A client by its id in a record; undefined if this version does not know it. */
export function clientById(id: string): (typeof clients)[ClientId] | undefined {
  return Object.hasOwn(clients, id) ? clients[id as ClientId] : undefined;
}

/** The problems of a file that cannot be read or edited. Throws any other error. */
export function problemsIn(error: unknown): readonly Diagnostic[] {
  if (error instanceof PlugboardError && error.code === 'document-malformed')
    return (error as PlugboardError<'document-malformed'>).data.diagnostics;
  throw error;
}
