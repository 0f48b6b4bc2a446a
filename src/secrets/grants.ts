import { createHash } from 'node:crypto';
import type { Host } from '../model/host.ts';
import { canonicalJson } from '../model/json/canonical-json.ts';
import { runDefinition } from '../model/run-definition.ts';
import type { Server } from '../model/server.ts';
import { changeVaultIndex, type Grant, type VaultIndex } from './vault-index.ts';

/** A command line with the places of its secrets, and the variables with secrets. */
export interface LauncherLine {
  readonly server: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Identifies exactly what a launcher starts and which variables get which secrets. */
export function launcherKey({ server, words, env }: LauncherLine): string {
  return keyOf({ launcher: server, words: [...words], env: { ...env } });
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
  const given = new Set(grants.filter((grant) => grant.key === key).flatMap(({ secrets }) => secrets));
  return names.filter((name) => !given.has(name));
}

/** Gives secrets to launchers or definitions of projects. Requires a person's word. */
export async function giveSecrets(host: Host, given: readonly Omit<Grant, 'time'>[]): Promise<void> {
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
