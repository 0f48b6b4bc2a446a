import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import type { PackageSource, Server } from '../../model/server.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { officialRegistry } from '../../registry/api/registry-api.ts';
import { lookAlikes } from '../../registry/index/look-alikes.ts';
import { packageServer, remoteServer } from '../../registry/install/build-server.ts';
import {
  type InputProblem,
  inputProblems,
  inputsOf,
  type InputValues,
  type RequestedInput,
} from '../../registry/install/inputs.ts';
import { type Offer, offersOf, unusablePackages } from '../../registry/install/offers.ts';
import type { CommandKind } from '../../registry/install/runtime-words.ts';
import { type InstallWarning, warningsFor } from '../../registry/install/warnings.ts';
import type { Bundle } from '../../registry/mcpb/read-bundle.ts';
import type { RegistryEntry, ServerPackage } from '../../registry/server-json/server-json.ts';
import { cleanName, nameOfPackage } from '../paste/propose-name.ts';
import { bundleOf, inputsOfBundle, serverOfBundle, signatureWarning } from './bundle-install.ts';
import { findServer, type ServerRequest } from './find-server.ts';
import { indexHere } from './open-registry.ts';
import { versionOf } from './outdated-servers.ts';
import type { RegistrySource } from './registry-sources.ts';
import { safely } from './safe-document.ts';
import { foundServer, type FoundServer } from './search-registry.ts';
import { shownInput } from './show-registry-server.ts';
import { sanitizedText } from './shown-text.ts';

export interface InstallRequest extends ServerRequest {
  /** Which of its packages or addresses, such as `npm` or `streamable-http`; the preferred one if absent. */
  readonly offer?: string;
  readonly inputs?: InputValues;
  /** Name of the server here; one is proposed if absent. */
  readonly as?: string;
  /** Further words of the command line, for the one that an error suggests. */
  readonly words?: readonly string[];
  /** Asks the place of a package which scripts it runs when it is fetched. */
  readonly scriptsOf?: (name: string, version: string) => Promise<readonly string[]>;
  /** Called with the inputs that have no value yet, if a person can be asked for them. */
  readonly ask?: (inputs: readonly RequestedInput[], server: FoundServer) => Promise<InputValues>;
}

/** A server that is ready to be written. Nothing of it was started or downloaded. */
export interface PreparedInstall {
  /** Name of the server here. */
  readonly name: string;
  readonly server: Server;
  readonly found: FoundServer;
  readonly source: RegistrySource;
  readonly offer: Offer;
  readonly inputs: readonly RequestedInput[];
  /** Secrets among the values that were given for them, which stay masked. */
  readonly secrets: readonly string[];
  readonly warnings: readonly InstallWarning[];
  /** The bundle to unpack before the definition is written. */
  readonly bundle?: Bundle;
  /** What of the definition the user gave. */
  readonly typed: Server;
  /** Why the registry could not be asked; then its index was used. */
  readonly problem?: string;
}

/** Finds a server, chooses how to install it, and makes its definition. Asks the registry, writes nothing. */
export async function prepareInstall(host: Host, request: InstallRequest): Promise<PreparedInstall> {
  const { entry, source, problem } = await findServer(host, request);
  const { server: document, status, statusMessage } = entry;
  const found = foundServer(entry, source.address);
  if (status === 'deleted')
    throw new PlugboardError('registry-server-deleted', {
      name: document.name,
      version: found.version,
      ...(statusMessage !== undefined && { why: sanitizedText(statusMessage) }),
    });
  const offer = chosenOffer(entry, request.offer);
  const bundle = await bundleOf(document.name, offer, request);
  const inputs = inputsFor(offer, bundle);
  const values = await settledValues(request, inputs, found);
  const definition = bundle
    ? await serverOfBundle(document.name, bundle, values, host)
    : definitionOf(document.name, offer, values);
  const server = withOrigin(definition, { entry, source, offer });
  const index = await indexHere(host, source).catch(() => undefined);
  const similar = index ? lookAlikes(index, document.name) : [];
  return {
    name: request.as ?? proposedName(document.name),
    server,
    found,
    source,
    offer,
    inputs,
    secrets: secretsAmong(inputs, values),
    typed: typedPart(server, inputs, values),
    warnings: [
      ...warningsFor(entry, offer, server, host.now()),
      ...similar.map((what): InstallWarning => ({ code: 'look-alike', what })),
      ...(bundle ? [signatureWarning(bundle)] : []),
      ...(await scriptWarnings(offer, request)),
    ].map(({ code, what }) => ({ code, what: sanitizedText(what) })),
    ...(bundle && { bundle }),
    ...(problem !== undefined && { problem }),
  };
}

/** The inputs of one way to install a server. Fetches a bundle, because its manifest names them. */
export async function installInputs(host: Host, request: InstallRequest): Promise<RequestedInput[]> {
  const { entry } = await findServer(host, request);
  const offer = chosenOffer(entry, request.offer);
  return inputsFor(offer, await bundleOf(entry.server.name, offer, request));
}

/** Choices are the document's words, and not a secret of the user. */
function secretsAmong(inputs: readonly RequestedInput[], values: InputValues): string[] {
  return inputs.flatMap(({ id, isSecret, choices }) =>
    (values.get(id) ?? []).filter(
      (value) => value !== '' && !choices?.includes(value) && (isSecret || isPlainSecret(id, value)),
    ),
  );
}

function inputsFor(offer: Offer, bundle: Bundle | undefined): RequestedInput[] {
  return (bundle ? inputsOfBundle(bundle) : inputsOf(offer)).map(shownInput);
}

