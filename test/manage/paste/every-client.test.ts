import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDocument } from '../../../src/clients/document.ts';
import { locationOf, readDocument } from '../../../src/clients/read-document.ts';
import { clients } from '../../../src/clients/registry.ts';
import type { Client, Place } from '../../../src/clients/types.ts';
import { loadFormat } from '../../../src/formats/index.ts';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { inferTransport, type Server } from '../../../src/model/server.ts';
import type { Value } from '../../../src/model/value.ts';
import { meaning } from '../../clients/support/differences.ts';
import { servers } from '../../clients/support/servers.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const runs = Math.ceil(propertyRuns / 20);
const all: readonly Client[] = Object.values(clients);

/** Texts that two clients understand differently, with nothing in them that tells whose they are. */
const ambiguous: Readonly<Record<string, (server: Server) => boolean>> = {
  // An address under `url` is sse for Qwen Code only.
  'qwen-code': ({ transport }) => transport === 'sse',
  // Only Auggie has a shell take the arguments apart, so only it needs quotes around some.
  auggie: ({ args = [] }) => args.some((word) => !/^[\w@%+=:,./-]+$/.test(word)),
};

/** The fields that the client itself supports: all others could be in any client's file. */
function known(client: Client, server: Server): Server {
  const fields = new Set(client.shapes.flatMap(({ lenses }) => lenses.flatMap((lens) => lens.fields)));
  return Object.fromEntries(Object.entries(server).filter(([field]) => fields.has(field)));
}

function said(server: Server): Value {
  return meaning({ ...server, transport: inferTransport(server) } as Value);
}

describe('config written for a client is read as that client reads it', () => {
  it.each(all.map((client) => [client.id, client] as const))('%s', async (id, client) => {
    const scope = client.locations.some((location) => location.scope === 'user') ? 'user' : 'project';
    const place: Place = { scope, project: '/home/me/project' };
    const format = await loadFormat(locationOf(client, place)?.format ?? 'json');
    const usable = servers.filter((server) => ambiguous[id]?.(server) !== true);
    await fc.assert(
      fc.asyncProperty(usable, usable, async (first, second) => {
        const definitions = { 'server-1': known(client, first), 'server-2': known(client, second) };
        const { text } = await writeDocument(client, definitions, place);
        const entries = readDocument(client, format.parse(text).value, place);
        if (entries.length === 0) return;
        const pasted = await readPasted(text);
        expect(pasted.servers.map(({ name, server }) => [name, said(server)])).toEqual(
          entries.map(({ name, server }) => [name, said(server)]),
        );
        expect(pasted.servers.every(({ named }) => named)).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});
