import { describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import type { Client, Shape } from '../../src/clients/types.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
import type { Loss } from '../../src/model/diagnostics/loss.ts';
import type { Server } from '../../src/model/server.ts';

const common: Server = {
  title: 'A',
  description: 'a server',
  env: { A: 'a', B: '${B}', C: '${C:-c}' },
  headers: { 'X-A': 'a', Authorization: 'Bearer ${T}', 'X-B': 'b ${B}' },
  timeout: 2.5,
  startupTimeout: 3,
  cwd: '/work',
  tools: { allow: ['a', 'b*'], deny: ['b', 'c*'] },
  auth: { type: 'oauth', clientId: 'id', clientSecret: '${S}', scopes: ['a'], callbackPort: 3000 },
  disabled: true,
  retries: 3,
  unheardOf: true,
  extras: { cursor: { a: 1 }, codex: { b: 1 } },
};
const local: Server = { command: 'run', args: ['a', '${A}', 'x ${B:-b}'] };
const remote: Server = { url: 'http://x.example/${P}/mcp' };

/** Servers of every transport, with much or little besides, also what belongs to another transport. */
const servers: Readonly<Record<string, Server>> = Object.fromEntries(
  (['stdio', 'http', 'sse', undefined] as const).flatMap((transport) =>
    [local, remote, { ...local, ...remote }].flatMap((start, at) =>
      [{}, { env: common.env }, { headers: common.headers }, common].map((more, size) => [
        `${transport ?? 'none'} ${at} ${size}`,
        { ...start, ...more, ...(transport && { transport }) } as Server,
      ]),
    ),
  ),
);

/** Losses of fields that have another one, and those about how a field is written that is dropped as a whole. */
function contradicting(losses: readonly Loss[]): string[] {
  return losses
    .filter((one) =>
      losses.some(
        (other) =>
          other !== one &&
          (other.field === one.field ||
            (other.action === 'dropped' && one.action !== 'dropped' && isBelow(one, other))),
      ),
    )
    .map(({ field, action, why }) => `${field} ${action}: ${why}`);
}

function isBelow(one: Loss, other: Loss): boolean {
  return one.field.startsWith(`${other.field}.`);
}

const shapes = Object.values<Client>(clients)
  .filter(({ verbatim }) => !verbatim)
  .flatMap((client) =>
    client.shapes.map((shape, at): [string, Client, Shape] => [`${client.id} ${at}`, client, shape]),
  );

describe.each(shapes)('%s', (_, client, shape) => {
  it.each(Object.entries(servers))('tells each loss once: %s', (__, server) => {
    const scope = client.locations[0]?.scope ?? 'user';
    const { native, losses } = writeEntry(client, shape, 'a', server, { scope, project: '/p' });
    expect(contradicting(losses)).toEqual([]);
    // A server that is not written has a reason, and one that is written has none.
    const isOmitted = losses.some(({ reason }) => reason === 'no-switch');
    expect(losses.some(({ refused }) => refused) || isOmitted).toBe(native === undefined);
  });
});

it.each(['codex 0', 'zed 0'])('says once that there is no sse: %s', (id) => {
  const [, client, shape] = shapes.find(([name]) => name === id) as [string, Client, Shape];
  const server: Server = { transport: 'sse', url: 'https://x.example/sse' };
  const { losses } = writeEntry(client, shape, 'a', server, { scope: 'user' });
  expect(losses).toMatchObject([{ field: 'transport', action: 'dropped', refused: true }]);
});
