import { writeEntry } from '../../clients/write-entry.ts';
import { ownerOf } from '../../discovery/providers.ts';
import type { DiscoveredEntry } from '../../discovery/types.ts';
import type { Transport } from '../../model/server.ts';
import { inferTransport } from '../../model/server.ts';
import { respellFix } from '../fixes.ts';
import { fieldAt, issueOn, shapeOfEntry } from '../issue.ts';
import type { Check, Issue, DoctorContext, Subject } from '../types.ts';

/** Reports URLs that look like another transport, and transports that a reader of a shared file does not support. */
export const transports: Check = (context) =>
  context.used.flatMap((subject) => [...unsupported(context, subject), ...suspect(context, subject)]);

/** In its own file the client's support was checked already. */
function unsupported({ project }: DoctorContext, subject: Subject): Issue[] {
  const { client, server, file } = subject.entry;
  const transport = inferTransport(server);
  if (!ownerOf(file, project) || client.transports.includes(transport)) return [];
  const at = fieldAt(subject.entry, server.transport === undefined ? 'url' : 'transport');
  const evidence = [`it can use ${client.transports.join(', ')}`];
  return [issueOn(subject, 'transport-unsupported', { transport, client: client.name }, { at, evidence })];
}

function suspect({ host }: DoctorContext, subject: Subject): Issue[] {
  const { client, server } = subject.entry;
  const transport = inferTransport(server);
  const looks = looksLike(server.url);
  if (transport === 'stdio' || looks === undefined || looks === transport || findsOut(subject.entry)) return [];
  const declared = fieldAt(subject.entry, 'transport');
  const at = declared.length > 0 ? declared : fieldAt(subject.entry, 'url');
  const evidence = [
    declared.length > 0 ? 'the type is given' : `no type is given, which ${client.name} takes for ${transport}`,
  ];
  if (!client.transports.includes(looks)) evidence.push(`${client.name} cannot use ${looks} servers`);
  const fix = respellFix(host, subject, `Make it ${looks}`, ['transport', 'url'], (one) => ({
    ...one,
    transport: looks,
  }));
  return [issueOn(subject, 'transport-suspect', { transport, looks }, { at, evidence, fix })];
}

/** The transport in the last path segment, which nearly all servers name after it. */
function looksLike(url: unknown): Transport | undefined {
  const path = typeof url === 'string' ? url.replace(/[?#].*$/s, '').replace(/\/+$/, '') : '';
  if (/\/sse$/i.test(path)) return 'sse';
  return /\/mcp$/i.test(path) ? 'http' : undefined;
}

/** Whether the client does not distinguish both transports and tries them in turn. */
function findsOut(entry: DiscoveredEntry): boolean {
  const { client, scope } = entry;
  if (client.behavior?.triesBothTransports) return true;
  const probe = { transport: 'sse', url: 'https://example.com/' } as const;
  const { losses } = writeEntry(client, shapeOfEntry(entry), entry.name, probe, { scope });
  return (
    client.transports.includes('sse') &&
    losses.some(({ field, action }) => field === 'transport' && action === 'mapped')
  );
}
