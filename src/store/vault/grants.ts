import { createHash } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import { canonicalJson } from '../../model/json/canonical-json.ts';
import { type LauncherLine, secretsOf } from '../../model/launcher/launcher-entry.ts';
import { hasReferences, isExpansionOf } from '../../model/launcher/match-line.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import { changeVaultIndex, type Grant, type VaultIndex } from './vault-index.ts';

/** A grant that is not recorded yet. */
export type NewGrant = Omit<Grant, 'time'>;

/** Identifies exactly what a launcher starts and which variables get which secrets. */
export function launcherKey({ server, words, env }: LauncherLine): string {
  return keyOf({ launcher: server, words: [...words], env: { ...env } });
}

/** Gives a launcher the secrets that it has places for. */
export function launcherGrant(line: LauncherLine): NewGrant {
  const { server } = line;
  return { key: launcherKey(line), server, secrets: secretsOf(line), ...(hasReferences(line) && { line }) };
}

/** Identifies a definition of a project, in that project. */
export function projectKey(name: string, server: Server, project: string): string {
  return keyOf({ project, name, runs: runDefinition(server) });
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
export function notGivenTo({ grants }: VaultIndex, line: LauncherLine, { env, home }: Host): string[] {
  const key = launcherKey(line);
  const isMeant = (grant: Grant): boolean =>
    grant.key === key || (grant.line !== undefined && isExpansionOf(line, grant.line, { env, home }));
  return without(secretsOf(line), grants.filter(isMeant));
}

function without(names: readonly string[], grants: readonly Grant[]): string[] {
  const given = new Set(grants.flatMap(({ secrets }) => secrets));
  return names.filter((name) => !given.has(name));
}

/** Gives secrets to launchers or definitions of projects. Requires a person's word. */
export async function giveSecrets(host: Host, given: readonly NewGrant[]): Promise<void> {
  if (given.length === 0) return;
  const time = host.now().toISOString();
  await changeVaultIndex(host, ({ secrets, grants }) => {
    const all = new Map(grants.map((grant) => [grant.key, grant]));
    for (const grant of given) {
      const names = new Set([...(all.get(grant.key)?.secrets ?? []), ...grant.secrets]);
      all.set(grant.key, { ...grant, secrets: [...names], time });
    }
    return { secrets, grants: [...all.values()] };
  });
}
