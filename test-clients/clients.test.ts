import { inject, it, type ExpectStatic } from 'vitest';
import type { WrittenDocument } from '../src/clients/document.ts';
import { locationOf } from '../src/clients/read-document.ts';
import { clients } from '../src/clients/registry.ts';
import type { Client } from '../src/clients/types.ts';
import type { Answer } from './answer.ts';
import { askClient } from './ask-client.ts';
import { testClients } from './clients.ts';
import { drivers } from './drivers.ts';
import { argumentsOf, servers } from './servers.ts';
import { writeFiles } from './write-files.ts';

const wanted = inject('wanted');
const cases = testClients
  .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  .flatMap((client) => drivers[client.id].scopes.map((scope) => [client.id, scope, client] as const));

it.concurrent.for(cases)('%s uses what is written for its %s file', async ([id, scope, client], context) => {
  const definition = (clients as Readonly<Record<string, Client | undefined>>)[id];
  if (!definition) throw new Error(`plugboard does not know ${id}`);
  const location = locationOf(definition, { scope });
  if (!location) return context.skip(`plugboard writes no ${scope} file for ${id}`);

  let written: WrittenDocument = { text: '', losses: [], unwritten: [], companions: [] };
  const answer = await askClient({
    cache: inject('cache'),
    client,
    driver: drivers[id],
    scope,
    names: Object.keys(servers('', '')),
    prepare: async (box, url) => {
      written = await writeFiles(box, definition, location, servers(box.log, url));
    },
  });
  context.onTestFailed(() => console.error(`── ${id}, ${scope} file\n${written.text}\n── ${id} says\n${answer.raw}`));
  compare(context.expect, answer, written, (name) => definition.names?.pattern?.test(name) ?? true);
});

function compare(
  expect: ExpectStatic,
  { complaints, listed, starts, requests }: Answer,
  { losses }: WrittenDocument,
  isAllowed: (name: string) => boolean,
): void {
  const isReported = (server: string, field: string): boolean =>
    losses.some((loss) => loss.server === server && loss.field === field && loss.action === 'dropped');
  /** What could not be said has to be left out, and reported: a reference that arrives as text is worse than none. */
  const arrives = (found: unknown, value: string, server: string, field: string): void =>
    expect.soft(found, `${field} of ${server}`).toBe(isReported(server, field) ? undefined : value);

  expect.soft(complaints, 'complaints').toEqual([]);
  for (const { name, status, transport } of listed) {
    if (name === 'off') expect.soft(status, `status of ${name}`).not.toBe('connected');
    else if (isAllowed(name)) expect.soft(status, `status of ${name}`).toBe('connected');
    if (transport !== undefined) expect.soft(transport, `transport of ${name}`).toBe(name === 'web' ? 'http' : 'stdio');
  }

  const started = new Set(starts.map(({ argv }) => argv[0] ?? ''));
  expect
    .soft([...started].filter(isAllowed).toSorted(), 'started')
    .toEqual(['dotted.name-x', 'plain'].filter(isAllowed));
  for (const { argv, env } of starts) {
    const [name = ''] = argv;
    expect.soft(argv, `arguments of ${name}`).toEqual(argumentsOf(name));
    arrives(env['TOKEN_COPY'], 'sekret', name, 'env.TOKEN_COPY');
    // Where it cannot be said, the program may still pass on its own.
    if (!isReported(name, 'env.T_TOK')) arrives(env['T_TOK'], 'sekret', name, 'env.T_TOK');
  }

  // Some look around with GET, and without headers, to find a place to sign in.
  const posts = requests.filter(({ method }) => method === 'POST');
  expect
    .soft(
      posts.map(({ path }) => path),
      'requests',
    )
    .toContain('/web');
  for (const { headers } of posts) {
    arrives(headers['authorization'], 'Bearer sekret', 'web', 'headers.Authorization');
    arrives(headers['x-plain'], 'plain', 'web', 'headers.X-Plain');
  }
}
