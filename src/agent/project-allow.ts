import { discover } from '../discovery/discover.ts';
import { readOrigins } from '../discovery/origin-of.ts';
import { mayAllowWriting } from '../manage/pending/own-rights.ts';
import type { Host } from '../model/host.ts';

/**
 * A file of this project that starts us with `--allow`, or may do so, if there is one. A project must not give an assistant rights
 * over the user's files, and which entry started this process is not known, so none counts then.
 */
export async function projectAllow(host: Host): Promise<string | undefined> {
  const originOf = await readOrigins(host);
  const { clients } = await discover(host, { placed: false });
  const entries = clients.flatMap((client) => client.entries);
  return entries.find(
    (entry) =>
      mayAllowWriting(entry.server, host) &&
      originOf({ ...entry, client: entry.client.id }, entry.server).project !== undefined,
  )?.file;
}
