import { discover } from '../../discovery/discover.ts';
import type { DiscoveredClient } from '../../discovery/types.ts';
import { isError } from '../../model/diagnostic.ts';
import type { CommandSetup } from '../command-context.ts';
import type { Output } from '../output.ts';

/** What a person sees who types nothing but the name: what is here, and what to do next. */
export const setUpStatus: CommandSetup = (command, context) => {
  const { output } = context;
  command.action(async () => {
    const { clients, findings } = await discover(context.host);
    show(
      clients.filter(({ names }) => names.length > 0),
      findings.filter(isError).length,
      output,
    );
  });
};

const nextSteps = [
  ['plugboard clients', 'every assistant, and its files'],
  ['plugboard validate <file>', 'what is wrong in a file, and what to do'],
  ['plugboard translate --help', "servers in another assistant's spelling"],
] as const;

function show(clients: readonly DiscoveredClient[], errors: number, output: Output): void {
  const counts = clients.map(({ client, names, files }) => ({
    client: client.id,
    servers: names.length,
    inForce: names.filter(({ inForce, disabled }) => inForce !== undefined && !disabled).length,
    files: files.map(({ path }) => path),
  }));
  if (output.json) return output.data({ clients: counts, errors });
  if (counts.length === 0) output.print('No assistant on this machine has MCP servers yet, here or for you.');
  const width = Math.max(...counts.map(({ client }) => client.length), 0);
  for (const { client, servers, inForce } of counts) {
    const some = inForce === servers ? '' : output.style('dim', `, ${inForce} in force`);
    output.print(
      `${output.mark('ok')} ${client.padEnd(width)}  ${servers} ${servers === 1 ? 'server' : 'servers'}${some}`,
    );
  }
  if (errors > 0) output.print(`${output.mark('error')} ${errors} ${errors === 1 ? 'error' : 'errors'} in their files`);
  output.print('');
  for (const [line, what] of nextSteps) output.print(`  ${line.padEnd(28)}${output.style('dim', what)}`);
}
