import type { Host } from '../model/host.ts';
import { approvalFile } from '../store/approvals.ts';
import { realPath, territoryOf, trustRoots } from '../trust/territory.ts';

/**
 * Whether a person's own servers may start in this directory: it is their home, they trust it or the checkout around it,
 * or they have approved one of its servers. What cannot be read allows nothing.
 */
export async function isTrustedProject(host: Host, project = host.cwd): Promise<boolean> {
  const territory = territoryOf(project, host.home);
  if (territory.length === 0) return true;
  const roots = trustRoots(project);
  const file = approvalFile(host);
  try {
    const [trusted, records] = await Promise.all([file.trusted(territory), file.read(territory)]);
    const approved = records.filter(({ decision }) => decision === 'approved').map((one) => realPath(one.project));
    return [...trusted, ...approved].some((directory) => roots.includes(directory));
  } catch {
    return false;
  }
}

export interface TrustChange {
  /** As it really is: the checkout, or the directory itself. */
  readonly directory: string;
  readonly isChanged: boolean;
}

/** Trusts the project as a whole, or no longer; undefined for a home, in which there is nothing to decide. */
export async function trustProject(host: Host, isTrusted: boolean, isDryRun = false): Promise<TrustChange | undefined> {
  const territory = territoryOf(host.cwd, host.home);
  const directory = trustRoots(host.cwd).at(-1);
  if (territory.length === 0 || directory === undefined) return undefined;
  const file = approvalFile(host);
  const isChanged = isDryRun
    ? (await file.trusted(territory)).includes(directory) !== isTrusted
    : await file.trust(directory, isTrusted, territory);
  return { directory, isChanged };
}
