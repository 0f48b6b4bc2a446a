import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { ASKER, askerText } from '../model/launcher/asker.ts';
import { readLauncher, secretsOf } from '../model/launcher/launcher-entry.ts';
import type { ServerToRun } from '../runtime/types.ts';
import type { GetLauncherSecrets, GetSecrets } from '../runtime/values/resolve-server.ts';
import { readSecret } from '../secrets/secrets.ts';
import { readCopiedDefinitions } from '../store/approvals/copied-definitions.ts';
import { notGiven, notGivenTo, projectKey } from '../store/vault/grants.ts';
import { readVaultIndex } from '../store/vault/vault-index.ts';
import { projectOf } from '../trust/territory.ts';

/** The variables that tell a launcher below an entry of a project whose it is; none for the person's own. */
export async function askerVariables(host: Host, project: string, toRun: ServerToRun): Promise<Record<string, string>> {
  const from = await fromProject(host, project, toRun);
  if (from === undefined) return {};
  const { name, server } = toRun;
  return { [ASKER]: askerText({ key: projectKey(name, server, from), name }) };
}

async function fromProject(host: Host, project: string, toRun: ServerToRun): Promise<string | undefined> {
  const { home } = host;
  return projectOf(toRun, { project, home }) ?? (await readCopiedDefinitions(host)).projectOf(toRun.server);
}

/**
 * Values from the vault for servers that refer to them. A person's own servers may have any; a server of a project, or
 * one copied from it, only those that it was given, even if it is approved: an approval may be older than the secret.
 */
export function vaultValues(host: Host, territory: readonly string[], project: string): GetSecrets {
  return async (toRun, names) => {
    const index = await readVaultIndex(host, territory);
    const known = index.secrets.filter(({ name }) => names.includes(name));
    if (known.length === 0) return {};
    const from = await fromProject(host, project, toRun);
    const wanted = known.map(({ name }) => name);
    const missing = from === undefined ? [] : notGiven(index, projectKey(toRun.name, toRun.server, from), wanted);
    const found = await Promise.all(
      known
        .filter(({ name }) => !missing.includes(name))
        .map(async (record) => [record.name, await readSecret(host, record, territory)] as const),
    );
    return Object.fromEntries(found);
  };
}

/**
 * The values that the launcher of a server will hand to it, so that they can be masked. Throws `secret-not-given` for a
 * server of a project whose line was given them for another entry. Nothing if it will get none, or if the vault cannot be
 * read: the launcher then reports that itself.
 */
export function launcherValues(host: Host, territory: readonly string[], project: string): GetLauncherSecrets {
  return async (toRun) => {
    const line = readLauncher(toRun.server);
    const names = line ? secretsOf(line) : [];
    if (!line || names.length === 0) return [];
    const index = await readVaultIndex(host, territory);
    // The launcher reports what its line was not given.
    if (notGivenTo(index, line, host).length > 0) return [];
    const from = await fromProject(host, project, toRun);
    const missing = from === undefined ? [] : notGiven(index, projectKey(toRun.name, toRun.server, from), names);
    if (missing.length > 0) throw new PlugboardError('secret-not-given', { server: toRun.name, names: missing });
    const records = index.secrets.filter(({ name }) => names.includes(name));
    return Promise.all(records.map(async (record) => readSecret(host, record, territory)));
  };
}
