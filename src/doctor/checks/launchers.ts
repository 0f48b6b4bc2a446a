import { referencesIn } from '../../manage/secrets/without-secrets.ts';
import { readLauncher, secretsOf, servedName } from '../../model/launcher/launcher-entry.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { type OutsideDefinitions, readOutsideDefinitions } from '../../store/approvals/outside-definitions.ts';
import { launcherKey, notGiven, outsideKey } from '../../store/vault/grants.ts';
import { readVaultIndex, type VaultIndex } from '../../store/vault/vault-index.ts';
import { issueOn } from '../issue.ts';
import type { Check, Issue, Subject } from '../types.ts';

/** Reports launchers that cannot have their secrets, and entries that serve a server which the catalog does not have. */
export const launchers: Check = async ({ host, used }) => {
  // A vault that cannot be read is reported where a value is needed.
  const index = await readVaultIndex(host).catch(() => undefined);
  const outside = await readOutsideDefinitions(host).catch(() => undefined);
  const catalog = new Set(used.filter(({ entry }) => entry.client.verbatim).map(({ entry }) => entry.name));
  return used.flatMap((subject) => [
    ...(index ? secretIssues(index, subject, outside) : []),
    ...servedIssues(catalog, subject),
  ]);
};

function secretIssues(index: VaultIndex, subject: Subject, outside: OutsideDefinitions | undefined): Issue[] {
  const { name, server } = subject.entry;
  const line = readLauncher(server);
  const secrets = line ? secretsOf(line) : [];
  const unknown = secrets.filter((secret) => !index.secrets.some((one) => one.name === secret));
  if (unknown.length > 0) return unknown.map((secret) => issueOn(subject, 'secret-missing', { secret }));
  const withheld = line ? notGiven(index, launcherKey(line), secrets) : withheldFrom(index, server, outside);
  return withheld.length > 0
    ? [issueOn(subject, 'secret-withheld', { server: name, secrets: withheld.join(', ') })]
    : [];
}

/** What someone else wrote gets nothing by standing in the catalog. */
function withheldFrom(index: VaultIndex, server: Server, outside: OutsideDefinitions | undefined): string[] {
  if (!outside?.has(server)) return [];
  const names = new Set(
    referencesIn(server as Value).flatMap(({ name, fallback }) => (fallback === undefined ? name : [])),
  );
  const known = index.secrets.flatMap(({ name }) => (names.has(name) ? name : []));
  return notGiven(index, outsideKey(server), known);
}

function servedIssues(catalog: ReadonlySet<string>, subject: Subject): Issue[] {
  const served = servedName(subject.entry.server);
  return served === undefined || catalog.has(served) ? [] : [issueOn(subject, 'served-missing', { name: served })];
}
