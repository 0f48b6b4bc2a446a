import { expect, it } from 'vitest';
import { getPrompt, listPrompts } from '../../../src/runtime/tools/prompts.ts';
import { listResources, listResourceTemplates, readResource } from '../../../src/runtime/tools/resources.ts';
import { connection, OddServer } from './support/live-servers.ts';

it('lists and reads resources, and keeps what it does not know', async () => {
  const odd = await OddServer.make('odd');
  const session = await connection(odd.toRun).connection.ready();
  expect(await listResources(session)).toEqual([
    { uri: 'odd://a', name: 'a', raw: { uri: 'odd://a', name: 'a', 'x-more': 1 } },
  ]);
  expect(await listResourceTemplates(session)).toMatchObject([{ uriTemplate: 'odd://{name}', name: 'any' }]);
  const { contents, text, raw } = await readResource(session, 'odd://a');
  expect(contents).toMatchObject([
    { uri: 'odd://a', mimeType: 'text/plain', text: 'one' },
    { uri: 'odd://a/b', mimeType: 'image/png', blob: 'AAAA' },
  ]);
  expect(text).toBe('[resource: odd://a]\none\n[resource: odd://a/b, image/png, 3 bytes]');
  expect(raw['x-more']).toBe(1);
});

it('lists and gets prompts', async () => {
  const odd = await OddServer.make('odd');
  const session = await connection(odd.toRun).connection.ready();
  expect(await listPrompts(session)).toMatchObject([
    {
      name: 'greet',
      arguments: [
        { name: 'who', required: true },
        { name: 'how', required: false },
      ],
    },
  ]);
  expect(await getPrompt(session, 'greet', { who: 'you' })).toMatchObject({
    description: 'A greeting',
    messages: [{ role: 'user', text: 'Hello you', raw: { role: 'user' } }],
    raw: { description: 'A greeting' },
  });
});
