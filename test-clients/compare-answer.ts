import type { ExpectStatic } from 'vitest';
import type { Loss } from '../src/model/diagnostics/loss.ts';
import type { Answer } from './answer.ts';
import { argumentsOf } from './servers.ts';

/** Compares what a program says and starts with what was written for it. */
export function compareAnswer(
  expect: ExpectStatic,
  { complaints, listed, starts, requests }: Answer,
  { losses }: { readonly losses: readonly (Loss & { readonly server: string })[] },
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
