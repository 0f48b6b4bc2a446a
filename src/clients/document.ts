import { applyEdits } from '../formats/edit-list.ts';
import { setValue } from '../formats/edit.ts';
import { loadFormat } from '../formats/index.ts';
import type { Format } from '../formats/types.ts';
import type { Loss } from '../model/loss.ts';
import type { Server } from '../model/server.ts';
import { putEntry, switchEdits } from './edit-entry.ts';
import { containerPath, locationOf, shapeOf } from './read-document.ts';
import type { Client, Place } from './types.ts';
import { writeEntry } from './write-entry.ts';

export interface WrittenDocument {
  readonly text: string;
  readonly losses: readonly (Loss & { readonly server: string })[];
  /** Servers that the client could not use; the losses say why. */
  readonly unwritten: readonly string[];
  /** Other files the client needs, by their path as in a location. */
  readonly companions: readonly { readonly path: string; readonly text: string }[];
}

/** Puts servers into a document of the client, which may be empty; each that is there already is brought up to date. */
export async function writeDocument(
  client: Client,
  servers: Readonly<Record<string, Server>>,
  place: Place,
  before = '',
): Promise<WrittenDocument> {
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const losses: (Loss & { server: string })[] = [];
  const unwritten: string[] = [];
  const companions = new Map<string, string>();
  if (before === '' && Object.values(servers).every((server) => !server.disabled))
    return { ...newDocument(client, servers, place, format), companions: [] };
  let text = before;
  for (const [name, server] of Object.entries(servers)) {
    const put = putEntry({ client, place, format, text }, name, server);
    text = applyEdits(text, put.edits);
    losses.push(...put.losses.map((loss) => ({ ...loss, server: name })));
    if (!put.written) unwritten.push(name);
    if (!put.elsewhere) continue;
    const { file, at, off } = put.elsewhere;
    const other = companions.get(file.path ?? '') ?? '';
    companions.set(
      file.path ?? '',
      applyEdits(other, switchEdits(await loadFormat(file.format), other, at, name, off)),
    );
  }
  return { text, losses, unwritten, companions: [...companions].map(([path, content]) => ({ path, text: content })) };
}

/** All servers at once: with many of them, one after the other would read the growing text again and again. */
function newDocument(
  client: Client,
  servers: Readonly<Record<string, Server>>,
  place: Place,
  format: Format,
): Omit<WrittenDocument, 'companions'> {
  const shape = shapeOf(client, undefined);
  const written = Object.entries(servers).map(([name, server]) => ({
    name,
    ...writeEntry(client, shape, name, server, place),
  }));
  const entries = written.flatMap(({ name, native }) => (native ? [[name, native] as const] : []));
  const at = containerPath(client, shape, place);
  const container = shape.listBy === undefined ? Object.fromEntries(entries) : entries.map(([, native]) => native);
  return {
    text: entries.length === 0 ? '' : applyEdits('', setValue(format, '', at, container)),
    losses: written.flatMap(({ name, losses }) => losses.map((loss) => ({ ...loss, server: name }))),
    unwritten: written.flatMap(({ name, native }) => (native ? [] : [name])),
  };
}