/** The fields, variables and headers with a value that the user gave. */
function typedPart(server: Server, inputs: readonly RequestedInput[], values: InputValues): Server {
  const given = inputs.flatMap(({ id, default: usual, choices }) =>
    (values.get(id) ?? []).filter((one) => one !== '' && one !== usual && !choices?.includes(one)),
  );
  const isGiven = ([, value]: [string, unknown]): boolean =>
    given.some((one) => JSON.stringify(value)?.includes(JSON.stringify(one).slice(1, -1)));
  const { env = {}, headers = {}, ...rest } = server;
  const own = ([name, map]: [string, Record<string, string>]): [string, Record<string, string>] => [
    name,
    Object.fromEntries(Object.entries(map).filter(isGiven)),
  ];
  return Object.fromEntries([...Object.entries(rest).filter(isGiven), own(['env', env]), own(['headers', headers])]);
}

/** Only npm packages run scripts of their own; those of a Python package run when it is built from its sources. */
async function scriptWarnings(offer: Offer, { scriptsOf }: InstallRequest): Promise<InstallWarning[]> {
  if (!scriptsOf || offer.kind === 'remote' || offer.package.registryType.toLowerCase() !== 'npm') return [];
  const { identifier, version = 'latest' } = offer.package;
  const scripts = await scriptsOf(identifier, version);
  return scripts.length === 0 ? [] : [{ code: 'install-scripts', what: `${identifier} (${scripts.join(', ')})` }];
}

function chosenOffer({ server }: RegistryEntry, wanted: string | undefined): Offer {
  const offers = offersOf(server);
  const chosen = wanted === undefined ? offers[0] : offers.find(({ id }) => id === wanted);
  if (chosen) return chosen;
  throw new PlugboardError('registry-offer-unknown', {
    name: server.name,
    ...(wanted !== undefined && { wanted: sanitizedText(wanted) }),
    offers: offers.map(({ id }) => id),
    unusable: unusablePackages(server).map(({ registryType, transport }) =>
      sanitizedText(`${registryType} over ${transport.type}`),
    ),
  });
}

/** The values of all inputs. Throws with all problems at once, and the command line that solves them. */
async function settledValues(
  request: InstallRequest,
  inputs: readonly RequestedInput[],
  found: FoundServer,
): Promise<InputValues> {
  const given = request.inputs ?? new Map<string, readonly string[]>();
  const missing = inputProblems(inputs, given).flatMap(({ problem, input }) =>
    problem === 'missing' && input ? [input] : [],
  );
  const asked = missing.length > 0 && request.ask ? await request.ask(missing, found) : new Map();
  const values: InputValues = new Map([...given, ...asked]);
  const problems = inputProblems(inputs, values);
  if (problems.length === 0) return values;
  throw new PlugboardError('registry-inputs-invalid', {
    name: found.name,
    inputs: problems.map(({ id, problem, input }) => ({
      id: sanitizedText(id),
      problem,
      ...(input?.description !== undefined && { description: input.description }),
      ...(input?.choices && { choices: input.choices.map((one) => sanitizedText(one)) }),
    })),
    command: commandFor(request, problems, given),
  });
}

/** A command line that has all inputs: secrets as references to variables, the others to be filled in. */
function commandFor(
  { name, version, offer, as, words: more = [] }: InstallRequest,
  problems: readonly InputProblem[],
  given: InputValues,
): string {
  const faulty = new Set(problems.map(({ id }) => id));
  const kept = [...given].flatMap(([id, list]) => (faulty.has(id) ? [] : list.map((value) => `${id}=${value}`)));
  const wanted = problems.flatMap(({ problem, input }) =>
    input && problem !== 'unknown' ? [`${input.id}=${exampleOf(input)}`] : [],
  );
  const words = [
    version === undefined ? name : `${name}@${version}`,
    ...(offer === undefined ? [] : ['--package', offer]),
    ...(as === undefined ? [] : ['--as', as]),
    ...more,
    ...[...kept, ...wanted].flatMap((one) => ['--input', one]),
  ];
  return `plugboard registry install ${words.map((word) => quoteWord(sanitizedText(word))).join(' ')}`;
}

function exampleOf({ id, isSecret, choices, placeholder }: RequestedInput): string {
  if (isSecret)
    return `\${${id
      .replaceAll(/\W+/g, '_')
      .replace(/^(?=\d)/, '_')
      .toUpperCase()}}`;
  return choices?.[0] ?? placeholder ?? 'VALUE';
}

function definitionOf(name: string, offer: Offer, values: InputValues): Server {
  return safely(name, () => {
    if (offer.kind === 'remote') return remoteServer(offer.remote, values);
    const kind = offer.package.registryType.toLowerCase();
    return packageServer(kind as CommandKind, offer.package, values);
  });
}

interface Origin {
  readonly entry: RegistryEntry;
  readonly source: RegistrySource;
  readonly offer: Offer;
}

/** The definition with what it came from, which only the catalog keeps. */
function withOrigin(server: Server, { entry, source, offer }: Origin): Server {
  const { name, version } = entry.server;
  const from = source.address === officialRegistry ? {} : { source: source.address };
  const origin: PackageSource =
    offer.kind === 'remote'
      ? { registry: 'mcp', name, version, server: name, ...from }
      : {
          registry: offer.package.registryType.toLowerCase(),
          name: offer.package.identifier,
          ...versionIn(offer.package),
          server: name,
          ...from,
        };
  return { ...server, package: origin };
}

function versionIn(offered: ServerPackage): { version?: string } {
  const version = versionOf(offered);
  return version === undefined ? {} : { version };
}

/** The last part of the name, without words such as `mcp` and `server`. */
export function proposedName(name: string): string {
  const last = name.slice(name.indexOf('/') + 1);
  return cleanName(nameOfPackage(last) || last);
}
