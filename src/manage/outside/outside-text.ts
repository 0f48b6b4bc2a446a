import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { sharedFileReader } from '../../clients/well-known.ts';
import type { Host } from '../../model/host.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, sameValue, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { definitionKey } from '../../store/approvals/definition-key.ts';
import { readOutsideDefinitions } from '../../store/approvals/outside-definitions.ts';
import type { PastedServer } from '../paste/types.ts';
import { isOwnFile, ownEntries } from './own-entries.ts';

/** Whose words a definition has that the user adds: those of a text, a link or a file, except what the user typed. */
export interface OutsideText {
  /** The client whose file format the text has; that of `mcpServers` is common to many. */
  readonly client: Client;
  readonly typed: Server;
  readonly isLink?: boolean;
  /** The user has exactly this definition, so it gets nothing that it does not have. */
  readonly isKnown?: boolean;
}

/** What someone else wrote of the servers in a text, a link or a file, by name. Nothing for a file of the user's own clients. */
export async function outsideTexts(
  host: Host,
  servers: readonly Pick<PastedServer, 'name' | 'server' | 'dialect' | 'isLink'>[],
  { file, typed = {} }: { readonly file?: string | undefined; readonly typed?: Server } = {},
): Promise<Map<string, OutsideText>> {
  if (servers.length === 0 || (file !== undefined && isOwnFile(host, file))) return new Map();
  const recorded = await readOutsideDefinitions(host);
  const own = (await ownEntries(host)).filter(({ server }) => !recorded.has(server));
  const keys = new Set(own.map(({ server }) => definitionKey(startedServer(server))));
  return new Map(
    servers.map(({ name, server, dialect, isLink = false }) => {
      const isKnown = keys.has(definitionKey(startedServer(server)));
      return [name, { client: formatOf(dialect), typed, isLink, isKnown }];
    }),
  );
}

/** Whether the vault must ask a person before a definition with these words gets anything. */
export function isForeign(outside: OutsideText | undefined): boolean {
  return outside !== undefined && !outside.isKnown;
}

/** A definition that the user typed, although a text of someone else brought the same before: undefined for any other. */
export async function typedAgain(host: Host, server: Server): Promise<OutsideText | undefined> {
  const recorded = await readOutsideDefinitions(host);
  return recorded.has(server) ? { client: clients[sharedFileReader], typed: server } : undefined;
}

/** The client that the format of a text names: the format of `mcpServers` names none. */
function formatOf(dialect: ClientId | undefined): Client {
  const common: Client = clients[sharedFileReader];
  const client: Client | undefined = dialect && clients[dialect];
  const isCommon = client?.verbatim || client?.shapes.some(({ at }) => sameValue([...at], ['mcpServers']));
  return client && !isCommon ? client : common;
}

/** The definition without what the user typed. */
export function withoutTyped(server: Server, typed: Server): Server {
  const rest: ValueMap = {};
  for (const [field, value] of Object.entries(server as ValueMap)) {
    const own = getOwn(typed as ValueMap, field);
    if (own === undefined || !sameValue(own, value)) setOwn(rest, field, isMap(value) ? without(value, own) : value);
  }
  return rest;
}

/** What the user changed of a definition that a text has. */
export function typedIn(server: Server, text: Server): Server {
  return withoutTyped(server, text);
}

function without(map: ValueMap, own: Value | undefined): ValueMap {
  if (!isMap(own)) return map;
  return Object.fromEntries(Object.entries(map).filter(([key, value]) => !sameValue(getOwn(own, key), value)));
}
