import { pathsOf } from '../clients/paths.ts';
import { shapeOf } from '../clients/read-document.ts';
import { readEntry } from '../clients/read-entry.ts';
import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import type { Host } from '../model/host.ts';
import type { Scope } from '../model/scope.ts';
import { stateFile } from '../store/places.ts';
import { readText } from '../store/read-text.ts';
import type { Ledger } from './ledger.ts';
import type { ListedServer } from './listed-server.ts';
import { surroundingsOf } from './target.ts';

/** Servers that were switched off by taking them out of a file whose client has no switch, as far as they count here. */
export async function parkedServers(host: Host): Promise<ListedServer[]> {
  const directory = stateFile(host, 'ledger');
  const files = await host.fs.readDirectory(directory).catch(() => []);
  const found = await Promise.all(files.map((file) => inLedger(host, `${directory}/${file}`)));
  return found.flat();
}

async function inLedger(host: Host, file: string): Promise<ListedServer[]> {
  const read = await readText(host, file);
  if ('problem' in read) return [];
  const { path, parked } = JSON.parse(read.text) as Ledger;
  if (Object.keys(parked).length === 0) return [];
  const owner = ownerOf(path, host);
  if (!owner) return [];
  const { client, scope } = owner;
  return Object.entries(parked).map(([name, { native }]) => ({
    name,
    client: client.id,
    scope,
    file: path,
    line: undefined,
    column: undefined,
    server: readEntry(client, shapeOf(client, undefined), native).server,
    state: 'off',
    parked: true,
    findings: [],
  }));
}

/** Who reads this very file here; a file of another project has nobody. */
function ownerOf(path: string, host: Host): { client: Client; scope: Scope } | undefined {
  const surroundings = surroundingsOf(host);
  for (const client of Object.values(clients)) {
    const location = client.locations.find((one) => pathsOf(one, surroundings).includes(path));
    if (location) return { client, scope: location.scope };
  }
  return undefined;
}
