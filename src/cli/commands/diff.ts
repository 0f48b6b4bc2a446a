import type { Command } from 'commander';
import {
  type Cell,
  type CellState,
  compareWithCatalog,
  type Comparison,
} from '../../manage/compare/compare-with-catalog.ts';
import { unifiedDiff } from '../../manage/compare/diff.ts';
import { withSyncStates } from '../../manage/compare/sync-states.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { targetsHere } from '../../manage/plan/targets-here.ts';
import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';
import { visible } from '../../model/visible.ts';
import { checkScope, chooseTargets, scopeHelp } from '../input/targets.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import type { Mark } from '../output/output.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { withProgress } from '../output/progress.ts';
import { inColumns } from '../output/table.ts';
import { diffFor } from '../plan/show-plan.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';
import { outcomeInWords } from '../sync/cell-lines.ts';

interface Options {
  readonly scope?: Scope;
  readonly server?: string;
  readonly from?: string;
  readonly all?: boolean;
}

const states: Readonly<Record<CellState, readonly [Mark, string]>> = {
  same: ['ok', 'in sync'],
  differs: ['warning', 'out of sync'],
  'not-there': ['none', 'missing'],
  'only-there': ['info', 'only in client'],
  unwritable: ['error', 'cannot be written'],
};

export const setUpDiff: CommandSetup = (command, context) => {
  command.addHelpText(
    'after',
    `
The user file of each client is compared, unless --scope or client:scope is given. Where the catalog names a client as a
target of a server, diff says what "plugboard sync --check" says. Elsewhere a server is in sync if writing the catalog
definition would not change the file; settings that only one client supports are ignored.
Exit codes: 0 in sync, 6 out of sync, 3 a file cannot be read.`,
  );
  withExamples(command, 'diff', 'diff codex,cursor --server github', 'diff --all --json')
    .argument('[clients...]', 'client or client:scope; default: all installed clients')
    .option('-s, --scope <scope>', scopeHelp)
    .option('--server <names>', 'servers to compare, separated by commas')
    .option('--from <client>', 'client or client:scope to compare with; default: your Plugboard catalog')
    .option('--all', 'treat a server on only one side as a difference')
    .action(async (words: string[], options: Options) => {
      const { host, output } = context;
      const [catalog, targets] = await sides(words, options, context, command);
      const only = options.server?.split(',').map((name) => name.trim());
      const comparison = await withProgress(output, 'Comparing', () => compare(host, catalog, targets, only));
      await expectNames(only ?? [], comparison, context);
      await printComparison(catalog, comparison, options.all ?? false, context);
    });
};

/** Compares as a sync does, unless the other side is not a catalog. */
async function compare(
  host: Host,
  catalog: Target,
  targets: readonly Target[],
  only: readonly string[] | undefined,
): Promise<Comparison> {
  const comparison = await compareWithCatalog(host, catalog, targets, { only });
  if (!catalog.client.verbatim) return comparison;
  const { cells, issues } = await withSyncStates(host, comparison.cells, targets, only);
  return { ...comparison, cells, issues: [...comparison.issues, ...issues] };
}

async function sides(
  words: readonly string[],
  { scope, from }: Options,
  { host }: CommandContext,
  command: Command,
): Promise<[Target, Target[]]> {
  checkScope(scope, command);
  const [catalog, ...more] = await chooseTargets(host, from, undefined, command);
  if (!catalog || more.length > 0) return command.error('error: --from takes one client');
  const chosen =
    words.length === 0 ? await targetsHere(host, scope) : await chooseTargets(host, words.join(','), scope, command);
  return [catalog, chosen.filter((target) => nameOf(target) !== nameOf(catalog))];
}

async function expectNames(
  only: readonly string[],
  { cells }: Comparison,
  { host, output }: CommandContext,
): Promise<void> {
  const unknown = only.find((name) => !cells.some((cell) => cell.name === name));
  if (unknown === undefined) return;
  const { listServers } = await import('../../manage/list-servers.ts');
  const { servers, unread } = await listServers(host, { placed: false });
  output.unread(unread, false);
  throw noSuchServer(
    unknown,
    servers.map(({ name }) => name),
  );
}

