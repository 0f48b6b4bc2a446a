import { expect, it } from 'vitest';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { clients } from '../../src/clients/registry.ts';
import { jsonc } from '../../src/formats/json/index.ts';
import type { Server } from '../../src/model/server.ts';

it('leaves the server it writes as it is', () => {
  const server: Server = {
    transport: 'http',
    url: 'https://x',
    auth: { type: 'oauth', clientId: 'c' },
    futureField: { a: 1 },
    extras: { opencode: { oauth: { extra: true }, futureField: { b: 2 } } },
  };
  const before = structuredClone(server);
  for (const client of Object.values(clients)) {
    putEntry({ client, place: { scope: 'user', project: '/p' }, format: jsonc, text: '' }, 'x', server);
  }
  expect(server).toEqual(before);
});
