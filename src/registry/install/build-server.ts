import type { Server } from '../../model/server.ts';
import { CHOOSES_PACKAGES, LOADS_CODE } from '../../model/shell/risky-variables.ts';
import { getOwn, setOwn } from '../../model/value.ts';
import type {
  Argument,
  Input,
  InputWithVariables,
  KeyValueInput,
  Remote,
  ServerPackage,
} from '../server-json/server-json.ts';
import { type Check, checkedFilling } from './filling.ts';
import { argumentId, type InputValues } from './inputs.ts';
import { checkRuntimeWords, type CommandKind, GIVEN, runtimeOf } from './runtime-words.ts';
import { requirePlain, requirePlainValue, UnsafeDocument } from './unsafe-document.ts';

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

/**
 * The definition that starts a package in its exact version. `judged` are the values that the words before the package are
 * judged with: those that the user gave are the user's.
 */
export function packageServer(
  kind: CommandKind,
  offered: ServerPackage,
  values: InputValues,
  judged: InputValues = withMarks(values),
): Server {
  const { program } = runtimeOf(kind, offered);
  checkPackageName(kind, offered);
  const runtime = (offered.runtimeArguments ?? []).flatMap((one) => argumentWords(one, values));
  const own = (offered.packageArguments ?? []).flatMap((one) => argumentWords(one, values));
  const env = keyValues(offered.environmentVariables ?? [], values);
  const words = (offered.runtimeArguments ?? []).flatMap((one) => argumentWords(one, judged));
  checkRuntimeWords(program, words, Object.keys(env));
  checkVariables(offered.environmentVariables ?? [], values, env);
  return {
    command: program,
    args: commandLines[kind]({ program, runtime, own, offered, env: Object.keys(env) }),
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** `GIVEN` in place of each value, except where the value decides whether there is a word at all. */
function withMarks(values: InputValues): InputValues {
  const mark = (one: string): string => (/^(?:true|false)?$/.test(one) ? one : GIVEN);
  return new Map([...values].map(([id, given]) => [id, given.map(mark)]));
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
    url: filled(remote.url, remote.variables ?? {}, values, (text) => requirePlain('url', text)),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function argumentWords(argument: Argument, values: InputValues): string[] {
  const { type, name = '', value } = argument;
  const id = argumentId(argument);
  requirePlain(`argument ${id}`, name);
  const check = (text: string): void => requirePlain(`argument ${id}`, text);
  const given =
    value === undefined
      ? valuesOf(argument, values.get(id), check)
      : [filled(value, argument.variables ?? {}, values, check)];
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
    const check = (text: string): void => requirePlainValue(name, text);
    const [given] =
      value === undefined
        ? valuesOf(input, values.get(name), check)
        : [filled(value, input.variables ?? {}, values, check)].filter(Boolean);
    if (given !== undefined) setOwn(map, name, given);
  }
  return map;
}

/**
 * Throws if the document sets a variable with which another program or package would run, as it may not by an option. What
 * the user gave is the user's.
 */
function checkVariables(
  inputs: readonly KeyValueInput[],
  values: InputValues,
  env: Readonly<Record<string, string>>,
): void {
  for (const { name, value, default: usual, choices } of inputs) {
    if (!Object.hasOwn(env, name) || !(LOADS_CODE.test(name) || CHOOSES_PACKAGES.test(name))) continue;
    const given = value === undefined ? values.get(name)?.find((one) => one !== '') : undefined;
    if (given === undefined || given === usual || choices?.includes(given)) throw new UnsafeDocument(name, 'variable');
  }
}

/** What the user gave, else the default of the document. */
function valuesOf(input: Input, values: readonly string[] = [], check: Check): readonly string[] {
  const given = values.filter((one) => one !== '');
  // What was chosen from the document is its text.
  for (const one of given) if (input.choices?.includes(one)) check(one);
  if (given.length > 0) return given;
  if (input.default === undefined) return [];
  check(input.default);
  return [input.default];
}

/** Replaces `{name}` by the value of a variable. A name that is not a variable stays as it is. */
function filled(
  template: string,
  variables: NonNullable<InputWithVariables['variables']>,
  values: InputValues,
  check: Check,
): string {
  const fill = (shown: (given: string) => string): string =>
    template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = getOwn(variables as Record<string, Input>, name);
      if (!variable) return whole;
      const given = variable.value === undefined ? values.get(name)?.find((one) => one !== '') : undefined;
      if (given === undefined) return variable.value ?? variable.default ?? '';
      return variable.choices?.includes(given) ? given : shown(given);
    });
  return checkedFilling(fill, check);
}
