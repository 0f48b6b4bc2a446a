import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import { sharedFileOwners } from '../clients/well-known.ts';

const DEFAULT_PRIORITY = 10;

/** Shared files come after the files of all clients. */
const SHARED_PRIORITY = 5;

/** Whether a file is a shared file, in the project or in a directory above it. */
export function isSharedFile(file: string, project: string): boolean {
  const [directory, name] = splitPath(file);
  return Object.hasOwn(sharedFileOwners, name) && `${project.replaceAll('\\', '/')}/`.startsWith(directory);
}

/** The client whose rules a shared file must meet; undefined for other files. */
export function ownerOf(file: string, project: string): Client | undefined {
  const owner = isSharedFile(file, project) ? sharedFileOwners[splitPath(file)[1]] : undefined;
  return owner && clients[owner];
}

/** Rank of a definition among those of the same name; the highest is active. */
export function priorityOf(client: Client, isShared: boolean): number {
  return isShared ? SHARED_PRIORITY : (client.priority ?? DEFAULT_PRIORITY);
}

function splitPath(file: string): [directory: string, name: string] {
  const slash = file.lastIndexOf('/') + 1;
  return [file.slice(0, slash), file.slice(slash)];
}
