import type { Server, Transport } from '../../model/server.ts';
import { getOwn, isMap, type Value, type ValueMap } from '../../model/value.ts';
import { nameOfPackage } from './propose-name.ts';
import { nestedText, packageArguments, referenceTo, variablesOf } from './registry-inputs.ts';
import type { Draft, Reading } from './types.ts';

interface Runner {
  readonly program: string;
  /** Words before the package; omitted when the document names another program. */
  readonly before: readonly string[];
  /** Separator between a package and its version. */
  readonly mark: string;
}

/** How to start a package of each registry. */
const runners: Readonly<Record<string, Runner>> = {
  npm: { program: 'npx', before: ['-y'], mark: '@' },
  pypi: { program: 'uvx', before: [], mark: '@' },
  oci: { program: 'docker', before: ['run', '-i', '--rm'], mark: ':' },
  docker: { program: 'docker', before: ['run', '-i', '--rm'], mark: ':' },
  nuget: { program: 'dnx', before: ['--yes'], mark: '@' },
};

const transports: Readonly<Record<string, Transport>> = { 'streamable-http': 'http', http: 'http', sse: 'sse' };

/** Whether this is a `server.json`, alone or in a registry response. */
export function isRegistryDocument(value: Value | undefined): value is ValueMap {
  return documentsIn(value).length > 0;
}

/** Returns the first remote of each server, or else its first package. */
export function readRegistryDocument(value: ValueMap): Reading {
  const drafts = documentsIn(value).flatMap((document): Draft[] => {
    const server =
      firstOf(listIn(document, 'remotes'), remoteServer) ?? firstOf(listIn(document, 'packages'), packageServer);
    if (!server) return [];
    const name = nestedText(document, 'name');
    const proposed = name === undefined ? '' : nameOfPackage(name);
    return [{ ...(proposed === '' ? {} : { proposal: proposed }), server: described(server, document), at: 0 }];
  });
  return { kind: 'registry', drafts, diagnostics: [] };
}

function documentsIn(value: Value | undefined): ValueMap[] {
  if (!isMap(value)) return [];
  const inner = getOwn(value, 'server');
  if (isMap(inner)) return documentsIn(inner);
  const list = getOwn(value, 'servers');
  if (Array.isArray(list)) return list.flatMap((item) => documentsIn(item));
  const parts = [...listIn(value, 'packages'), ...listIn(value, 'remotes')];
  return typeof getOwn(value, 'name') === 'string' && parts.length > 0 ? [value] : [];
}

function listIn(map: ValueMap, key: string): ValueMap[] {
  const list = getOwn(map, key);
  return Array.isArray(list) ? list.filter((item) => isMap(item)) : [];
}

function firstOf(list: readonly ValueMap[], read: (item: ValueMap) => Server | undefined): Server | undefined {
  for (const item of list) {
    const server = read(item);
    if (server) return server;
  }
  return undefined;
}

function described(server: Server, document: ValueMap): Server {
  const title = nestedText(document, 'title');
  const description = nestedText(document, 'description');
  return {
    ...server,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

function remoteServer(remote: ValueMap): Server | undefined {
  const url = nestedText(remote, 'url');
  const transport = transports[nestedText(remote, 'type', 'transport_type') ?? 'http'];
  if (url === undefined || transport === undefined) return undefined;
  const headers = variablesOf(listIn(remote, 'headers'));
  const address = url.replaceAll(/\{([A-Za-z_]\w*)\}/g, (_, name: string) => referenceTo(name));
  return { transport, url: address, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
}

function packageServer(item: ValueMap): Server | undefined {
  const id = nestedText(item, 'identifier', 'name');
  const kind = nestedText(item, 'registryType', 'registry_type', 'registry_name') ?? '';
  const runner = getOwn(runners, kind);
  const type = isMap(item['transport']) ? nestedText(item['transport'], 'type') : undefined;
  if (id === undefined || !runner || (type !== undefined && type !== 'stdio')) return undefined;
  const command = nestedText(item, 'runtimeHint', 'runtime_hint') ?? runner.program;
  const env = variablesOf([...listIn(item, 'environmentVariables'), ...listIn(item, 'environment_variables')]);
  const own = packageArguments([...listIn(item, 'runtimeArguments'), ...listIn(item, 'runtime_arguments')]);
  const rest = packageArguments([...listIn(item, 'packageArguments'), ...listIn(item, 'package_arguments')]);
  const isImage = runner.program === 'docker';
  const before = isImage || command === runner.program ? runner.before.filter((word) => !own.includes(word)) : [];
  // A container gets only the variables named in its command.
  const passed = isImage ? Object.keys(env).flatMap((name) => ['-e', name]) : [];
  const args = [...before, ...own, ...passed, pinned(id, runner.mark, nestedText(item, 'version')), ...rest];
  return { transport: 'stdio', command, args, ...(Object.keys(env).length > 0 ? { env } : {}) };
}

/** The package with its version, unless already present; a leading `@` marks a scope. */
function pinned(id: string, mark: string, version: string | undefined): string {
  const file = id.slice(id.lastIndexOf('/') + 1);
  const hasVersion = /.[@:]/.test(file);
  return version === undefined || hasVersion ? id : `${id}${mark}${version}`;
}
