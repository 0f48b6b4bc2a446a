import { expect, it } from 'vitest';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { findEntry, locationOf, shapeOf } from '../../src/clients/read-document.ts';
import { readEntry } from '../../src/clients/read-entry.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { catalogFields, definitionFor } from '../../src/model/fields/catalog-fields.ts';
import type { Server } from '../../src/model/server.ts';

const own = {
  targets: ['*'],
  clients: { cursor: { timeout: 60 }, zed: false as const },
  package: { registry: 'npm', name: '@x/y', version: '1.4.2' },
};
const servers: Readonly<Record<string, Server>> = {
  local: { transport: 'stdio', command: 'npx', args: ['-y', 'x'], ...own },
  remote: { transport: 'http', url: 'https://example.com/mcp', ...own },
};
const all: readonly Client[] = Object.values(clients);

/** Every key of a value, however deep. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysIn(inner)]);
}

it.each(all.filter(({ verbatim }) => !verbatim).map((client) => [client.id, client] as const))(
  '%s never gets the fields of the catalog that are for Plugboard alone, in no place',
  async (_, client) => {
    for (const { scope, variant } of client.locations) {
      const place = { scope, project: '/project', ...(variant !== undefined && { variant }) };
      const format = await loadFormat(locationOf(client, place)?.format ?? 'json');
      for (const [name, server] of Object.entries(servers)) {
        const { edits, losses } = putEntry({ client, place, format, text: '' }, name, server);
        const text = edits.map((edit) => edit.text).join('');
        for (const field of catalogFields) expect(keysIn(format.parse(text).value)).not.toContain(field);
        // They are not for the client, so leaving them out is no loss.
        expect(losses.filter(({ field }) => (catalogFields as readonly string[]).includes(field))).toEqual([]);
      }
    }
  },
);

it('keeps them in the catalog, with fields that nobody knows yet', async () => {
  const client = clients.canonical;
  const place = { scope: 'user' } as const;
  const format = await loadFormat('jsonc');
  const server: Server = { ...servers['local'], unknown: { a: [1] } };
  const { edits } = putEntry({ client, place, format, text: '' }, 'local', server);
  const root = format.parse(edits.map((edit) => edit.text).join('')).value;
  expect(findEntry(client, root, place, 'local')?.server).toEqual(server);
});

it.each(all.filter(({ verbatim }) => !verbatim).map((client) => [client.id, client] as const))(
  'a key of a file of %s never passes for a field of the catalog, and is not lost',
  (_, client) => {
    const native = {
      command: 'npx',
      url: 'https://example.com',
      targets: ['*'],
      clients: { zed: false },
      package: 'x',
    };
    const { server } = readEntry(client, shapeOf(client, undefined), native);
    for (const field of catalogFields) expect(Object.hasOwn(server, field)).toBe(false);
    const kept = server.extras?.[client.id] as Record<string, unknown>;
    expect(kept).toMatchObject({ targets: ['*'], clients: { zed: false }, package: 'x' });
  },
);

it('applies the overrides of one client: maps are merged, null removes, false keeps the server out', () => {
  const server: Server = {
    command: 'npx',
    timeout: 10,
    env: { A: '1', B: '2' },
    clients: { codex: { timeout: 60, env: { A: null, C: '3' }, cwd: '/x' }, zed: false },
    targets: ['*'],
  };
  expect(definitionFor(server, 'codex')).toEqual({ command: 'npx', timeout: 60, env: { B: '2', C: '3' }, cwd: '/x' });
  expect(definitionFor(server, 'zed')).toBeUndefined();
  expect(definitionFor(server, 'cursor')).toEqual({ command: 'npx', timeout: 10, env: { A: '1', B: '2' } });
});
