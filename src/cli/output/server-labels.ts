import { isOffInOneProject, type ListedServer, type ServerState } from '../../manage/listed-server.ts';
import { masked } from '../../manage/secrets/masked-server.ts';
import { catalogId } from '../../model/origin.ts';
import { inferTransport } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { Mark } from './output.ts';

/** Display name of a client: our own file is called the catalog. */
export function clientLabel({ client }: Pick<ListedServer, 'client'>): string {
  return client === catalogId ? 'catalog' : client;
}

export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

export const stateLabels: Readonly<Record<ServerState, readonly [Mark, string]>> = {
  active: ['ok', 'active'],
  off: ['none', 'disabled'],
  untrusted: ['info', 'needs approval'],
  shadowed: ['warning', 'shadowed'],
  unusable: ['error', 'cannot be used'],
};

/** State of a definition as text. */
export function stateOf({ state, isStarted }: ListedServer): string {
  return isStarted ? 'disabled, but its client starts it anyway' : stateLabels[state][1];
}

/** A definition as JSON data: secrets masked, location included. */
export function serverAsData(one: ListedServer): Record<string, unknown> {
  const { name, client, scope, file, line, column, server, state } = one;
  const { shadowed, trust, parked, isStarted } = one;
  const by = shadowed?.by;
  return {
    name,
    client,
    scope,
    state,
    why: isStarted
      ? 'switch-ignored'
      : (shadowed?.why ?? (parked ? 'parked' : isOffInOneProject(one) ? 'this-project' : trust)),
    by: by && { client: by.client.id, scope: by.scope, file: by.file, line: by.range?.start.line },
    file,
    line,
    column,
    transport: inferTransport(server),
    server: masked(server as Value),
  };
}
