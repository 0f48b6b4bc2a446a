import { pathsOf } from '../../clients/paths.ts';
import { clients } from '../../clients/registry.ts';
import type { Host } from '../../model/host.ts';

/** Path of the user's or the project's catalog. */
export function catalogPath(host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>, scope: 'user' | 'project'): string {
  const location = clients.canonical.locations.find((one) => one.scope === scope);
  const [path = ''] = location ? pathsOf(location, { ...host, project: host.cwd }) : [];
  return path;
}
