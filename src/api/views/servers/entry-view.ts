import { clients } from '../../../clients/registry.ts';
import type { Client } from '../../../clients/types.ts';
import { shadowWords } from '../../../manage/compare/shadow-words.ts';
import { isOffInOneProject, type ListedServer } from '../../../manage/listed-server.ts';
import { targetOfServer } from '../../../manage/secrets/masked-server.ts';
import type { Host } from '../../../model/host.ts';
import { catalogId } from '../../../model/origin.ts';
import { inferTransport } from '../../../model/server.ts';
import { getOwn } from '../../../model/value.ts';
import type { EntryRef } from '../../contract/common.ts';
import type { EntryView } from '../../contract/servers.ts';
import { findingView, harmless, pathView } from '../words.ts';

/** One definition, as the page shows it. */
export function entryView(one: ListedServer, host: Host): EntryView {
  const { file, line, server, state, parked, isStarted, findings } = one;
  const why = whyOf(one, host);
  return {
    ...entryRef(one),
    clientName: clientName(one.client),
    file: pathView(file, host),
    ...(line !== undefined && { line }),
    state,
    ...(why !== undefined && { why }),
    transport: inferTransport(server),
    summary: targetOfServer(server),
    ...(parked && { parked }),
    ...(isStarted && { isStarted }),
    findings: findings.map((finding) => findingView(finding, host)),
  };
}

export function entryRef({ name, client, scope, variant }: ListedServer): EntryRef {
  return { name, client, scope, ...(variant !== undefined && { variant }) };
}

/** Our own file is the catalog. */
export function clientName(id: string): string {
  return id === catalogId ? 'Catalog' : (getOwn(clients as Record<string, Client>, id)?.name ?? id);
}

function whyOf(one: ListedServer, host: Host): string | undefined {
  const { shadowed, trust, parked, merged, isStarted } = one;
  if (parked) return 'It was taken out of the file to switch it off, and is kept by Plugboard.';
  if (isStarted) return `The entry says off, but ${clientName(one.client)} ignores that and starts it.`;
  if (isOffInOneProject(one)) return 'It is off in this project only; it stays on in every other one.';
  const parts = merged?.with.map((part) => pathView(part.file, host).short).join(', ');
  const together = parts === undefined ? [] : [`It is merged with ${parts}.`];
  if (trust !== undefined) return [...together, `${harmless(trust)}.`].join(' ');
  if (!shadowed) return together[0];
  const { by, why } = shadowed;
  const instead = by ? `; ${pathView(by.file, host).short} is active` : '';
  const words = shadowWords[why];
  return [...together, `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${instead}.`].join(' ');
}
