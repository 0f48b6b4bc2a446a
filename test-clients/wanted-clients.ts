import { inject } from 'vitest';
import type { TestScope } from './answer.ts';
import { type KnownTestClient, testClientsAt } from './clients.ts';
import { drivers } from './drivers.ts';

/** The programs that this run asks, in the versions it is about. */
export function wantedClients(): KnownTestClient[] {
  const wanted = inject('wanted');
  return testClientsAt(inject('versions')).filter(({ id }) => wanted.length === 0 || wanted.includes(id));
}

/** One case for each file of each wanted program. */
export function fileCases(): (readonly [KnownTestClient['id'], TestScope, KnownTestClient])[] {
  return wantedClients().flatMap((client) =>
    drivers[client.id].scopes.map((scope) => [client.id, scope, client] as const),
  );
}
