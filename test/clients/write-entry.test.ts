import { expect, it } from 'vitest';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { shapeOf } from '../../src/clients/read-document.ts';
import { clients } from '../../src/clients/registry.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
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

/** What a client gets of a server, and the codes of the losses. */
function written(id: keyof typeof clients, server: Server): { native: unknown; lost: string[] } {
  const client = clients[id];
  const { native, losses } = writeEntry(client, shapeOf(client, undefined), 'x', server, { scope: 'user' });
  return { native, lost: losses.map(({ field, reason }) => `${field} ${reason}`) };
}

it('writes a reference only if the client expands a variable of that name', () => {
  const env = { UPPER: '${UPPER}', lower: '${lower}', given: '${given:-info}' };
  expect(written('nanocoder', { command: 'npx', env })).toEqual({
    native: { transport: 'stdio', command: 'npx', env: { UPPER: '${UPPER}', given: 'info' } },
    lost: ['env.lower reference-not-expanded', 'env.given reference-default-written'],
  });
});

it('omits a title that would make the client reject its whole file', () => {
  const server = { url: 'https://x.example/mcp', transport: 'http' } as const;
  const native = { type: 'streamable-http', url: 'https://x.example/mcp' };
  expect(written('librechat', { ...server, title: 'Notes (old)' })).toEqual({
    native,
    lost: ['title text-not-accepted'],
  });
  expect(written('librechat', { ...server, title: 'Notes' })).toEqual({
    native: { ...native, title: 'Notes' },
    lost: [],
  });
});

it('writes no variable for a client that only knows prompts', () => {
  expect(written('visual-studio', { command: 'npx', env: { TOKEN: '${TOKEN}' } }).lost).toEqual([
    'env.TOKEN reference-not-expanded',
  ]);
});
