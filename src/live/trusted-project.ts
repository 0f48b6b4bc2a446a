import type { Host } from '../model/host.ts';
import { approvalFile } from '../store/approvals.ts';
import { realPath, territoryOf, trustRoots } from '../trust/territory.ts';

/**
 * Whether a person's own servers may start in this directory: it is their home, they trust it or the checkout around it,
 * or they have approved one of its servers. What cannot be read allows nothing.
 */
export async function isTrustedProject(host: Host, project = host.cwd): Promise<boolean> {
  return (await reasonForTrust(host, project)) !== undefined;
}

/** Why a directory is trusted; undefined where it is not. */
export async function reasonForTrust(
  host: Host,
  project = host.cwd,
): Promise<'home' | 'project' | 'approval' | undefined> {
  const territory = territoryOf(project, host.home);
  if (territory.length === 0) return 'home';
  const roots = trustRoots(project);
  const file = approvalFile(host);
  try {
    if ((await file.trusted(territory)).some((directory) => roots.includes(directory))) return 'project';
    const approved = (await file.read(territory)).filter(({ decision }) => decision === 'approved');
    return approved.some((one) => roots.includes(realPath(one.project))) ? 'approval' : undefined;
  } catch {
    return undefined;
  }
}

export interface TrustChange {
  /** As it really is: the checkout, or the directory itself. */
  readonly directory: string;
  readonly isChanged: boolean;
}

/** The directory that trust in the current one is about; undefined in the home, where there is nothing to decide. */
export function projectToTrust({ cwd, home }: Host): string | undefined {
  return territoryOf(cwd, home).length === 0 ? undefined : trustRoots(cwd).at(-1);
}

/** Trusts the project as a whole, or no longer; undefined where there is nothing to decide. */
export async function trustProject(host: Host, isTrusted: boolean, isDryRun = false): Promise<TrustChange | undefined> {
  const directory = projectToTrust(host);
  if (directory === undefined) return undefined;
  const territory = territoryOf(host.cwd, host.home);
  const file = approvalFile(host);
  const isChanged = isDryRun
    ? (await file.trusted(territory)).includes(directory) !== isTrusted
    : await file.trust(directory, isTrusted, territory);
  return { directory, isChanged };
}
