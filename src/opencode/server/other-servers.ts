import { basename } from 'node:path';
import type { Host } from '../../model/host.ts';
import { stateFile } from '../../store/state/places.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import { withFolderLock } from './folder-lock.ts';
import { isRunning } from './lease.ts';
import { endpointOf, ServerFiles, type ServerRecord } from './server-record.ts';

/** Updating a record is quick, starting a server is slow; a starting server already has a lease. */
const patience = 500;

/** Managed servers of this user with another sharing key that other clients use. */
export async function otherServers(host: Host, own: string | undefined): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for (const files of await filesBeside(host, own)) {
    const record = await files.read().catch(() => undefined);
    if (record?.url !== undefined && isHere(host, record) && isRunning(host, record) && isUsed(host, record))
      found.push(endpointOf(record, record.url));
  }
  return found;
}

/** Stops servers whose clients were all killed: nothing else would stop them. */
export async function endOrphans(host: Host, own: string): Promise<void> {
  for (const files of await filesBeside(host, own)) {
    const before = await files.read().catch(() => undefined);
    if (!before || !isHere(host, before) || isUsed(host, before)) continue;
    await withFolderLock(host, files.folder, patience, async () => {
      const record = await files.read();
      if (record && !isUsed(host, record)) await files.end(record);
    }).catch(() => undefined);
  }
}

async function filesBeside(host: Host, own: string | undefined): Promise<ServerFiles[]> {
  const keys = await host.fs.readDirectory(stateFile(host, 'opencode-servers')).catch(() => []);
  return keys.filter((key) => own === undefined || key !== basename(own)).map((key) => new ServerFiles(host, key));
}

function isHere({ processes }: Host, { machine }: ServerRecord): boolean {
  return machine === processes.machine;
}

function isUsed(host: Host, { leases }: ServerRecord): boolean {
  return leases.some((lease) => isRunning(host, lease));
}
