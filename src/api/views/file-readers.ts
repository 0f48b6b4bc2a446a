import { pathsOf } from '../../clients/paths.ts';
import { containerPath, readDocument, shapeOf } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import type { Client, Location, Place } from '../../clients/types.ts';
import { loadFormat } from '../../formats/index.ts';
import { surroundingsOf } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';

/** A client that reads servers from a file. */
export interface Reader {
  readonly client: Client;
  readonly location: Location;
  readonly place: Place;
}

/** All clients that read this file, or `anyway` those whose servers may be in it although the client ignores them. */
export function readersOf(path: string, host: Host, anyway = false): Reader[] {
  const surroundings = surroundingsOf(host);
  return Object.values(clients as Record<string, Client>).flatMap((client) =>
    client.locations
      .filter((location) => (anyway || !location.unread) && pathsOf(location, surroundings).includes(path))
      .map((location) => {
        const variant = location.variant === undefined ? {} : { variant: location.variant };
        return { client, location, place: { scope: location.scope, project: host.cwd, ...variant } };
      }),
  );
}

/** What a client finds in a text. */
export interface FileContent {
  readonly servers: ReadonlyMap<string, Server>;
  /** The number of keys besides the servers. */
  readonly otherKeys: number;
}

export async function contentFor({ client, location, place }: Reader, text: string | undefined): Promise<FileContent> {
  const { value } = (await loadFormat(location.format)).parse(text ?? '');
  const entries = readDocument(client, value, place);
  const [first] = containerPath(client, shapeOf(client, value), place);
  return {
    servers: new Map(entries.map(({ name, server }) => [name, server])),
    otherKeys: keysOf(value).filter((key) => key !== first).length,
  };
}

function keysOf(value: Value | undefined): string[] {
  return isMap(value) ? Object.keys(value) : [];
}
