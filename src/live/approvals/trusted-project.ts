import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { approvalFile, type ApprovalRecord } from '../../store/approvals/approvals.ts';
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
    return (await approvedIn(host, project)).length > 0 ? 'approval' : undefined;
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

/**
 * Trusts the project or revokes the trust; undefined where no decision is needed. Throws if it stays trusted because
 * of approved servers, which are decisions of their own.
 */
export async function trustProject(host: Host, isTrusted: boolean, isDryRun = false): Promise<TrustChange | undefined> {
  const directory = projectToTrust(host);
  if (directory === undefined) return undefined;
  const territory = territoryOf(host.cwd, host.home);
  const file = approvalFile(host);
  const trusted = await file.trusted(territory);
  // A directory may have been trusted before the checkout around it was one.
  const changed = isTrusted
    ? [directory].filter((one) => !trusted.includes(one))
    : trustRoots(host.cwd).filter((one) => trusted.includes(one));
  if (!isDryRun) for (const one of changed) await file.trust(one, isTrusted, territory);
  const approved = isTrusted ? [] : await approvedIn(host, host.cwd);
  if (approved.length > 0)
    throw new PlugboardError('deny-without-effect', {
      directory,
      names: [...new Set(approved.map(({ name }) => name))],
      fingerprints: [...new Set(approved.map(({ fingerprint }) => fingerprint))],
    });
  return { directory, isChanged: changed.length > 0 };
}

/** The approvals of servers of a project. */
async function approvedIn(host: Host, project: string): Promise<ApprovalRecord[]> {
  const roots = trustRoots(project);
  const records = await approvalFile(host).read(territoryOf(project, host.home));
  return records.filter((one) => one.decision === 'approved' && roots.includes(realPath(one.project)));
}
