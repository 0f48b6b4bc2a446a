import { discover } from '../../discovery/discover.ts';
import type { Host } from '../../model/host.ts';
import { readLauncher, withoutLauncher } from '../../model/launcher/launcher-entry.ts';
import { isExpansionOf } from '../../model/launcher/match-line.ts';
import { withReferences } from '../../model/launcher/places.ts';
import type { Server } from '../../model/server.ts';
import type { Unlocked } from '../../store/policy/require-allowed.ts';
import { isFolderData } from '../../store/vault/folder-data.ts';
import type { ExecLine } from './exec-line.ts';

/**
 * Why a line is not as locked; undefined if it is. A line is only a part of a definition, so one of the config files must
 * have a definition that is locked and that a client starts with this line and these variables.
 */
export async function unlockedLine(host: Host, line: ExecLine, unlocked: Unlocked): Promise<string | undefined> {
  const { clients } = await discover(host);
  const entries = clients.flatMap((client) => client.entries);
  const isLocked = entries.some(
    ({ name, server }) => unlocked(name, server) === undefined && isLineOf(host, line, name, server),
  );
  if (isLocked) return undefined;
  const [command = '', ...args] = line.words;
  return unlocked(line.server, { command, args }) ?? 'its variables differ from plugboard.lock';
}

/** Whether a client starts an entry with this line, by our launcher or written there by hand. */
function isLineOf(host: Host, { server, words }: ExecLine, name: string, entry: Server): boolean {
  if ((readLauncher(entry)?.server ?? name) !== server) return false;
  const { command = '', args = [], env = {} } = withoutLauncher(entry);
  const seen = Object.keys(env).flatMap((key): [string, string][] => {
    const value = host.env[key];
    return value === undefined ? [] : [[key, withReferences(value)]];
  });
  const written = [command, ...args];
  return isExpansionOf(
    { server, words: words.map(withReferences), env: Object.fromEntries(seen) },
    { server, words: written, env },
    { ...host, takesFolder: (at) => isFolderData(written, at, words[at] ?? '') },
  );
}
