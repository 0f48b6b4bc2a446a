import { type EffectiveField, executedLines, runFields } from '../model/fields/effective-fields.ts';
import { packagesInside, type PackageToFetch, possiblePackages } from '../model/packages/fetched-package.ts';
import { commandReference, type Environment, expandDeep, hasVariable } from '../model/reference.ts';
import { inferTransport, type Server, type Transport } from '../model/server.ts';
import { isMap } from '../model/value.ts';
import { addressesIn, hostsIn } from './addresses.ts';
import type { Directory, Files } from './files.ts';
import { namedPackages, packageId } from './package-id.ts';
import { namesInside, piecesOf } from './pieces.ts';
import type { Proof } from './proof.ts';
import { prove } from './prove.ts';

/** A server as rules see it, with variables expanded. */
export interface Subject {
  readonly name: string;
  readonly transport: Transport;
  /** What it provably starts. Only this can allow it. */
  readonly proof: Proof;
  /** All words that may be programs, and what links to programs lead to. They only count against a server. */
  readonly possiblePrograms: readonly string[];
  /** Packages that it may fetch, and those that the catalog says it came from. They only count against a server. */
  readonly possiblePackages: readonly string[];
  /** Everything that could name a package, in a definition that is not proven. */
  readonly namedPackages: readonly string[];
  /** Its name in the MCP registry, as the catalog says. */
  readonly registry: string | undefined;
  /** Whether that name was confirmed by the registry on this machine. */
  readonly isRegistryConfirmed: boolean;
  /** The addresses that it contacts; empty for a local server. */
  readonly urls: readonly string[];
  /** All addresses in the definition: bridges and sign-in connect to them. They only count against a server. */
  readonly addresses: readonly string[];
  /** Words that may be hosts. They only count against a server, for rules that name a host. */
  readonly hosts: readonly string[];
  /** A package without an exact version. */
  readonly unpinned: string | undefined;
  readonly plainSecret: string | undefined;
  /** A value that comes from a command. */
  readonly commandValue: string | undefined;
  /** Why it does not match the lock file; undefined if it does, or if that does not matter now. */
  readonly unlocked: string | undefined;
  /** The directories of the project: its own policy cannot vouch for its own files. */
  readonly project: readonly string[];
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
  /** Absent where the machine must not change the result. */
  readonly files?: Files | undefined;
  /** What came with the project is the same on every machine. */
  readonly directory?: Directory | undefined;
  readonly project?: readonly string[];
}

export function subjectOf(name: string, written: Server, around: Circumstances): Subject {
  const server = expandDeep(written, around.env);
  const beside = runFields(server);
  const proof = prove(written, server, { files: around.files, directory: around.directory, env: around.env, beside });
  // A client may use a command beside a URL, so that it counts against a remote server too.
  const texts = [...started(server), ...beside.flatMap(({ value }) => textsIn(value))].map((text) =>
    withVariables(text, { ...around.env, ...server.env }),
  );
  const lines = [[server.command, server.args].flatMap(textsIn), ...executedLines(server), ...texts.map(piecesOf)];
  const inside = lines.flatMap(packagesInside);
  return {
    name,
    transport: inferTransport(server),
    proof,
    possiblePrograms: [...new Set([...lines.flat(), ...texts.flatMap(namesInside), ...(around.linkedPrograms ?? [])])],
    possiblePackages: [
      ...proof.packages.map(({ id }) => id),
      ...[...inside, ...lines.flatMap(possiblePackages)].map((one) => packageId(one).id),
      ...claimedPackages(server),
    ],
    namedPackages: isProven(proof) ? [] : texts.flatMap(namedPackages),
    registry: registryName(server),
    isRegistryConfirmed: around.isRegistryConfirmed ?? false,
    urls: contacted(server),
    addresses: [...textsIn(server.url), ...textsOf(server, beside).flatMap(addressesIn)],
    hosts: textsOf(server, beside).flatMap((text) => hostsIn(withVariables(text, { ...around.env, ...server.env }))),
    unpinned: looseIn(inside),
    plainSecret: around.plainSecret?.(written),
    commandValue:
      pairs(server).find(([, value]) => isCommand(value))?.[0] ??
      commandField(server) ??
      beside.find(({ effect }) => effect === 'executes')?.key,
    unlocked: around.unlocked,
    project: around.project ?? [],
  };
}

function isProven({ unproven, needs }: Proof): boolean {
  return unproven === undefined && needs.length === 0;
}

/** The texts that a client starts or gives to what it starts. */
function started(server: Server): string[] {
  const { command, args, env, headers } = server;
  const commands = textsIn(headers).flatMap((text) => commandReference(text) ?? []);
  return [command, args, env].flatMap(textsIn).concat(commands);
}

/** The text with the variables that a shell would expand, after the text itself. */
function withVariables(text: string, env: Environment): string {
  const expanded = text.replaceAll(/\$\{?(\w+)\}?|%(\w+)%/g, (whole, name?: string, other?: string) => {
    const value = env[name ?? other ?? ''];
    return value ?? whole;
  });
  return expanded === text ? text : `${text} ${expanded}`;
}

function pairs({ env, headers }: Server): [string, unknown][] {
  return [env, headers].flatMap((map) => (isMap(map) ? Object.entries(map) : []));
}

function isCommand(value: unknown): boolean {
  return typeof value === 'string' && commandReference(value) !== undefined;
}

/** A field in which some client runs a part of the text, as a shell does; Crush reads a whole `$(id)` as a command. */
function commandField({ command, args, env, url, headers }: Server): string | undefined {
  const texts = Object.entries({ command, args, env, url, headers });
  const isRun = (text: string): boolean => /\$\(|`/.test(text);
  const [field] = texts.find(([, value]) => textsIn(value).some(isRun)) ?? [];
  return field ?? ([command, args, url].flatMap(textsIn).some(isCommand) ? 'args' : undefined);
}

function looseIn(packages: readonly PackageToFetch[]): string | undefined {
  return packages.find((one) => !one.pinned || hasVariable(one.name))?.name;
}

function registryName({ package: claimed }: Server): string | undefined {
  return typeof claimed?.server === 'string' ? claimed.server : undefined;
}

function claimedPackages({ package: claimed }: Server): string[] {
  return claimed ? [`${claimed.registry}:${claimed.name}`] : [];
}

/** The address of a remote server, and where it signs in. */
function contacted(server: Server): string[] {
  if (inferTransport(server) === 'stdio') return [];
  const { scopes: _, clientId: __, ...auth } = server.auth ?? { type: 'oauth' };
  return [server.url ?? '', ...textsIn(auth).filter((text) => /^[a-z][a-z\d+.-]*:/i.test(text))];
}

function textsOf({ command, args, env, url, headers, auth }: Server, beside: readonly EffectiveField[]): string[] {
  return [command, args, env, url, headers, auth, beside.map(({ value }) => value)].flatMap(textsIn);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
