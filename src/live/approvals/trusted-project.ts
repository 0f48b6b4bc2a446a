import type { Host } from '../../model/host.ts';
import { approvalFile } from '../../store/approvals/approvals.ts';
import { realPath, territoryOf, trustRoots } from '../../trust/territory.ts';

/**
 * Whether a user's servers may start in this directory: it is the home directory, the user trusts it or the checkout
 * around it, or the user has approved one of its servers. Unreadable approvals mean no trust.
 */
export async function isTrustedProject(host: Host, project = host.cwd): Promise<boolean> {
  return (await reasonForTrust(host, project)) !== undefined;
}

/** Why a directory is trusted; undefined if it is not. */
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
  /** Real path of the checkout, or of the directory itself. */
  readonly directory: string;
  readonly isChanged: boolean;
}

/** The directory that a trust decision applies to; undefined in the home directory, where none is needed. */
export function projectToTrust({ cwd, home }: Host): string | undefined {
  return territoryOf(cwd, home).length === 0 ? undefined : trustRoots(cwd).at(-1);
}

/** Trusts the project or revokes the trust; undefined where no decision is needed. */
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
