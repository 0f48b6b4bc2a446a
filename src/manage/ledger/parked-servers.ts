import { pathsOf } from '../../clients/paths.ts';
import { shapeOf } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import { clients } from '../../clients/registry.ts';
import type { Client, Location } from '../../clients/types.ts';
import type { Host } from '../../model/host.ts';
import { readText } from '../../store/read/read-text.ts';
import { stateFile } from '../../store/state/places.ts';
import { secureDirectory } from '../../store/state/secure-directory.ts';
import type { ListedServer } from '../listed-server.ts';
import { surroundingsOf } from '../plan/target.ts';
import { type Parked, parseLedger } from './ledger-file.ts';

/** The parked servers that apply to the working directory. */
export async function parkedServers(host: Host): Promise<ListedServer[]> {
  const directory = stateFile(host, 'ledger');
  // Most users have none, and a thrown error costs more than this check.
  if ((await host.fs.kindOf(directory)) !== 'directory') return [];
  await secureDirectory(host, directory);
  const files = await host.fs.readDirectory(directory).catch(() => []);
  const found = await Promise.all(files.map((file) => inLedger(host, `${directory}/${file}`)));
  return found.flat();
}

async function inLedger(host: Host, file: string): Promise<ListedServer[]> {
  const read = await readText(host, file);
  if ('problem' in read) return [];
  const ledger = parseLedger(read.text);
  if (!ledger) return [];
  const { path } = ledger;
  return Object.entries(ledger.parked).flatMap(([name, parked]): ListedServer[] => {
    const owner = ownerOf(parked, path, host);
    if (!owner) return [];
    const { client, location } = owner;
    return [
      {
        name,
        client: client.id,
        scope: location.scope,
        ...(location.variant === undefined ? {} : { variant: location.variant }),
        file: path,
        line: undefined,
        column: undefined,
        server: readEntry(client, shapeOf(client, undefined), parked.native).server,
        state: 'off',
        parked: true,
        issues: [],
      },
    ];
  });
}

/**
 * The clients here that read this file, reduced to the owner if it is one of them; none for files of other projects.
 */
function ownerOf(parked: Parked, path: string, host: Host): { client: Client; location: Location } | undefined {
  const surroundings = surroundingsOf(host);
  const readers = Object.values(clients as Record<string, Client>).flatMap((client) =>
    client.locations
      .filter((location) => pathsOf(location, surroundings).includes(path))
      .map((location) => ({ client, location })),
  );
  const own = readers.filter(({ client }) => client.id === parked.client);
  return own.find(({ location }) => isNoted(location, parked)) ?? own[0] ?? readers[0];
}

function isNoted({ scope, variant }: Location, parked: Parked): boolean {
  return scope === parked.scope && variant === parked.variant;
}
