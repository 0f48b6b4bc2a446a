import { hasVariable } from '../model/reference.ts';
import { LEADS_ELSEWHERE, LOADS_CODE } from '../model/shell/risky-variables.ts';
import type { Directory, Files } from './files.ts';

/** A variable that a definition sets. */
export interface Assigned {
  readonly name: string;
  /** With references expanded. */
  readonly value: string;
  readonly written: string;
}

interface Around {
  readonly files: Files | undefined;
  readonly directory: Directory | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Names that are read as credentials or settings of a service, never as code. */
const CREDENTIAL =
  /(?:^|_)(?:TOKEN|API_?KEY|KEY|SECRET|PASSWORD|PASSWD|PASS|PASSPHRASE|PWD|PAT|CREDENTIALS?_JSON|ACCESS_KEY(?:_ID)?|(?:CLIENT|TENANT|TEAM|ACCOUNT|PROJECT|APP|USER|ORG|ORGANIZATION|WORKSPACE|CHANNEL)_ID|ID|IDS|USERNAME|USER|EMAIL|LOGIN|REGION|TZ)$/i;
/** Words, numbers, versions: nothing that names a file, an option, a command or an address. */
const PLAIN = /^(?![-!])[\w:,;.@+= *-]*$/;
const FILE_NAME =
  /\.(?:[cm]?[jt]sx?|json|node|wasm|py[cdoz]?|so|dll|dylib|rb|pl|pm|lua|php|jar|class|sh|exe|cmd|bat|ps1|toml|ya?ml|ini|conf|cfg|rc|env|pth|zip|tgz|whl)$/i;
/** Names whose value is a file or directory, even if it is one word. */
const PLACE_NAME =
  /(?:(?<!PRO)FILES?|PATHS?|DIRS?|DIRECTORY|FOLDER|ROOT|HOME|PREFIX|DESTDIR|CONFIG|CONF|CREDENTIALS|LIBRARY|LIB|MODULES?|PLUGINS?|BINARY|BIN|EXECUTABLE|EXE|COMMAND|CMD|PROGRAM|PYTHON|INTERPRETER|SHELL|ADMIN|TERMINFO|HOOKS?|SCRIPTS?)$/i;
/** Names whose value is one of a few words, which may also be the name of a directory. */
const SETTING =
  /(?:^|_)(?:LEVEL|ENVIRONMENT|NODE_ENV|APP_ENV|MODE|STAGE|DEBUG|PORT|TIMEOUT|LIMIT|ENABLED?|DISABLED?)$/i;
const ADDRESS =
  /^(?:https?|wss?|postgres(?:ql)?|mysql|mariadb|rediss?|valkeys?|mongodb(?:\+srv)?|amqps?|nats|clickhouse|mssql):\/\/[^\s\\]+$/i;
const ABSOLUTE = /^(?:\/|[A-Za-z]:[/\\])[^\0\n\r:;,*?"<>|$`%]*$/;
const REFERENCE = /^\$\{(?:env:)?(\w+)\}$/;
const PLACE = /^(?:[A-Za-z]+ )?(?:\{secret:\w+\}|\$\{input:[\w.-]+\})$/;

/**
 * What the variables leave unproven, and the addresses among their values. A list of bad names is never complete, so the
 * values decide too: only what cannot name code, and not under a name that loads code or leads elsewhere.
 */
export function proveVariables(
  variables: readonly Assigned[],
  around: Around,
): { readonly problem: string | undefined; readonly addresses: readonly string[] } {
  const addresses: string[] = [];
  for (const one of variables) {
    if (isInherited(one, around.env)) continue;
    const { name, value } = one;
    if (!/^\w+$/.test(name) || LOADS_CODE.test(name) || LEADS_ELSEWHERE.test(name))
      return { problem: `the variable ${name}`, addresses };
    if (CREDENTIAL.test(name) || PLACE.test(value) || isPlain(one, around.directory)) continue;
    if (ADDRESS.test(value) && !hasVariable(value)) addresses.push(value);
    else if (!isPathElsewhere(value, around.files)) return { problem: `the value of the variable ${name}`, addresses };
  }
  return { problem: undefined, addresses };
}

/** Whether the program would have the variable anyway. */
function isInherited({ name, value, written }: Assigned, env: Around['env']): boolean {
  return REFERENCE.exec(written)?.[1] === name || (Object.hasOwn(env, name) && env[name] === value);
}

/** Words that name nothing in the working directory, where programs look for files. */
function isPlain({ name, value }: Assigned, directory: Directory | undefined): boolean {
  if (!PLAIN.test(value) || / -/.test(value)) return false;
  const parts = [value, ...value.split(/[ ,;:=]/)].filter((part) => part !== '');
  if (parts.some((part) => FILE_NAME.test(part))) return false;
  if (SETTING.test(name) || parts.length === 0) return true;
  const isNowhere = directory !== undefined && !parts.some((part) => directory.isHere(part));
  return PLACE_NAME.test(name)
    ? isNowhere && /^(?:true|false|\d+)$/i.test(value)
    : isNowhere || directory === undefined;
}

/** A file that a project cannot change, as an absolute path without detours. */
function isPathElsewhere(value: string, files: Files | undefined): boolean {
  return ABSOLUTE.test(value) && !/(?:^|[/\\])\.\.?(?:[/\\]|$)/.test(value) && !(files?.isOfProject(value) ?? false);
}
