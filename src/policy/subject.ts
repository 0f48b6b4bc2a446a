import { packagesInside, packagesOf, possiblePackages } from '../model/packages/fetched-package.ts';
import { commandReference, type Environment, expandDeep, hasVariable } from '../model/reference.ts';
import { inferTransport, type Server, type Transport } from '../model/server.ts';
import { LEADS_ELSEWHERE, LOADS_CODE } from '../model/shell/risky-variables.ts';
import { isMap } from '../model/value.ts';
import { type PackageId, packageId } from './package-id.ts';
import { programsOf } from './programs.ts';

/** A server as rules see it, with variables expanded. */
export interface Subject {
  readonly name: string;
  readonly transport: Transport;
  /** The programs it starts, outermost first; empty for a remote server. */
  readonly programs: readonly string[];
  /** Further words that may be programs, and what links to programs lead to. They only count against a server. */
  readonly possiblePrograms: readonly string[];
  readonly packages: readonly PackageId[];
  /**
   * Packages that it may fetch, and those that the catalog says it came from. Anyone can write that, so they only count
   * against a server.
   */
  readonly possiblePackages: readonly string[];
  /** Its name in the MCP registry, as the catalog says. */
  readonly registry: string | undefined;
  /** Whether that name was confirmed by the registry on this machine. */
  readonly isRegistryConfirmed: boolean;
  /** The address of a remote server. */
  readonly url: string | undefined;
  /** All addresses in the definition: bridges and sign-in connect to them. They only count against a server. */
  readonly addresses: readonly string[];
  /** A variable that makes programs load other code or fetch it from elsewhere, or a script that may do anything. */
  readonly override: string | undefined;
  /** A package without an exact version, or a script that may fetch one. */
  readonly unpinned: string | undefined;
  readonly plainSecret: string | undefined;
  /** A value that comes from a command. */
  readonly commandValue: string | undefined;
  /** Why it does not match the lock file; undefined if it does, or if that does not matter now. */
  readonly unlocked: string | undefined;
}

/** What the caller knows about a server beside its definition. */
export interface Circumstances {
  readonly env: Environment;
  /** Names a plain secret, if there is one. */
  readonly plainSecret?: (server: Server) => string | undefined;
  readonly unlocked?: string | undefined;
  readonly isRegistryConfirmed?: boolean;
  /** Where links to its programs lead. */
  readonly linkedPrograms?: readonly string[];
}

export function subjectOf(name: string, written: Server, around: Circumstances): Subject {
  const server = expandDeep(written, around.env);
  const transport = inferTransport(server);
  const isLocal = transport === 'stdio';
  // A client may use a command beside a URL, so that it counts against a remote server too.
  const { chain, possible, words, all, assigned, isOpaque } = programsOf(server);
  const [command = '', ...args] = words;
  const packages = isLocal ? packagesOf({ command, args }) : [];
  const inside = packagesInside(all);
  const loose = [...packages, ...inside].find((one) => !one.pinned || hasVariable(one.name));
  const values = [server.env, server.headers].flatMap((map) => (isMap(map) ? Object.entries(map) : []));
  const keys = [...values.map(([key]) => key), ...assigned];
  return {
    name,
    transport,
    programs: isLocal ? chain : [],
    possiblePrograms: [...chain, ...possible, ...(around.linkedPrograms ?? [])],
    packages: packages.map(packageId),
    possiblePackages: [
      ...[...inside, ...possiblePackages(all)].map((one) => packageId(one).id),
      ...claimedPackages(server),
    ],
    registry: registryName(server),
    isRegistryConfirmed: around.isRegistryConfirmed ?? false,
    url: isLocal ? undefined : (server.url ?? ''),
    addresses: addressesIn(server),
    override: isOpaque ? chain[0] : keys.find((key) => LOADS_CODE.test(key) || LEADS_ELSEWHERE.test(key)),
    unpinned: loose?.name ?? (isLocal && isOpaque ? chain[0] : undefined),
    plainSecret: around.plainSecret?.(written),
    commandValue: values.find(([, value]) => typeof value === 'string' && commandReference(value) !== undefined)?.[0],
    unlocked: around.unlocked,
  };
}

function registryName({ package: claimed }: Server): string | undefined {
  return typeof claimed?.server === 'string' ? claimed.server : undefined;
}

function claimedPackages({ package: claimed }: Server): string[] {
  return claimed ? [`${claimed.registry}:${claimed.name}`] : [];
}

const ADDRESS = /(?:https?|wss?):\/\/[^\s'"`<>|;()\\]+/gi;

/** All addresses in what is started or contacted, anywhere in a text. */
function addressesIn({ command, args, env, url, headers, auth }: Server): string[] {
  const found = [command, args, env, url, headers, auth].flatMap(textsIn);
  return [...(typeof url === 'string' ? [url] : []), ...found.flatMap((text) => text.match(ADDRESS) ?? [])];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
