import { pathsOf, type Surroundings } from '../clients/paths.ts';
import { clients } from '../clients/registry.ts';
import type { Client, Location } from '../clients/types.ts';
import { extensionsFor, searchPath } from '../model/find-program.ts';
import type { Host } from '../model/host.ts';

export interface FoundFile {
  readonly location: Location;
  /** Absolute path of the existing file, or of the file that would be created. */
  readonly path: string;
  readonly exists: boolean;
}

export interface FoundClient {
  readonly client: Client;
  /** Whether its program is on the PATH or its config directory exists. */
  readonly installed: boolean;
  readonly files: readonly FoundFile[];
}

/** The clients on this machine and which of their files exist. Reads no file. */
export async function findClients(host: Host): Promise<FoundClient[]> {
  return Promise.all(Object.values(clients).map((client) => findClient(client, host)));
}

export async function isInstalled(client: Client, host: Host): Promise<boolean> {
  return (await findClient(client, host)).installed;
}

async function findClient(client: Client, host: Host): Promise<FoundClient> {
  const surroundings: Surroundings = { home: host.home, env: host.env, platform: host.platform, project: host.cwd };
  const files = await Promise.all(client.locations.map((location) => findFile(location, surroundings, host)));
  const traces = [...programPaths(client, host), ...directories(files, surroundings)];
  const kinds = await Promise.all(traces.map((path) => host.fs.kindOf(path)));
  const ownFile = files.some((file) => file.exists && file.location.scope !== 'project');
  return { client, installed: ownFile || kinds.some((kind) => kind !== undefined), files };
}

async function findFile(location: Location, surroundings: Surroundings, host: Host): Promise<FoundFile> {
  const paths = pathsOf(location, surroundings);
  const kinds = await Promise.all(paths.map((path) => host.fs.kindOf(path)));
  const index = kinds.indexOf('file');
  return { location, path: paths[Math.max(0, index)] as string, exists: index !== -1 };
}

function programPaths(client: Client, host: Host): string[] {
  return (client.programs ?? []).flatMap((program) =>
    searchPath(host).flatMap((directory) =>
      extensionsFor(program, host).map((extension) => `${directory}/${program}${extension.toLowerCase()}`),
    ),
  );
}

/** Directories of the user files that only this client uses, which excludes the home and shared directories. */
function directories(files: readonly FoundFile[], { home, env }: Surroundings): string[] {
  const shared = new Set(
    [home, `${home}/.config`, env['XDG_CONFIG_HOME'] ?? ''].map((path) => path.replaceAll('\\', '/')),
  );
  return files
    .filter(({ location }) => location.scope === 'user')
    .map(({ path }) => path.slice(0, path.lastIndexOf('/')))
    .filter((directory) => !shared.has(directory));
}
