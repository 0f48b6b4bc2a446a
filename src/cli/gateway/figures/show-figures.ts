import type { CallDurations, CallFigures, GatewayView } from '../../../api/contract/gateways.ts';
import { readGateways } from '../../../api/gateways/read-gateways.ts';
import { count } from '../../../model/count.ts';
import { durationText } from '../../../model/text/duration-text.ts';
import { visible } from '../../../model/visible.ts';
import type { Output } from '../../output/output.ts';
import { inColumns } from '../../output/table.ts';
import type { CommandContext } from '../../program/command-context.ts';

/** Prints the figures of the gateways on this machine, those of the page. */
export async function showFigures({ host, output }: CommandContext): Promise<void> {
  const gateways = await readGateways(host);
  if (output.json) return output.data({ gateways });
  if (gateways.length === 0) {
    output.print('No gateway serves on this machine over HTTP.');
    return output.talk('Start one with: plugboard serve --http');
  }
  for (const gateway of gateways) printGateway(gateway, output);
}

function printGateway({ url, pid, directory, problem, figures }: GatewayView, output: Output): void {
  output.print(`${output.style('bold', visible(url))}  process ${pid}, started in ${visible(directory.short)}`);
  if (problem !== undefined) output.print(`${output.mark('error')} Cannot read its figures: ${visible(problem)}`);
  if (!figures) return;
  const { sessions, pending, calls, servers, principals } = figures;
  const errors = count(calls.failed, 'error');
  output.print(`${count(sessions, 'session')}, ${count(calls.finished, 'call')}, ${errors}, ${pending} in flight`);
  const rows = [
    ...servers.map((server) => [visible(server.name), server.state, ...figureCells(server), withheld(server)]),
    ...principals.map((user) => [visible(user.name), 'user', ...figureCells(user), '']),
  ];
  const titles = ['', '', 'calls', 'errors', 'p50', 'p99', ''];
  for (const line of inColumns([titles, ...rows])) output.print(`  ${line}`);
}

function figureCells({ calls, p50, p99 }: CallDurations & { readonly calls: CallFigures }): string[] {
  return [String(calls.finished), String(calls.failed), durationText(p50), durationText(p99)];
}

function withheld({ quarantined }: { readonly quarantined: readonly string[] }): string {
  return quarantined.length === 0 ? '' : `withheld: ${quarantined.map(visible).join(', ')}`;
}
