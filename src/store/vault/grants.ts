import { createHash } from 'node:crypto';
import { searchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { canonicalJson } from '../../model/json/canonical-json.ts';
import type { Asker } from '../../model/launcher/asker.ts';
import { type LauncherLine, secretsOf } from '../../model/launcher/launcher-entry.ts';
import { hasReferences, isExpansionOf, variablesIn } from '../../model/launcher/match-line.ts';
import { withoutOuterNpm } from '../../model/launcher/start-line.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import { type Environment, expandText } from '../../model/reference.ts';
import { runDefinition } from '../../model/run-definition.ts';
import { isSecretName } from '../../model/secrets/secret-name.ts';
import type { Server } from '../../model/server.ts';
import { isInProject } from '../../trust/territory.ts';
import { knownDirectories } from './program-places.ts';
import { withSearchPath } from './search-path.ts';
import type { StartPlace } from './start-place.ts';
import { differences, noStarts, type Start, startOf, withStart } from './start.ts';
import { changeVaultIndex, type Grant, readVaultIndex, type RefusedStart, type VaultIndex } from './vault-index.ts';

/** A grant that is not recorded yet. */
export interface NewGrant extends Omit<Grant, 'time' | 'starts'> {
  /** The line that is started, for a grant to a launcher. */
  readonly of?: LauncherLine;
  /** A start that was seen. */
  readonly start?: Start;
}

/** Identifies exactly what a launcher starts and which variables get which secrets. */
export function launcherKey({ server, words, env }: LauncherLine): string {
  return keyOf({ launcher: server, words: [...words], env: { ...env } });
}

/** Gives a line the secrets that it has places for, without a start: then only programs of usual places count. */
export function lineGrant(line: LauncherLine): NewGrant {
  const { server, words, env } = line;
  const common = { key: launcherKey(line), server, secrets: secretsOf(line) };
  return { ...common, ...(hasReferences(line) && { line: { server, words, env } }) };
}

/** Gives a line the secrets that it has places for, as it starts here. */
export function launcherGrant(line: LauncherLine): NewGrant {
  return { ...lineGrant(line), of: line };
}

/** Gives an entry of the person the secrets of its line. Nothing decides where a remote server is but its address. */
export function entryGrants(line: LauncherLine): NewGrant[] {
  return line.words.length > 0 || hasReferences(line) ? [launcherGrant(line)] : [];
}

/** Identifies a definition of a project, in that project. */
export function projectKey(name: string, server: Server, project: string): string {
  return keyOf({ project, name, runs: runDefinition(server) });
}

/** Identifies a definition that someone else wrote and that the user added. */
export function outsideKey(server: Server): string {
  return keyOf({ outside: true, runs: runDefinition(startedServer(server)) });
}

function keyOf(value: Parameters<typeof canonicalJson>[0]): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** The names that were not given under this key. */
export function notGiven({ grants }: VaultIndex, key: string, names: readonly string[]): string[] {
  return without(
    names,
    grants.filter((grant) => grant.key === key),
  );
}

/** The secrets of a command line that it was not given, neither as it is nor as it was before a client expanded it. */
export function notGivenTo({ grants }: VaultIndex, line: LauncherLine, host: Host): string[] {
  return without(secretsOf(line), grants.filter(isFor(line, host)));
}

/** The grants whose line this is, whatever else decides what it starts. */
export function isFor(line: LauncherLine, { env, home }: Pick<Host, 'env' | 'home'>): (grant: Grant) => boolean {
  const key = launcherKey(line);
  return (grant) =>
    grant.key === key ||
    (grant.line !== undefined && isExpansionOf(line, grant.line, { env, home, takesFolder: () => true }));
}

/** The names that none of these grants has. */
export function without(names: readonly string[], grants: readonly Grant[]): string[] {
  const given = new Set(grants.flatMap(({ secrets }) => secrets));
  return names.filter((name) => !given.has(name));
}

/** Gives secrets to launchers or definitions of projects. Requires a person's word. */
export async function giveSecrets(host: Host, given: readonly NewGrant[]): Promise<void> {
  if (given.length === 0) return;
  const time = host.now().toISOString();
  await changeVaultIndex(host, ({ secrets, grants, refused = [] }) => {
    const all = new Map(grants.map((grant) => [grant.key, grant]));
    for (const { of: line, start, ...grant } of given) {
      const before = all.get(grant.key);
      const names = new Set([...(before?.secrets ?? []), ...grant.secrets]);
      const starts = [...(line ? boundStarts(host, line).map((one) => one.start) : []), ...(start ? [start] : [])];
      const merged = starts.reduce(withStart, before?.starts ?? noStarts);
      all.set(grant.key, { ...grant, secrets: [...names], ...(starts.length > 0 && { starts: merged }), time });
    }
    // Another start of the same line stays refused: a person agreed to one.
    const isOpen = ({ line, start, asker, differs }: RefusedStart): boolean => {
      const grant = all.get(asker ?? launcherKey(line));
      const isGiven = grant && without(secretsOf(line), [grant]).length === 0;
      if (differs.length === 0) return !isGiven;
      return !isGiven || differences(grant.starts, start, { ...host, main: line.words[0] ?? '' }).length > 0;
    };
    return { secrets, grants: [...all.values()], refused: refused.filter(isOpen) };
  });
}

/** A start with the values of the variables that it binds. */
export interface BoundStart {
  readonly start: Start;
  readonly values: Readonly<Record<string, string>>;
}

/** How a line starts here: as in this terminal, as by Plugboard, and as in a program that is started from the desktop. */
export function boundStarts(host: Host, line: LauncherLine): BoundStart[] {
  const { env: own = {}, cwd = host.cwd } = line.entry ?? {};
  const referred = variablesIn(line);
  // A remote server is contacted from here: only its address can lead elsewhere.
  if (line.words.length === 0) {
    const env = Object.fromEntries(referred.map((name) => [name, host.env[name]]));
    const start = startOf({ ...host, env }, [], referred);
    return [{ start, values: valuesIn(env, start) }];
  }
  const expanded = Object.fromEntries(Object.entries(own).map(([name, text]) => [name, expandText(text, host.env)]));
  const there = { ...host, cwd: expandText(cwd, host.env), env: { ...withoutOuterNpm(host.env), ...expanded } };
  const plain = [...knownDirectories(host), '/usr/bin', '/bin'].join(':');
  const outside = searchPath(there).filter((one) => !isInProject(one, host.cwd, host.home));
  const environments = [
    there.env,
    ...(expanded['PATH'] === undefined ? [withSearchPath(there, outside)] : []),
    ...(host.platform === 'win32' ? [] : [{ ...there.env, PATH: expanded['PATH'] ?? plain }]),
  ];
  const words = line.words.map((word) => expandText(word, host.env));
  return environments.map((env) => {
    const start = startOf({ ...there, env }, words, referred);
    return { start, values: valuesIn(env, start) };
  });
}

/** The values of what a start binds by its hash. A variable with the name of a secret loads no code. */
function valuesIn(env: Host['env'], start: Start): Record<string, string> {
  return Object.fromEntries(
    Object.keys(start.env).flatMap((name) => (isSecretName(name) ? [] : [[name, env[name] ?? '']])),
  );
}

/** Records a start that was refused, for `giveSecrets`. `asker` is the key of the grants that it lacks, if not of the line. */
export async function recordRefused(
  host: Host,
  line: LauncherLine,
  { start, differs }: Pick<RefusedStart, 'start' | 'differs'>,
  { env, asker }: { readonly env: Environment; readonly asker?: string | undefined },
): Promise<void> {
  const { server, words, env: places } = line;
  const seen = { line: { server, words, env: places }, start, values: valuesIn(env, start), differs };
  const entry = { ...seen, ...(asker !== undefined && { asker }), time: host.now().toISOString() };
  const same = nameOfRefused(entry);
  const { refused: before = [] } = await readVaultIndex(host);
  // A server that is started again and again asks each time.
  if (before.some((one) => nameOfRefused(one) === same)) return;
  await changeVaultIndex(host, ({ secrets, grants, refused = [] }) => {
    return { secrets, grants, refused: [...refused, entry].slice(-MOST_REFUSED) };
  });
}

function nameOfRefused({ line, start, asker }: RefusedStart): string {
  return JSON.stringify([launcherKey(line), start, asker]);
}

const MOST_REFUSED = 20;

/** Records that an entry of a project asked for the secrets of a line which has them, for `giveSecrets`. */
export async function recordAsked(host: Host, line: LauncherLine, asker: Asker, started: StartPlace): Promise<void> {
  const start = startOf(started, line.words);
  const { env } = started;
  await recordRefused(host, line, { start, differs: [] }, { env, asker: asker.key });
}