async function printComparison(
  catalog: Target,
  comparison: Comparison,
  all: boolean,
  context: CommandContext,
): Promise<void> {
  const { output, host } = context;
  const { cells, issues, errors, names } = comparison;
  const counting: readonly CellState[] = all ? ['differs', 'not-there', 'only-there'] : ['differs'];
  const different = cells.filter(({ state, sync }) => sync?.drift ?? counting.includes(state));
  if (issues.length > 0) output.exitCode = ExitCode.invalidConfig;
  else if (different.length > 0) output.exitCode = ExitCode.issues;
  if (output.json) {
    const failures =
      different.length > 0 ? [failureOf(new PlugboardError('differs', { summary: summary(different) }))] : [];
    output.document({
      ok: output.exitCode === ExitCode.ok,
      data: { from: `${catalog.client.id}:${catalog.scope}`, cells: cells.map(asData) },
      warnings: errors.map(toJson),
      errors: [...issues.map(toJson), ...failures],
    });
    return;
  }
  await printDiagnostics([...issues, ...errors], host, output);
  if (names.length === 0 && !all) return showEmpty(catalog, cells, context);
  for (const cell of cells.filter(({ state }) => state === 'differs')) {
    output.print(output.style('bold', `${visible(cell.name)} in ${targetLabel(cell)} is out of sync:`));
    for (const change of cell.changes) output.print([...diffFor(change, cell, context), '']);
  }
  showTable(cells, context);
  if (cells.length === 0) output.print('No client to compare with. List clients with: plugboard clients');
  else output.print(['', `${summary(cells)}.`]);
  if (cells.some(({ sync }) => sync?.drift))
    output.talk(output.style('dim', 'Update the clients that are kept in sync: plugboard sync'));
  if (cells.some(({ state, sync }) => state === 'differs' && !sync))
    output.talk(
      output.style(
        'dim',
        'Update the client: plugboard copy <name> --to <client> --overwrite   Update the catalog: plugboard import <client> <name> --overwrite',
      ),
    );
}

function showEmpty(catalog: Target, cells: readonly Cell[], { output }: CommandContext): void {
  output.print(catalog.client.verbatim ? 'Your catalog has no servers yet.' : `${nameOf(catalog)} has no servers.`);
  // Without a number: an import takes the servers of all clients, and none that is invalid.
  if (cells.length > 0) output.talk('Import the servers of your clients with: plugboard import');
}

function showTable(cells: readonly Cell[], { output }: CommandContext): void {
  for (const [index, place] of [...new Set(cells.map(targetLabel))].entries()) {
    if (index > 0) output.print('');
    output.print(output.style('bold', place));
    const rows = cells
      .filter((cell) => targetLabel(cell) === place)
      .map(({ name, state, why, sync, present }) => {
        const [mark, plain] = states[state];
        const compared = sync && { ...sync, ...(present && { theirs: present }) };
        const words = compared?.drift && compared.outcome !== 'blocked' ? outcomeInWords(compared) : plain;
        return [`  ${output.mark(mark)} ${visible(name)}`, `${words}${why === undefined ? '' : `: ${visible(why)}`}`];
      });
    for (const line of inColumns(rows)) output.print(line);
  }
}

function summary(cells: readonly Cell[]): string {
  const counted = Object.entries(states).flatMap(([state, [, words]]) => {
    const number = cells.filter((cell) => cell.state === state).length;
    return number === 0 ? [] : [`${number} ${words}`];
  });
  return `${counted.join(', ')} (${count(new Set(cells.map(targetLabel)).size, 'client')})`;
}

function asData({ client, scope, name, state, why, losses, changes, sync }: Cell): Record<string, unknown> {
  const diffs = changes.map((change) => ({ path: change.path, diff: unifiedDiff(change) }));
  const synced = sync && { outcome: sync.outcome, drift: sync.drift };
  return { client, scope, name, state, why, ...synced, losses, changes: diffs };
}

function targetLabel({ client, scope }: Cell): string {
  return `${client}:${scope}`;
}
