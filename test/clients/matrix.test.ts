import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { locationOf, readDocument } from '../../src/clients/read-document.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client, Place } from '../../src/clients/types.ts';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { loadFormat } from '../../src/formats/index.ts';
import type { Format, FormatId } from '../../src/formats/types.ts';
import type { Loss } from '../../src/model/diagnostics/loss.ts';
import type { Server } from '../../src/model/server.ts';
import type { Value } from '../../src/model/value.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { differences, meaning } from './support/differences.ts';
import { servers } from './support/servers.ts';

const all: readonly Client[] = Object.values(clients);
const formats = new Map<FormatId, Format>();
for (const id of ['json', 'jsonc', 'toml', 'yaml'] as const) formats.set(id, await loadFormat(id));

function placeOf(client: Client): Place {
  const scope = client.locations.some((location) => location.scope === 'user') ? 'user' : 'project';
  return { scope, project: '/home/me/project' };
}

/** Through the client's file and back. */
function through(client: Client, server: Server): { back: Server | undefined; losses: readonly Loss[] } {
  const place = placeOf(client);
  const format = formats.get(locationOf(client, place)?.format ?? 'json') as Format;
  const put = putEntry({ client, place, format, text: '' }, 'server-1', server);
  const text = applyEdits('', put.edits);
  const [entry] = readDocument(client, format.parse(text).value, place);
  const elsewhere = put.elsewhere?.off ? { disabled: true } : {};
  return { back: put.written && entry ? { ...entry.server, ...elsewhere } : undefined, losses: put.losses };
}

function expectOnlyDeclared(
  client: Client,
  before: Server,
  after: { back: Server | undefined; losses: readonly Loss[] },
): void {
  const declared = after.losses.map((loss) => loss.field);
  if (after.back === undefined) {
    expect(
      after.losses.some((loss) => loss.action !== 'mapped'),
      `${client.id} refused without a reason`,
    ).toBe(true);
    return;
  }
  const differing = differences(meaning(withTransport(before) as Value), meaning(withTransport(after.back) as Value));
  const undeclared = differing.filter(
    (path) => !declared.some((field) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`)),
  );
  if (undeclared.length > 0)
    expect({ client: client.id, undeclared, before, after: after.back, losses: after.losses }).toEqual({});
}

function withTransport(server: Server): Server {
  return server.transport === undefined
    ? { ...server, transport: server.url && !server.command ? 'http' : 'stdio' }
    : server;
}

describe('translation keeps everything except what it declares lost', () => {
  it.each(all.map((client) => [client.id, client] as const))('canonical to %s and back', (_id, client) => {
    fc.assert(
      fc.property(servers, (server) => expectOnlyDeclared(client, server, through(client, server))),
      { numRuns: Math.ceil(propertyRuns / 4) },
    );
  });

  it('from every client to every other and back', () => {
    fc.assert(
      fc.property(servers, fc.constantFrom(...all), (server, from) => {
        const { back } = through(from, server);
        if (!back) return;
        for (const to of all) expectOnlyDeclared(to, back, through(to, back));
      }),
      { numRuns: Math.ceil(propertyRuns / 5) },
    );
  });

  it('changing one server into another gives what a new one would be', () => {
    fc.assert(
      fc.property(servers, servers, fc.constantFrom(...all), (first, second, client) => {
        const place = placeOf(client);
        const format = formats.get(locationOf(client, place)?.format ?? 'json') as Format;
        const put = (text: string, server: Server): string =>
          applyEdits(text, putEntry({ client, place, format, text }, 'server-1', server).edits);
        const read = (text: string): Value =>
          meaning((readDocument(client, format.parse(text).value, place)[0]?.server ?? null) as Value);
        const fresh = put('', second);
        if (fresh === '') return;
        expect(read(put(put('', first), second))).toEqual(read(fresh));
      }),
      { numRuns: propertyRuns },
    );
  });

  it('writes no reference that the client would take for plain text', () => {
    const unexpanded = all.filter((client) => client.references.syntax === undefined && client.id !== 'canonical');
    fc.assert(
      fc.property(servers, fc.constantFrom(...unexpanded), (server, client) => {
        const place = placeOf(client);
        const format = formats.get(locationOf(client, place)?.format ?? 'json') as Format;
        const { edits } = putEntry({ client, place, format, text: '' }, 'server-1', server);
        expect(applyEdits('', edits)).not.toMatch(/\$\{[A-Za-z_]/);
      }),
      { numRuns: propertyRuns },
    );
  });
});
