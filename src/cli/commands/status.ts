import { withApprovals } from '../../live/listed-approvals.ts';
import { listServers, type ServerList } from '../../manage/list-servers.ts';
import { withoutParts } from '../../manage/listed-server.ts';
import { isError } from '../../model/diagnostic.ts';
import { catalogId } from '../../model/origin.ts';
import type { CommandContext, CommandSetup } from '../command-context.ts';
import { inColumns } from '../table.ts';

/** What a person sees who types nothing but the name: what is here, and what to do next. */
export const setUpStatus: CommandSetup = (command, context) => {
  command.action(async () => {
    const list = await listServers(context.host, { placed: false });
    show({ ...list, servers: await withApprovals(context.host, list.servers) }, context);
  });
};

const nextSteps = [
  ['plugboard list', 'every server, what it runs and who has it'],
  ['plugboard get <name>', 'where it is defined, what is in force and why'],
  ['plugboard add', 'define one, step by step or from anything you paste'],
  ['plugboard copy <name> --to …', 'bring one to other assistants'],
  ['plugboard doctor', 'what is wrong, and how to put it right'],
  ['plugboard undo', 'take the last change back'],
] as const;

function show({ servers, findings, unread }: ServerList, { output }: CommandContext): void {
  output.unread(unread, true);
  const clients = [...new Set(servers.map(({ client }) => client))].map((client) => {
    const own = servers.filter((one) => one.client === client);
    return {
      client,
      servers: new Set(own.map(({ name }) => name)).size,
      inForce: withoutParts(own).filter(({ state }) => state === 'in-force').length,
      files: [...new Set(own.map(({ file }) => file))],
    };
  });
  const errors = findings.filter(isError).length;
  if (output.json) return output.data({ clients, errors });
  if (clients.length === 0) output.print('No assistant on this machine has MCP servers yet, here or for you.');
  const rows = clients.map((one) => {
    const name = one.client === catalogId ? 'your catalog' : one.client;
    const some = one.inForce === one.servers ? '' : `, ${one.inForce} in force`;
    return [`${output.mark('ok')} ${name}`, `${one.servers} ${one.servers === 1 ? 'server' : 'servers'}${some}`];
  });
  for (const line of inColumns(rows)) output.print(line);
  if (errors > 0) output.print(`${output.mark('error')} ${errors} ${errors === 1 ? 'error' : 'errors'} in their files`);
  output.talk('');
  for (const line of inColumns(nextSteps.map(([line, what]) => [`  ${line}`, output.style('dim', what)])))
    output.talk(line);
}
