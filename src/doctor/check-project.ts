import { discover } from '../discovery/discover.ts';
import { ownerOf } from '../discovery/providers.ts';
import { resolve } from '../discovery/resolve.ts';
import type { DiscoveredClient } from '../discovery/types.ts';
import type { Host } from '../model/host.ts';
import { findLock, lockProblem } from '../store/locked/lock-file.ts';
import { lockedInCatalog } from '../store/locked/locked-in-catalog.ts';
import { arrange } from './arrange.ts';
import { plainSecrets } from './checks/plain-secrets.ts';
import { policiesOfFiles } from './checks/policies.ts';
import { reported } from './checks/reported.ts';
import { unpinnedPackages } from './checks/unpinned-packages.ts';
import { contextOf } from './doctor-context.ts';
import { issueOn } from './issue.ts';
import { noSets } from './read-sets.ts';
import type { Check, DoctorContext, Examination, Issue } from './types.ts';

/**
 * Checks the files of the project alone: what this machine has installed or configured does not change the result. It
 * starts and contacts nothing.
 */
export async function checkProject(host: Host): Promise<Examination> {
  const { project, clients } = await discover(host);
  const context = contextOf(host, project, ofProject(clients, project), noSets);
  const found: Issue[] = [];
  for (const check of [reported, plainSecrets, unpinnedPackages, policiesOfFiles, locked])
    found.push(...(await check(context)));
  const entries = context.entries.map(({ entry }) => JSON.stringify([entry.file, entry.path]));
  return {
    issues: arrange(found).filter(isFinding),
    files: new Set(context.clients.flatMap(({ files }) => files.map(({ path }) => path))).size,
    servers: new Set(entries).size,
  };
}

/** Notes are not issues here, nor is a transport that the URL tells. A package without a version is one in a repository. */
function isFinding({ severity, code }: Issue): boolean {
  return code === 'package-unpinned' || (severity !== 'info' && code !== 'transport-inferred');
}

/** The clients with their files in the project. A file that many clients read is checked by the rules of its owner. */
function ofProject(clients: readonly DiscoveredClient[], project: string): DiscoveredClient[] {
  const root = `${project.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  return clients.flatMap(({ client, files, entries }) => {
    const isOurs = (path: string): boolean =>
      path.startsWith(root) && (ownerOf(path, project) ?? client).id === client.id;
    const own = files.filter(({ path }) => isOurs(path));
    return own.length === 0
      ? []
      : [resolve(client, { files: own, entries: entries.filter(({ file }) => isOurs(file)) })];
  });
}

/** Reports servers that are not in the lock as they are defined, if there is a lock. */
const locked: Check = async ({ host, project, used }: DoctorContext) => {
  const found = await findLock(host, project);
  if (!found) return [];
  const { lock, diagnostics } = found;
  if (!lock) return diagnostics.map((one): Issue => ({ ...one, evidence: [] }));
  const asInCatalog = lockedInCatalog(used.map(({ entry }) => entry));
  return used.flatMap((subject) => {
    const { name, server } = subject.entry;
    const problem = asInCatalog(subject.entry) ? undefined : lockProblem(lock, name, server);
    return problem === undefined ? [] : [issueOn(subject, 'lock-outdated', { name, problem })];
  });
};
