import { groupBy } from '../../discovery/group-by.ts';
import { servedName, withoutLauncher } from '../../model/launcher/launcher-entry.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { unwrapped } from '../../model/shell/cmd-wrapper.ts';
import { issueOn, lineOf } from '../issue.ts';
import type { Check } from '../types.ts';

/** Reports names that mean another server in another client. */
export const differing: Check = ({ used }) =>
  [...groupBy(used, ({ entry }) => entry.name)].flatMap(([name, all]) => {
    // An entry of the gateway is whatever the catalog says.
    const subjects = all.filter(({ entry }) => servedName(entry.server) !== name);
    const [first] = subjects;
    const kinds = groupBy(subjects, ({ entry }) => targetOf(entry.server));
    if (!first || kinds.size < 2) return [];
    const one = [...kinds.values()].map(([subject]) => subject?.entry.client.name ?? '');
    const evidence = subjects.map(({ entry }) => `${entry.client.name}: ${lineOf(entry)} ${shown(entry.server)}`);
    return [issueOn(first, 'server-differs', { name, clients: [...new Set(one)] }, { evidence })];
  });

/** The command or URL; variables and headers legitimately differ between clients. */
function targetOf(server: Server): string {
  const { command, args = [], url } = unwrapped(withoutLauncher(server));
  return inferTransport(server) === 'stdio' ? JSON.stringify([command, args]) : JSON.stringify(url);
}

function shown(server: Server): string {
  return inferTransport(server) === 'stdio' ? [server.command, ...(server.args ?? [])].join(' ') : String(server.url);
}
