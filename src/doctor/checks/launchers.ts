import { readLauncher, secretsOf, servedName } from '../../model/launcher/launcher-entry.ts';
import { launcherKey, notGiven } from '../../store/vault/grants.ts';
import { readVaultIndex, type VaultIndex } from '../../store/vault/vault-index.ts';
import { issueOn } from '../issue.ts';
import type { Check, Issue, Subject } from '../types.ts';

/** Reports launchers that cannot have their secrets, and entries that serve a server which the catalog does not have. */
export const launchers: Check = async ({ host, used }) => {
  // A vault that cannot be read is reported where a value is needed.
  const index = await readVaultIndex(host).catch(() => undefined);
  const catalog = new Set(used.filter(({ entry }) => entry.client.verbatim).map(({ entry }) => entry.name));
  return used.flatMap((subject) => [...(index ? secretIssues(index, subject) : []), ...servedIssues(catalog, subject)]);
};

function secretIssues(index: VaultIndex, subject: Subject): Issue[] {
  const { name, server } = subject.entry;
  const line = readLauncher(server);
  const secrets = line ? secretsOf(line) : [];
  const unknown = secrets.filter((secret) => !index.secrets.some((one) => one.name === secret));
  if (unknown.length > 0) return unknown.map((secret) => issueOn(subject, 'secret-missing', { secret }));
  const withheld = line ? notGiven(index, launcherKey(line), secrets) : [];
  return withheld.length > 0
    ? [issueOn(subject, 'secret-withheld', { server: name, secrets: withheld.join(', ') })]
    : [];
}

function servedIssues(catalog: ReadonlySet<string>, subject: Subject): Issue[] {
  const served = servedName(subject.entry.server);
  return served === undefined || catalog.has(served) ? [] : [issueOn(subject, 'served-missing', { name: served })];
}
