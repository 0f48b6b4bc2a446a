import type { ClientId } from '../../clients/registry.ts';
import { withApprovals } from '../../live/approvals/listed-approvals.ts';
import { changedSinceAccepted } from '../../live/tools/listed-changes.ts';
import type { PinChange } from '../../live/tools/tool-pins.ts';
import { listServers, type ServerList } from '../../manage/list-servers.ts';
import { type ListedServer, withoutParts } from '../../manage/listed-server.ts';
import { targetOfServer } from '../../manage/secrets/masked-server.ts';
import { count } from '../../model/count.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import type { Scope } from '../../model/scope.ts';
import { inferTransport } from '../../model/server.ts';
import { visible } from '../../model/visible.ts';
import { chooseClient } from '../input/choose-client.ts';
import { checkScope } from '../input/targets.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { withProgress } from '../output/progress.ts';
import { clientLabel, cut, serverAsData, stateOf } from '../output/server-labels.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { reportToolChanges } from '../runtime/tool-warnings.ts';

interface Options {
  readonly client?: string;
  readonly scope?: Scope;
  readonly all?: boolean;
}

export const setUpList: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(command, 'list', 'list --client claude-code,codex', 'list --json')
    .option('--client <clients>', 'clients to list')
    .option('-s, --scope <scope>', 'scope to list')
    .option('--all', 'include clients that are not installed but would read an existing file')
    .action(async ({ client, scope, all: isAll }: Options) => {
      checkScope(scope, command);
      const ids = client?.split(',').map((id) => chooseClient(id.trim(), command).id as ClientId);
      const list = await withProgress(output, 'Reading the files of all clients', () =>
        listServers(context.host, {
          ...(ids ? { clients: ids } : {}),
          ...(isAll ? { all: true } : {}),
          placed: output.json,
        }),
      );
      const all = await withApprovals(context.host, list.servers);
      const servers = scope === undefined ? withoutParts(all) : all.filter((one) => one.scope === scope);
      const changes = await changedSinceAccepted(context.host, servers);
      printServers({ ...list, servers }, changes, context, client !== undefined || scope !== undefined);
    });
};

function printServers(
  { servers, issues, unread }: ServerList,
  changes: readonly PinChange[],
  { output, globals }: CommandContext,
  narrowed: boolean,
): void {
  output.unread(unread, true);
  const errors = issues.filter((issue) => isError(issue) && !unread.some(({ file }) => file === issue.file));
  if (output.json) reportToolChanges(changes, output);
  if (output.json) return output.data({ servers: servers.map(serverAsData) }, errors.map(toJson));
  const broken = new Set(errors.map(({ file }) => file)).size;
  if (servers.length === 0) {
    output.print(narrowed ? 'No MCP servers found for this selection.' : 'No MCP servers found.');
    output.talk("Add one with: plugboard add <name> -- <command...>   or paste anything: plugboard add '<text>'");
  } else {
    const rows = rowsOf(servers, globals.verbose ? Number.POSITIVE_INFINITY : 48);
    for (const line of inColumns([
      ['NAME', 'TYPE', 'RUNS', 'CLIENTS'].map((title) => output.style('dim', title)),
      ...rows,
    ]))
      output.print(line);
    const names = new Set(servers.map(({ name }) => name)).size;
    const clients = new Set(servers.map(({ client }) => client)).size;
    const unused = servers.filter(({ state }) => state !== 'active').length;
    output.talk('');
    output.talk(
      `${count(names, 'server')} in ${count(clients, 'client')}.${unused > 0 ? ` ${count(unused, 'definition')} not active; see why with: plugboard get <name>.` : ''}`,
    );
  }
  reportToolChanges(changes, output);
  if (broken > 0) output.talk(`${output.mark('error')} ${count(broken, 'file')} with errors: plugboard doctor`);
}

/** One row per name and command, even if several clients have it. */
function rowsOf(servers: readonly ListedServer[], width: number): string[][] {
  const groups = new Map<string, ListedServer[]>();
  for (const one of servers) {
    const { command, args, url } = one.server;
    const key = JSON.stringify([one.name, inferTransport(one.server), command, args, url]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()]
    .toSorted(([a], [b]) => ((a as ListedServer).name < (b as ListedServer).name ? -1 : 1))
    .map((group) => {
      const [{ name, server }] = group as [ListedServer];
      const where = group.map(
        (one) => `${clientLabel(one)}:${one.scope}${one.state === 'active' ? '' : ` (${stateOf(one)})`}`,
      );
      return [visible(name), inferTransport(server), cut(targetOfServer(server), width), where.join(', ')];
    });
}
