import { writeDocument } from '../../clients/document.ts';
import { shapeOf } from '../../clients/read-document.ts';
import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client, Place } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import type { DiscoveredEntry } from '../../discovery/types.ts';
import { maskFile } from '../../formats/document-secrets.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { nameOf, placeOf, type Target } from '../../manage/plan/target.ts';
import { targetsHere } from '../../manage/plan/targets-here.ts';
import { type Loss, refusalIn } from '../../model/diagnostics/loss.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { LossView } from '../contract/common.ts';
import type { ServerLossView } from '../contract/plans.ts';
import type { NativeView } from '../contract/servers.ts';
import type { Machine } from './machine.ts';
import { clientName, entryRef } from './servers/entry-view.ts';
import { sanitized, pathView } from './words.ts';

/** A server in every file that has it, and how it would look in the default file of every other client. */
export async function nativeViews(name: string, machine: Machine, host: Host): Promise<NativeView[]> {
  const listed = (machine.names.get(name) ?? []).filter(({ parked }) => !parked);
  const server = machine.here.get(name)?.server ?? listed[0]?.server;
  const there = listed.map((one) => presentView(one, server, machine, host));
  if (!server) return there;
  const known = new Set(listed.map(({ client }) => client));
  const others = (await targetsHere(host)).filter(({ client }) => !known.has(client.id));
  return [...there, ...(await Promise.all(others.map((target) => absentView(name, server, target, host))))];
}

function presentView(one: ListedServer, server: Server | undefined, { discovery }: Machine, host: Host): NativeView {
  const client: Client = clients[one.client as ClientId];
  const entry = discovery.clients
    .find((found) => found.client.id === one.client)
    ?.entries.find(({ name, file, scope }) => name === one.name && file === one.file && scope === one.scope);
  const place = placeOf({ ...one, client }, host);
  const losses = server ? writeEntry(client, shapeOf(client, undefined), one.name, server, place).losses : [];
  return {
    ...entryRef(one),
    clientName: clientName(one.client),
    file: pathView(one.file, host),
    isThere: true,
    format: entry?.location.format ?? 'json',
    text: entry ? textOf(entry) : '',
    losses: losses.map(lossView),
  };
}

/** The text from its key to its end, dedented, with secrets masked. */
function textOf({ file, range, source }: DiscoveredEntry): string {
  const text = source.document?.text ?? '';
  if (!range) return '';
  const start = text.lastIndexOf('\n', range.start.offset - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start, range.start.offset))?.[0] ?? '';
  const shown = maskFile(file, text, { start: range.start.offset, end: range.end.offset });
  const lines = shown.split(/\r?\n/);
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart())).join('\n');
}

async function absentView(name: string, server: Server, target: Target, host: Host): Promise<NativeView> {
  const { client, scope } = target;
  const place: Place = placeOf(target, host);
  // A file that cannot be read is still the one that would be written.
  const opened = await new PlanDraft(host, '').open(target).catch(() => undefined);
  const location = client.locations.find((one) => one.scope === scope && one.variant === target.variant);
  const { native, losses } = writeEntry(client, shapeOf(client, undefined), name, server, place);
  const { text } = native ? await writeDocument(client, { [name]: server }, place) : { text: '' };
  return {
    name,
    client: client.id,
    scope,
    ...(target.variant !== undefined && { variant: target.variant }),
    clientName: clientName(client.id),
    file: pathView(opened?.path ?? nameOf(target), host),
    isThere: false,
    format: opened?.revision.format.id ?? location?.format ?? 'json',
    text: maskFile(opened?.path ?? '', text),
    losses: losses.map(lossView),
    ...(!native && { refused: sanitized(refusalIn(losses)?.why ?? '') }),
  };
}

function lossView({ field, action, why }: Loss): LossView {
  return { field: sanitized(field), action, why: sanitized(why) };
}

export function serverLossView(loss: Loss & { readonly server: string }): ServerLossView {
  return { ...lossView(loss), server: loss.server, client: clientName(loss.client) };
}
