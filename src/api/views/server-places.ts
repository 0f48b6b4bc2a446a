import type { ListedServer } from '../../manage/listed-server.ts';
import type { Host } from '../../model/host.ts';
import type { ServerPlace } from '../contract/servers.ts';
import { clientName } from './servers/entry-view.ts';
import { pathView } from './words.ts';

interface PlaceList {
  readonly places: readonly ServerPlace[];
  /** The index of a definition's file in the list; adds it if missing. */
  readonly positionOf: (one: ListedServer) => number;
}

/** The files that define servers, without duplicates, so that a definition can refer to its file by index. */
export function placeList(host: Host): PlaceList {
  const places: ServerPlace[] = [];
  const positions = new Map<string, number>();
  return {
    places,
    positionOf({ client, scope, variant, file }) {
      const key = JSON.stringify([client, scope, variant, file]);
      const known = positions.get(key) ?? places.length;
      if (known === places.length) {
        positions.set(key, known);
        const target = { client, scope, ...(variant !== undefined && { variant }) };
        places.push({ ...target, clientName: clientName(client), file: pathView(file, host) });
      }
      return known;
    },
  };
}
