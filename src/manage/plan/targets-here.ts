import { findClients } from '../../discovery/find-clients.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import { type Scope, writableScopes } from '../../model/scope.ts';
import type { Target } from './target.ts';

/**
 * One target per client that is installed or has the file: the one of this scope, or else the user's. Our catalog is
 * excluded.
 */
export async function targetsHere(host: Host, scope?: Scope): Promise<Target[]> {
  const targets: Target[] = [];
  const paths = new Set<string>();
  const found = await findClients(host);
  for (const { client, installed, files } of found.toSorted((a, b) => Number(b.installed) - Number(a.installed))) {
    const own = files.filter(
      ({ location }) => location.variant === undefined && !location.unread && writableScopes.includes(location.scope),
    );
    const wanted = scope ?? (own.some(({ location }) => location.scope === 'user') ? 'user' : own[0]?.location.scope);
    const file = own.find(({ location }) => location.scope === wanted);
    if (!file || client.id === catalogId || !(installed || file.exists)) continue;
    // A shared file is targeted for the clients installed here.
    if (!installed && paths.has(file.path)) continue;
    paths.add(file.path);
    targets.push({ client, scope: file.location.scope });
  }
  return targets;
}
