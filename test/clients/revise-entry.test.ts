import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containerPath, readDocument, shapeOf } from '../../src/clients/read-document.ts';
import { clients } from '../../src/clients/registry.ts';
import { previewEntry, putInto } from '../../src/clients/revise-entry.ts';
import type { Client, Place, Shape } from '../../src/clients/types.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { Revision } from '../../src/formats/revision.ts';
import type { Server } from '../../src/model/server.ts';
import { sameValue, type Value, type ValueMap } from '../../src/model/value.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { servers } from './support/servers.ts';

const all: readonly Client[] = Object.values(clients);
const json = await loadFormat('jsonc');

function placeOf(client: Client): Place {
  const scope = client.locations.some((location) => location.scope === 'user') ? 'user' : 'project';
  return { scope, project: '/home/me/project' };
}

/** A document with one entry of the name "x". */
function documentWith(client: Client, shape: Shape, native: ValueMap): Value {
  const at = containerPath(client, shape, placeOf(client));
  const entries: Value =
    shape.listBy === undefined ? { x: native } : ([{ ...native, [shape.listBy]: 'x' }] as ValueMap[]);
  return at.toReversed().reduce<Value>((value, key) => ({ [key]: value }), entries);
}

function expectAgreement(client: Client, root: Value, server: Server): void {
  const place = placeOf(client);
  const revision = new Revision(json, json.parse(JSON.stringify(root)));
  const before = revision.value;
  const entries = readDocument(client, before, place);
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  const preview = previewEntry({ client, place, root: before }, 'x', server);
  expect(previewEntry({ client, place, root: before }, 'x', server, { known })).toEqual(preview);
  const { written, losses } = putInto({ client, place, revision }, 'x', server);
  expect({ written, losses }).toEqual({ written: preview.written, losses: preview.losses });
  const entryAfter = readDocument(client, revision.value, place).find(({ name }) => name === 'x')?.native;
  if (written) expect(preview.changes).toBe(!sameValue(entries[0]?.native, entryAfter));
  else expect(preview.changes).toBe(false);
}

describe('a preview of an entry', () => {
  it('says what writing it does, whatever is there in the words of the client', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), servers, servers, fc.boolean(), (client, present, wanted, isSame) => {
        const shape = shapeOf(client, undefined);
        const { native } = writeEntry(client, shape, 'x', present, placeOf(client));
        fc.pre(native !== undefined);
        expectAgreement(client, documentWith(client, shape, native), isSame ? present : wanted);
      }),
      { numRuns: propertyRuns },
    );
  });

  it('says what writing it does where a person wrote the entry in other words', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), servers, servers, fc.boolean(), (client, present, wanted, isSame) => {
        const shape = shapeOf(client, undefined);
        const words = { ...present, type: present.transport, serverUrl: present.url, enabled: true } as ValueMap;
        const native = JSON.parse(JSON.stringify(words)) as ValueMap;
        expectAgreement(client, documentWith(client, shape, native), isSame ? present : wanted);
      }),
      { numRuns: propertyRuns },
    );
  });
});
