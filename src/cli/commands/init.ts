import { cellAsData } from '../../manage/sync/cell-data.ts';
import { init, type Start } from '../../manage/sync/init.ts';
import type { SyncCell } from '../../manage/sync/sync-cell.ts';
import { visible } from '../../model/visible.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { chooseClient } from '../input/choose-client.ts';
import { withProgress } from '../output/progress.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { printLeftCells, undoneBy } from '../sync/report-cells.ts';

interface Options extends ApproveFlag {
  readonly targets?: string;
}

export const setUpInit: CommandSetup = (command, context) => {
  withExamples(command, 'init', 'init --dry-run', 'init --targets claude-code,cursor').option(
    '--targets <clients>',
    'clients that get every server; default: those that have it already',
  );
  declareApprove(command).action(async ({ targets, approve }: Options) => {
    const { host, output } = context;
    const chosen = targets?.split(',').map((word) => word.trim());
    for (const word of chosen ?? []) if (word !== '*') chooseClient(word.split(':')[0] ?? '', command);
    let start: Start | undefined;
    const isDone = await carryOut(
      context,
      async () => {
        start = await withProgress(output, 'Looking for servers', () => init(host, { targets: chosen }));
        return start.plan;
      },
      () => ({
        servers: start?.servers,
        ambiguous: start?.ambiguous,
        variables: start?.variables,
        ignored: start?.ignored,
        cells: start?.cells.map(cellAsData),
      }),
      approve,
      undefined,
      () => start && undoneBy({ cells: start.cells.filter(isLeftBlocked), issues: start.problems }),
    );
    if (!isDone || !start || output.json) return;
    const { servers, ambiguous, variables, cells } = start;
    for (const { name, clients } of servers) output.print(`  ${visible(name)}  ${clients.join(', ')}`);
    for (const name of ambiguous)
      output.talk(`${output.mark('warning')} ${visible(name)} is defined differently in several files; one was taken`);
    if (variables.length > 0)
      output.talk(`${output.mark('warning')} Secrets are references in the catalog. Set: ${variables.join(', ')}`);
    if (servers.length > 0) printLeftCells(cells, {}, context);
    output.talk(output.style('dim', 'Next: edit plugboard.json, then run: plugboard sync'));
  });
};

/** Whether an entry is blocked for another reason than an unreadable file, which is reported once. What differs is left to the user. */
function isLeftBlocked({ outcome, blocked }: SyncCell): boolean {
  return outcome === 'blocked' && blocked !== 'unreadable';
}
