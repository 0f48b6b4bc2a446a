import { loadFormat } from '../formats/index.ts';
import { Revision } from '../formats/revision.ts';
import type { FormatId } from '../formats/types.ts';
import type { Loss } from '../model/diagnostics/loss.ts';
import type { Server } from '../model/server.ts';
import { locationOf } from './read-document.ts';
import { putInto, switchInList } from './revise-entry.ts';
import type { Client, Place } from './types.ts';

export interface WrittenDocument {
  readonly text: string;
  readonly losses: readonly (Loss & { readonly server: string })[];
  /** Servers that the client cannot use; the losses say why. */
  readonly unwritten: readonly string[];
  /** Other files the client needs, with paths as in a location. */
  readonly companions: readonly { readonly path: string; readonly text: string }[];
}

/** Adds servers to a document of the client, which may be empty, or updates existing ones. */
export async function writeDocument(
  client: Client,
  servers: Readonly<Record<string, Server>>,
  place: Place,
  before = '',
): Promise<WrittenDocument> {
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const losses: (Loss & { server: string })[] = [];
  const unwritten: string[] = [];
  const companions = new Map<string, Revision>();
  const revision = new Revision(format, format.parse(before));
  for (const [name, server] of Object.entries(servers)) {
    const put = putInto({ client, place, revision }, name, server);
    losses.push(...put.losses.map((loss) => ({ ...loss, server: name })));
    if (!put.written) unwritten.push(name);
    if (!put.elsewhere) continue;
    const { file, at, off } = put.elsewhere;
    const path = file.path ?? '';
    const companion = companions.get(path) ?? (await emptyRevision(file.format));
    switchInList(companion, at, name, off);
    companions.set(path, companion);
  }
  return {
    text: revision.settle().text,
    losses,
    unwritten,
    companions: [...companions].map(([path, companion]) => ({ path, text: companion.settle().text })),
  };
}

async function emptyRevision(id: FormatId): Promise<Revision> {
  const format = await loadFormat(id);
  return new Revision(format, format.parse(''));
}
