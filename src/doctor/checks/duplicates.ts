import { groupBy } from '../../discovery/group-by.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { unwrapped } from '../../model/shell/cmd-wrapper.ts';
import { issueOn, lineOf } from '../issue.ts';
import type { Check } from '../types.ts';

/**
 * Reports the same server under two names in one client. Different variables or headers, such as another account, make
 * another server.
 */
export const duplicates: Check = ({ used }) => {
  const groups = groupBy(used, ({ entry }) => `${entry.client.id} ${meaningOf(entry.server)}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.flatMap((subject) =>
      first
        ? [issueOn(subject, 'server-twice', { other: first.entry.name }, { evidence: [`also ${lineOf(first.entry)}`] })]
        : [],
    ),
  );
};

function meaningOf(server: Server): string {
  const { command, args = [], cwd, env, url, headers } = unwrapped(server);
  const sorted = (map: object | undefined): unknown[] =>
    Object.entries(map ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (inferTransport(server) !== 'stdio') return JSON.stringify([url, sorted(headers)]);
  return JSON.stringify([command, args, cwd, sorted(env)]);
}
