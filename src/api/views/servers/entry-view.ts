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
import { issueView, sanitized, pathView } from '../words.ts';

/** A definition as the page shows it. */
export function entryView(one: ListedServer, host: Host): EntryView {
  const { file, line, server, state, parked, isStarted, issues } = one;
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
    issues: issues.map((issue) => issueView(issue, host)),
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
  if (parked) return 'Parked: removed from the file to disable it, stored by Plugboard.';
  if (isStarted) return `Disabled in the entry, but ${clientName(one.client)} ignores that and starts it.`;
  if (isOffInOneProject(one)) return 'Disabled in this project only.';
  const parts = merged?.with.map((part) => pathView(part.file, host).short).join(', ');
  const together = parts === undefined ? [] : [`Merged with ${parts}.`];
  if (trust !== undefined) return [...together, `${sanitized(trust)}.`].join(' ');
  if (!shadowed) return together[0];
  const { by, why } = shadowed;
  const instead = by ? `; shadowed by ${pathView(by.file, host).short}` : '';
  const words = shadowWords[why];
  return [...together, `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${instead}.`].join(' ');
}
