import type { Server } from '../../model/server.ts';
import { getOwn, setOwn } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { Argument, InputWithVariables, KeyValueInput, Remote, ServerPackage } from '../server-json/server-json.ts';
import { argumentId, type InputValues } from './inputs.ts';
import type { InstallableKind } from './offers.ts';

/** A document would put a reference into the definition, which could read a secret or run a command. */
export class UnsafeDocument extends Error {
  /** The field that contains it. */
  readonly field: string;

  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

/** Programs that a document may choose to start a package with; the first is the default. */
const runtimes: Readonly<Record<Exclude<InstallableKind, 'mcpb'>, readonly string[]>> = {
  npm: ['npx', 'bunx', 'pnpx'],
  pypi: ['uvx', 'pipx'],
  oci: ['docker', 'podman', 'nerdctl'],
  nuget: ['dnx'],
};

/** A kind of package whose command line is known. An MCPB bundle says itself how it is started. */
export type CommandKind = keyof typeof runtimes;

/** The program that starts a package, and whether the document asks for another one, which is not used. */
export function runtimeOf(kind: CommandKind, { runtimeHint }: ServerPackage): { program: string; ignored?: string } {
  const known = runtimes[kind];
  const [usual = ''] = known;
  if (runtimeHint === undefined || runtimeHint === '') return { program: usual };
  return known.includes(runtimeHint) ? { program: runtimeHint } : { program: usual, ignored: runtimeHint };
}

/** Names and versions as each place spells them. Anything else could be an option, an address or a script. */
const names: Readonly<Record<CommandKind, RegExp>> = {
  npm: /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i,
  pypi: /^[a-z\d][\w.-]*(?:\[[\w,.-]+\])?$/i,
  oci: /^[a-z\d][\w.:/-]*(?:@sha256:[a-f\d]{64})?$/i,
  nuget: /^[a-z\d_][\w.-]*$/i,
};

/** Throws if the name or the version of a package is not one. */
export function checkPackageName(kind: CommandKind, { identifier, version = '' }: ServerPackage): void {
  if (!names[kind].test(identifier) || identifier.startsWith('-')) throw new UnsafeDocument('identifier');
  if (!/^(?:[a-z\d][\w.+!-]*)?$/i.test(version)) throw new UnsafeDocument('version');
}

/** The definition that starts a package in its exact version. */
export function packageServer(kind: CommandKind, offered: ServerPackage, values: InputValues): Server {
  const { program } = runtimeOf(kind, offered);
  checkPackageName(kind, offered);
  const runtime = (offered.runtimeArguments ?? []).flatMap((one) => argumentWords(one, values));
  const own = (offered.packageArguments ?? []).flatMap((one) => argumentWords(one, values));
  const env = keyValues(offered.environmentVariables ?? [], values);
  return {
    command: program,
    args: commandLines[kind]({ program, runtime, own, offered, env: Object.keys(env) }),
    ...(Object.keys(env).length > 0 && { env }),
  };
}

interface Words {
  readonly program: string;
  readonly runtime: readonly string[];
  readonly own: readonly string[];
  readonly offered: ServerPackage;
  readonly env: readonly string[];
}

const commandLines: Readonly<Record<CommandKind, (words: Words) => string[]>> = {
  npm({ program, runtime, own, offered }) {
    // Without it npx asks, and there is no terminal to answer at.
    const asks = program === 'npx' && !runtime.some((word) => word === '-y' || word === '--yes');
    return [...(asks ? ['-y'] : []), ...runtime, packageSpec('npm', program, offered), ...own];
  },
  pypi({ program, runtime, own, offered }) {
    const words = program === 'pipx' && runtime[0] !== 'run' ? ['run', ...runtime] : [...runtime];
    return [...words, packageSpec('pypi', program, offered), ...own];
  },
  oci({ program, runtime, own, offered, env }) {
    const [first, ...rest] = runtime;
    const given = first === 'run' ? rest : runtime;
    const usual = ['-i', '--rm'].filter((word) => !given.includes(word));
    // Values stay in the environment: arguments of a command can be seen by other users.
    const passed = env.flatMap((name) => (isPassed(name, given) ? [] : ['-e', name]));
    return ['run', ...usual, ...given, ...passed, packageSpec('oci', program, offered), ...own];
  },
  nuget({ program, runtime, own, offered }) {
    const yes = runtime.includes('--yes') || runtime.includes('-y') ? [] : ['--yes'];
    return [packageSpec('nuget', program, offered), ...yes, ...runtime, ...(own.length > 0 ? ['--', ...own] : [])];
  },
};

/** A package with its version, as its runtime spells it. */
export function packageSpec(
  kind: CommandKind,
  program: string,
  { identifier, version }: Pick<ServerPackage, 'identifier' | 'version'>,
): string {
  // An image has its tag or digest in its name; older documents have the tag in `version`.
  const isWhole = kind === 'oci' && (identifier.includes('@') || /:[^/]+$/.test(identifier));
  if (version === undefined || isWhole) return identifier;
  const sign = kind === 'oci' ? ':' : program === 'pipx' ? '==' : '@';
  return `${identifier}${sign}${version}`;
}

function isPassed(name: string, given: readonly string[]): boolean {
  return given.some((word, index) => {
    const value = /^(?:-e|--env)$/.test(given[index - 1] ?? '') ? word : /^(?:-e|--env)=?(.+)$/.exec(word)?.[1];
    return value === name || value?.startsWith(`${name}=`);
  });
}

/** The definition that reaches a remote server. */
export function remoteServer(remote: Remote, values: InputValues): Server {
  const headers = keyValues(remote.headers ?? [], values);
  return {
    ...(remote.type === 'sse' && { transport: 'sse' as const }),
    url: filled('url', remote.url, remote.variables ?? {}, values),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function argumentWords(argument: Argument, values: InputValues): string[] {
  const { type, name = '', value } = argument;
  const id = argumentId(argument);
  requirePlain(`argument ${id}`, name);
  const given = value === undefined ? valuesOf(id, argument, values) : [filledIn(id, argument, value, values)];
  if (type === 'positional') return [...given];
  // A flag without a value, such as `--verbose`.
  if (given.length === 0) return isFlag(argument) ? [name] : [];
  if (argument.format === 'boolean') return given.flatMap((one) => (one === 'true' ? [name] : []));
  return given.flatMap((one) => (one === '' ? [name] : [name, one]));
}

/** A named argument that has nothing to fill in stands for itself. */
function isFlag({ value, default: usual, isRequired, description, variables, choices, placeholder, format }: Argument) {
  return [value, usual, isRequired, description, variables, choices, placeholder, format].every(
    (one) => one === undefined,
  );
}

function keyValues(inputs: readonly KeyValueInput[], values: InputValues): Record<string, string> {
  const map: Record<string, string> = {};
  for (const input of inputs) {
    const { name, value } = input;
    requirePlain(name, name);
    if (/[=\s]/.test(name)) throw new UnsafeDocument(name);
    const [given] =
      value === undefined ? valuesOf(name, input, values) : [filledIn(name, input, value, values)].filter(Boolean);
    if (given !== undefined) setOwn(map, name, given);
  }
  return map;
}

/** What the user gave, else the default of the document. */
function valuesOf(id: string, input: InputWithVariables, values: InputValues): readonly string[] {
  const given = (values.get(id) ?? []).filter((one) => one !== '');
  if (given.length > 0) return given;
  if (input.default === undefined) return [];
  requirePlain(id, input.default);
  return [input.default];
}

function filledIn(field: string, { variables = {} }: InputWithVariables, value: string, values: InputValues): string {
  return filled(field, value, variables, values);
}

/** Replaces `{name}` by the value of a variable. A name that is not a variable stays as it is. */
function filled(
  field: string,
  template: string,
  variables: NonNullable<InputWithVariables['variables']>,
  values: InputValues,
): string {
  const fill = (valueFor: (name: string, variable: InputWithVariables) => string): string =>
    template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = getOwn(variables as Record<string, InputWithVariables>, name);
      return variable ? (variable.value ?? valueFor(name, variable)) : whole;
    });
  requirePlain(field, template);
  // Parts of the document must not form a reference together either.
  requirePlain(
    field,
    fill((_, variable) => variable.default ?? 'x'),
  );
  return fill((name, variable) => valuesOf(name, variable, values)[0] ?? '');
}

/**
 * A document contains texts, not references: what a registry sends must neither read variables of the user nor run
 * commands. Clients know further spellings of references.
 */
export function requirePlain(field: string, text: string): void {
  // Hidden characters could make it look like another text.
  if (visible(text) !== text) throw new UnsafeDocument(field);
  if (/\$\{|\$\(|`|^!|\{(?:env|file|input|secrets?|command|config|op|vault):|^op:\/\/|[\r\n\0]/i.test(text))
    throw new UnsafeDocument(field);
}
