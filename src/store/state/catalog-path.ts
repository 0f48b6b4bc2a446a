// Not from the registry: the launcher of servers would load every definition.
import { canonical } from '../../clients/definitions/canonical.ts';
import { pathsOf } from '../../clients/paths.ts';
import type { Host } from '../../model/host.ts';

/** Path of the user's or the project's catalog. */
export function catalogPath(host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>, scope: 'user' | 'project'): string {
  const location = canonical().locations.find((one) => one.scope === scope);
  const [path = ''] = location ? pathsOf(location, { ...host, project: host.cwd }) : [];
  return path;
}
