import { projectOfFile } from '../../clients/client-of-file.ts';
import { pathsOf, type Surroundings } from '../../clients/paths.ts';
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
import { type Ledger, type Parked, parseLedger } from './ledger-file.ts';

/** The parked servers that apply to the working directory. */
export async function parkedServers(host: Host): Promise<ListedServer[]> {
  const ledgers = await ledgersOf(host);
  return ledgers.flatMap((ledger) => parkedIn(ledger, surroundingsOf(host)));
}

/** The parked servers in the files of other projects, by the directory of the project. */
export async function parkedElsewhere(host: Host): Promise<{ project: string; server: ListedServer }[]> {
  const here = surroundingsOf(host);
  const ledgers = await ledgersOf(host);
  return ledgers.flatMap((ledger) => {
    const project = parkedIn(ledger, here).length > 0 ? undefined : projectOfFile(ledger.path);
    if (project === undefined) return [];
    return parkedIn(ledger, { ...here, project }).map((server) => ({ project, server }));
  });
}

async function ledgersOf(host: Host): Promise<Ledger[]> {
  const directory = stateFile(host, 'ledger');
  // Most users have none, and a thrown error costs more than this check.
  if ((await host.fs.kindOf(directory)) !== 'directory') return [];
  await secureDirectory(host, directory);
  const files = await host.fs.readDirectory(directory).catch(() => []);
  const read = await Promise.all(files.map((file) => readText(host, `${directory}/${file}`)));
  return read.flatMap((one) => ('problem' in one ? [] : (parseLedger(one.text) ?? [])));
}

function parkedIn({ path, parked: all }: Ledger, surroundings: Surroundings): ListedServer[] {
  return Object.entries(all).flatMap(([name, parked]): ListedServer[] => {
    const owner = ownerOf(parked, path, surroundings);
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
function ownerOf(
  parked: Parked,
  path: string,
  surroundings: Surroundings,
): { client: Client; location: Location } | undefined {
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
