import { readOrigins } from '../../discovery/origin-of.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import type { Origin } from '../../model/origin.ts';

/**
 * Marks servers of the catalog that need approval. Only Plugboard uses the catalog; clients ask about servers in their
 * own files themselves.
 */
export async function withApprovals(host: Host, servers: readonly ListedServer[]): Promise<ListedServer[]> {
  const originOf = await readOrigins(host).catch(() => undefined);
  return Promise.all(
    servers.map(async (one) => {
      if (one.client !== catalogId || one.state !== 'active') return one;
      const origin = originOf?.(one, one.server);
      if (origin && origin.project === undefined) return one;
      const permission = await permissionOf(host, one, origin);
      if (permission === 'approved') return one;
      return {
        ...one,
        state: 'untrusted',
        trust: permission === 'denied' ? 'you have denied it' : 'plugboard approve',
      };
    }),
  );
}

async function permissionOf(host: Host, { name, server }: ListedServer, origin: Origin | undefined): Promise<string> {
  const { approvalsOf } = await import('./project-servers.ts');
  const toRun = { name, server, ...(origin && { origin }) };
  return approvalsOf(host)
    .permissionFor(toRun)
    .catch(() => 'pending');
}
