import { resolve } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import { withoutPlaces } from '../../model/launcher/places.ts';
import { printedNames, withoutPrintCommands } from '../../model/launcher/print-command.ts';
import { grantHint } from '../../model/secrets/grant-hint.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { Resolution, ResolvedServer, ServerToRun } from '../types.ts';
import type { ValueOptions } from './config-value.ts';
import { expandVariables } from './expand-variables.ts';
import { injectToken, type GetToken } from './inject-token.ts';
import { isShell } from './is-shell.ts';
import { distinctSecrets, secretsOfAddress, secretsOfArguments } from './known-secrets.ts';
import { ProblemList } from './problem-list.ts';
import { resolveEntries } from './resolve-entries.ts';
import { resolveText } from './resolve-text.ts';

export interface ResolveOptions extends ValueOptions {
  /** Any unresolved value blocks the server; otherwise its entry is left out. */
  readonly strict?: boolean;
  /** The access token of a sign-in. */
  readonly token?: GetToken;
  /** Values of variables that are not set, from a vault, as far as this server may have them. */
  readonly vault?: GetSecrets;
  /** Values that the server gets from our launcher, which starts it: they are masked, and not used here. */
  readonly launcher?: GetLauncherSecrets;
}

export type GetLauncherSecrets = (toRun: ServerToRun) => Promise<readonly string[]>;

export type GetSecrets = (toRun: ServerToRun, names: readonly string[]) => Promise<Readonly<Record<string, string>>>;

/**
 * Resolves a definition: variables everywhere, then commands and vaults in headers and variables, then the sign-in
 * token, which is used literally. This runs commands of the definition, so the server must be approved.
 */
export async function resolveServer(toRun: ServerToRun, given: ResolveOptions): Promise<Resolution> {
  const problems = new ProblemList(toRun.name, given.strict === true);
  const transport = inferTransport(toRun.server);
  const env = withoutPlaces(given.env);
  const printed = given.vault ? printedNames(toRun.server) : [];
  const fromVault = await secretsFor(toRun, printed, { ...given, env }, problems);
  const nothing = { transport, args: [], env: {}, headers: {} };
  // No command of a server runs that is not started.
  if (problems.all.some(({ blocks, field }) => blocks && field === VAULT))
    return { server: nothing, problems: problems.all, secrets: [] };
  const asPrinted = Object.fromEntries(Object.entries(fromVault).filter(([name]) => printed.includes(name)));
  const options = { ...given, env: { ...fromVault, ...env, ...asPrinted } };
  // Our own command would print its secret for any start, so the vault is asked instead.
  const started = printed.length === 0 ? toRun : { ...toRun, server: withoutPrintCommands(toRun.server) };
  const { secrets, ...values } =
    transport === 'stdio'
      ? await resolveLocal(started, options, problems)
      : await resolveRemote(started, options, problems);
  const launched = await launchedValues(toRun, given, problems);
  const all = [...secrets, ...Object.values(fromVault), ...launched];
  const found = { problems: problems.all, secrets: distinctSecrets(all) };
  // Without values the server cannot be started or contacted, even by callers that ignore the problems.
  if (problems.blocking) return { server: nothing, ...found };
  return { server: { ...nothing, ...values }, ...found };
}

/** What the launcher of a server hands to it. A server that must not have its secrets is not started. */
async function launchedValues(
  toRun: ServerToRun,
  { launcher }: ResolveOptions,
  problems: ProblemList,
): Promise<readonly string[]> {
  try {
    return (await launcher?.(toRun)) ?? [];
  } catch (error) {
    blockUngiven(toRun, error, problems);
    return [];
  }
}

const VAULT = 'vault';

/** A server that must not have its secrets, or not as it would start here, is not started. */
function blockUngiven({ name }: ServerToRun, error: unknown, problems: ProblemList): boolean {
  const hint = error instanceof PlugboardError ? grantHint(error, name) : undefined;
  if (hint === undefined) return false;
  problems.block(VAULT, `${(error as PlugboardError).message}${hint}`);
  return true;
}

/** The values of what the definition asks our command for or refers to without a variable, where a vault has them for it. */
async function secretsFor(
  toRun: ServerToRun,
  printed: readonly string[],
  { vault, env, signal }: ResolveOptions,
  problems: ProblemList,
): Promise<Readonly<Record<string, string>>> {
  if (!vault) return {};
  const { command, args, env: variables, cwd, url, headers } = toRun.server;
  const texts = textsIn([command, args, variables, cwd, url, headers] as Value).map(({ text }) => text);
  const missing = new Set([...printed, ...texts.flatMap((text) => expandVariables(text, env).missing)]);
  if (missing.size === 0) return {};
  try {
    return await vault(toRun, [...missing]);
  } catch (error) {
    signal?.throwIfAborted();
    if (blockUngiven(toRun, error, problems)) return {};
    problems.add(VAULT, error instanceof PlugboardError ? error.message : 'the vault cannot be read');
    return {};
  }
}

type Values = Partial<Omit<ResolvedServer, 'transport'>> & { readonly secrets: readonly string[] };

async function resolveLocal(toRun: ServerToRun, options: ResolveOptions, problems: ProblemList): Promise<Values> {
  const { server, origin } = toRun;
  const secrets: string[] = [];
  const fill = { env: options.env, problems, secrets };
  const command = resolveText('command', server.command, fill);
  const args = argumentsOf(server, problems).map((arg, index) =>
    resolveText(`args[${index}]`, arg, { ...fill, keepMissing: isShell(server.command) }),
  );
  const written = server.cwd === undefined ? undefined : resolveText('cwd', server.cwd, fill);
  // A server of a project runs there, wherever we were started.
  const cwd = origin?.project === undefined ? written : resolve(origin.project, written ?? '.');
  const declared = await resolveEntries('env', server.env, options, problems);
  const injected = await injectToken(toRun, 'env', options, problems);
  const env = { ...declared.entries, ...injected.entries };
  return {
    ...(command !== undefined && { command }),
    args: args.filter((arg) => arg !== undefined),
    env,
    ...(cwd !== undefined && { cwd }),
    secrets: [
      ...secrets,
      ...secretsOfArguments(args.map((arg) => arg ?? '')),
      ...declared.secrets,
      ...injected.secrets,
    ],
  };
}

async function resolveRemote(toRun: ServerToRun, options: ResolveOptions, problems: ProblemList): Promise<Values> {
  const secrets: string[] = [];
  const url = resolveText('url', toRun.server.url, { env: options.env, problems, secrets });
  if (url !== undefined && !isWebAddress(url)) problems.block('url', 'it is not an http or https address');
  const declared = await resolveEntries('headers', toRun.server.headers, options, problems);
  const injected = await injectToken(toRun, 'headers', options, problems);
  return {
    ...(url !== undefined && { url }),
    headers: { ...declared.entries, ...injected.entries },
    secrets: [...secrets, ...secretsOfAddress(url ?? ''), ...declared.secrets, ...injected.secrets],
  };
}

function argumentsOf({ args }: Server, problems: ProblemList): readonly unknown[] {
  const written: unknown = args ?? [];
  if (Array.isArray(written)) return written;
  problems.block('args', 'it is not a list');
  return [];
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
