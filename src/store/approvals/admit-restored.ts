import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { type ChangedFile, startedServers } from '../policy/admit-servers.ts';
import { isStateFile } from '../state/places.ts';
import type { NamedServer } from '../write/plan.ts';
import type { CopyApproval } from './admit-copies.ts';

/**
 * Throws if files that get earlier texts, or servers that are enabled again, would let a client start what was denied in
 * the meantime.
 */
export async function admitRestored(
  host: Host,
  files: readonly ChangedFile[],
  enabled: readonly NamedServer[],
  { deniedAs }: CopyApproval,
): Promise<void> {
  if (!deniedAs) return;
  const written = files.filter(({ path, after, link }) => after !== undefined && !link && !isStateFile(host, path));
  const started = await Promise.all(written.map(async (file) => startedServers(host, file)));
  for (const { name, server } of [...enabled, ...started.flat()]) {
    const fingerprint = await deniedAs({ name, server });
    if (fingerprint !== undefined) throw new PlugboardError('approval-denied', { name, fingerprint });
  }
}
