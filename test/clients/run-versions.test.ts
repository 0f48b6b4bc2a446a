import { expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { splitPackage } from '../../test-clients/cache.ts';
import { programVersion, testClients } from '../../test-clients/clients.ts';
import { drivers } from '../../test-clients/drivers.ts';

/** Formats that belong to no program of their own. */
const formats = ['canonical', 'mcp-json'];

const all: readonly Client[] = Object.values(clients);

it('says of exactly those clients that they were run, which the tests with real programs run', () => {
  const claimed = all.filter(({ id, verified }) => verified.by === 'run' && !formats.includes(id));
  expect(claimed.map(({ id }) => id).toSorted()).toEqual(testClients.map(({ id }) => id).toSorted());
  expect(Object.keys(drivers).toSorted()).toEqual(testClients.map(({ id }) => id).toSorted());
});

it('names the version that those tests install', () => {
  const installed = testClients.map(({ id, packages }) => [id, programVersion(id, splitPackage(packages[0]).version)]);
  expect(installed).toEqual(testClients.map(({ id }) => [id, clients[id].verified.version]));
});

it('asks each of them about the scopes in which its definition has a file', () => {
  const silent = testClients.flatMap(({ id }) => {
    const definition: Client = clients[id];
    const scopes = drivers[id].scopes.filter((scope) => definition.locations.some((one) => one.scope === scope));
    return scopes.length > 0 ? [] : [id];
  });
  expect(silent).toEqual([]);
});
