import type { Host } from '../../model/host.ts';
import { catalogPath } from '../state/catalog-path.ts';

export type PolicyLevel = 'managed' | 'environment' | 'user' | 'project';

/** A place of a policy; the file may not exist. */
export interface PolicyFile {
  readonly level: PolicyLevel;
  /** Absolute. */
  readonly path: string;
}

/** Fixed paths: a variable could point them to a place without a policy. */
const managed: Readonly<Record<Host['platform'], string>> = {
  linux: '/etc/plugboard/policy.json',
  darwin: '/Library/Application Support/Plugboard/policy.json',
  win32: 'C:/ProgramData/Plugboard/policy.json',
};

/** The name in a project. A plain `policy.json` there belongs to other tools. */
export const PROJECT_POLICY = 'plugboard.policy.json';

/**
 * The places of all policies that apply in a directory: the administrator's, one that PLUGBOARD_POLICY adds, the user's,
 * and those of the project, from its checkout down to the directory.
 */
export async function policyFiles(host: Host, project = host.cwd): Promise<PolicyFile[]> {
  return policyFilesIn(host, await projectDirectories(host, project));
}

/** The same, for known directories of the project. */
export function policyFilesIn(
  host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>,
  directories: readonly string[],
): PolicyFile[] {
  const added = host.env['PLUGBOARD_POLICY'];
  const user = catalogPath(host, 'user').replace(/[^/]*$/, 'policy.json');
  return [
    { level: 'managed', path: managed[host.platform] },
    ...(added ? [{ level: 'environment', path: absolute(added, host.cwd) } as const] : []),
    { level: 'user', path: user },
    ...directories.map((directory) => ({ level: 'project', path: `${directory}/${PROJECT_POLICY}` }) as const),
  ];
}

/**
 * The directory and those above it, up to the root of its checkout, outermost first. Through a link, those of both paths:
 * a link into a checkout must not lead around its policy.
 */
async function projectDirectories(host: Host, project: string): Promise<string[]> {
  const real = await host.fs.realPath(project).catch(() => project);
  const found = await Promise.all([project, real].map(async (one) => directoriesUp(host, one)));
  return [...new Set(found.flat())];
}

async function directoriesUp(host: Host, project: string): Promise<string[]> {
  const start = project.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
  const directories: string[] = [];
  for (let directory = start; ; directory = directory.slice(0, directory.lastIndexOf('/'))) {
    directories.unshift(directory);
    if ((await host.fs.kindOf(`${directory}/.git`)) !== undefined) return directories;
    if (!directory.includes('/', 1)) return [start];
  }
}

function absolute(path: string, cwd: string): string {
  const slashed = path.replaceAll('\\', '/');
  return /^(?:\/|[A-Za-z]:\/)/.test(slashed) ? slashed : `${cwd.replaceAll('\\', '/')}/${slashed}`;
}
