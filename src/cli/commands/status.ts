import { withApprovals } from '../../live/approvals/listed-approvals.ts';
import { listServers, type ServerList } from '../../manage/list-servers.ts';
import { withoutParts } from '../../manage/listed-server.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { catalogId } from '../../model/origin.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';

/** The output of `plugboard` without arguments: the clients with servers, and next steps. */
export const setUpStatus: CommandSetup = (command, context) => {
  command.action(async () => {
    const list = await listServers(context.host, { placed: false });
    printSummary({ ...list, servers: await withApprovals(context.host, list.servers) }, context);
  });
};

const nextSteps = [
  ['plugboard list', 'list all servers, what they run and which clients have them'],
  ['plugboard get <name>', 'show where a server is defined and which definition is active'],
  ['plugboard add', 'add a server, step by step or from pasted text'],
  ['plugboard copy <name> --to …', 'copy a server to other clients'],
  ['plugboard doctor', 'find and repair issues'],
  ['plugboard undo', 'undo the last change'],
] as const;

function printSummary({ servers, findings, unread }: ServerList, { output }: CommandContext): void {
  output.unread(unread, true);
  const clients = [...new Set(servers.map(({ client }) => client))].map((client) => {
    const own = servers.filter((one) => one.client === client);
    return {
      client,
      servers: new Set(own.map(({ name }) => name)).size,
      active: withoutParts(own).filter(({ state }) => state === 'active').length,
      files: [...new Set(own.map(({ file }) => file))],
    };
  });
  const errors = findings.filter(isError).length;
  if (output.json) return output.data({ clients, errors });
  if (clients.length === 0) output.print('No assistant on this machine has MCP servers yet.');
  const rows = clients.map((one) => {
    const name = one.client === catalogId ? 'your catalog' : one.client;
    const some = one.active === one.servers ? '' : `, ${one.active} active`;
    return [`${output.mark('ok')} ${name}`, `${one.servers} ${one.servers === 1 ? 'server' : 'servers'}${some}`];
  });
  for (const line of inColumns(rows)) output.print(line);
  if (errors > 0)
    output.print(`${output.mark('error')} ${errors} ${errors === 1 ? 'error' : 'errors'} in config files`);
  output.talk('');
  for (const line of inColumns(nextSteps.map(([line, what]) => [`  ${line}`, output.style('dim', what)])))
    output.talk(line);
}
