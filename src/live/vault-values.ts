import { PlugboardError } from '../model/diagnostics/error.ts';
import { variable } from '../model/find-program.ts';
import type { Host } from '../model/host.ts';
import { ASKER, askerText } from '../model/launcher/asker.ts';
import { readLauncher, secretsOf } from '../model/launcher/launcher-entry.ts';
import type { ServerToRun } from '../runtime/types.ts';
import { readSecret } from '../secrets/secrets.ts';
import { secretsReferredTo } from '../secrets/users.ts';
import { readCopiedDefinitions } from '../store/approvals/copied-definitions.ts';
import { readOutsideDefinitions } from '../store/approvals/outside-definitions.ts';
import { launcherKey, notGiven, notGivenTo, outsideKey, projectKey, recordRefused } from '../store/vault/grants.ts';
import { judgeStart } from '../store/vault/judge-start.ts';
import { readVaultIndex } from '../store/vault/vault-index.ts';
import { projectOf } from '../trust/territory.ts';
import type { LaunchContext } from './approvals/launch-context.ts';
import { entryStart } from './entry-start.ts';

interface Surroundings {
  readonly territory: readonly string[];
  readonly project: string;
}

/** The variables that tell a launcher below an entry of someone else whose it is; none for the person's own. */
export async function askerVariables(host: Host, project: string, toRun: ServerToRun): Promise<Record<string, string>> {
  const key = await foreignKey(host, project, toRun);
  return key === undefined ? {} : { [ASKER]: askerText({ key, name: toRun.name }) };
}

/** Under which key a server that someone else wrote was given its secrets; undefined for the person's own. */
async function foreignKey(host: Host, project: string, toRun: ServerToRun): Promise<string | undefined> {
  const { name, server } = toRun;
  const from = await fromProject(host, project, toRun);
  if (from !== undefined) return projectKey(name, server, from);
  return (await readOutsideDefinitions(host)).has(server) ? outsideKey(server) : undefined;
}

async function fromProject(host: Host, project: string, toRun: ServerToRun): Promise<string | undefined> {
  const { home } = host;
  return projectOf(toRun, { project, home }) ?? (await readCopiedDefinitions(host)).projectOf(toRun.server);
}

export interface VaultValues {
  readonly values: Readonly<Record<string, string>>;
  /** The PATH with which the server may start with them, if it is not the one that it would have. */
  readonly searchPath?: string;
}

/**
 * Values from the vault for a server that refers to them. A person's own server may have any; a server of a project,
 * one copied from it, or one that someone else wrote only those that it was given, even if it is approved: an approval may be
 * older than the secret. Throws `secret-start-differs` if it would start in another way than it was given them for, as a launcher does.
 */
export async function vaultValues(
  host: Host,
  { territory, project, context }: Surroundings & { readonly context: LaunchContext },
  toRun: ServerToRun,
  names: readonly string[],
): Promise<VaultValues> {
  const index = await readVaultIndex(host, territory);
  const known = index.secrets.map(({ name }) => name);
  const { name: server, server: definition } = toRun;
  const wanted = known.filter((name) => names.includes(name));
  if (wanted.length === 0) return { values: {} };
  const key = await foreignKey(host, project, toRun);
  const missing = key === undefined ? [] : notGiven(index, key, wanted);
  const given = wanted.filter((name) => !missing.includes(name));
  const referred = secretsReferredTo(definition);
  const placed = key === undefined ? known.filter((name) => referred.has(name)) : given;
  const { line, place, ...start } = entryStart(toRun, new Set(placed), { host, project, context });
  const entry = { key: key ?? launcherKey(line), isOwn: key === undefined, names: given, ...start };
  const judged = judgeStart(index, { line, entry }, place);
  if ('withheld' in judged) {
    const { withheld } = judged;
    await recordRefused(host, line, withheld, { env: place.env, asker: key }).catch(() => undefined);
    throw new PlugboardError('secret-start-differs', { server, names: withheld.names, differs: withheld.differs });
  }
  const values = await Promise.all(
    index.secrets
      .filter(({ name }) => given.includes(name))
      .map(async (record) => [record.name, await readSecret(host, record, territory)] as const),
  );
  const searchPath = judged.env === place.env ? undefined : variable('PATH', judged.env, host.platform);
  return { values: Object.fromEntries(values), ...(searchPath !== undefined && { searchPath }) };
}

/**
 * The values that the launcher of a server will hand to it, so that they can be masked. Throws `secret-not-given` for a
 * server of a project whose line was given them for another entry. Nothing if it will get none, or if the vault cannot be
 * read: the launcher judges its start, and reports all else.
 */
export async function launcherValues(
  host: Host,
  { territory, project }: Surroundings,
  toRun: ServerToRun,
): Promise<readonly string[]> {
  const line = readLauncher(toRun.server);
  const names = line ? secretsOf(line) : [];
  if (!line || names.length === 0) return [];
  const index = await readVaultIndex(host, territory);
  if (notGivenTo(index, line, host).length > 0) return [];
  const key = await foreignKey(host, project, toRun);
  const missing = key === undefined ? [] : notGiven(index, key, names);
  if (missing.length > 0) throw new PlugboardError('secret-not-given', { server: toRun.name, names: missing });
  const records = index.secrets.filter(({ name }) => names.includes(name));
  return Promise.all(records.map(async (record) => readSecret(host, record, territory)));
}
