import { diffWithSecrets, unifiedDiff } from '../../manage/compare/diff.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { type HistoryDetails, type HistoryEntry, listHistory, readHistory } from '../../store/journal/history.ts';
import { isStateFile } from '../../store/state/places.ts';
import { ago, localTime } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import { colored } from '../plan/show-plan.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpHistory: CommandSetup = (command, context) => {
  withExamples(command, 'history', 'history --limit 5 --json', 'history mwigpmji')
    .argument('[id]', 'id of a change to show')
    .option('-l, --limit <number>', 'maximum number of changes', '20')
    .action(async (id: string | undefined, { limit }: { limit: string }) => {
      if (!/^[1-9]\d*$/.test(limit)) command.error(`error: --limit takes a number of at least 1, not '${limit}'`);
      if (id !== undefined) return showOne(await readHistory(context.host, id), context);
      showAll(await listHistory(context.host), Number(limit), context);
    });
};

function showAll(entries: readonly HistoryEntry[], limit: number, { host, output }: CommandContext): void {
  const shown = entries.slice(0, limit);
  if (output.json) return output.data({ entries: shown.map((entry) => asData(entry, host)), total: entries.length });
  if (entries.length === 0) {
    output.print('No changes yet.');
    output.talk('Changes made by Plugboard are listed here. Undo one with: plugboard undo');
    return;
  }
  const rows = shown.map(({ id, time, title, undoneBy }) => {
    const undone = undoneBy === undefined ? '' : output.style('yellow', ` (undone by ${undoneBy})`);
    return [output.style('bold', id), localTime(time), ago(time, host.now()), `${visible(title)}${undone}`];
  });
  for (const [index, line] of inColumns(rows).entries()) {
    output.print(line);
    for (const file of filesOf(shown[index] as HistoryEntry, host))
      output.print(output.style('dim', `  ${file.change} ${shortPath(file.path, host)}${file.left ? leftWords : ''}`));
  }
  const more = entries.length > limit ? `${entries.length - limit} older changes: --limit ${entries.length}. ` : '';
  output.talk(
    output.style('dim', `${more}Show a change with: plugboard history <id>   Undo it with: plugboard undo <id>`),
  );
}

const leftWords = ' (interrupted, and changed by another program since)';

function showOne(entry: HistoryDetails, { host, output, globals }: CommandContext): void {
  const files = diffsOf(entry, host, globals.showSecrets ? diffWithSecrets : unifiedDiff);
  if (output.json) return output.data({ ...asData(entry, host), files });
  const { id, time, title, undoes, undoneBy } = entry;
  output.print(`${output.style('bold', id)}  ${localTime(time)} (${ago(time, host.now())})  ${visible(title)}`);
  if (undoes !== undefined) output.print(`undoes ${undoes}`);
  if (undoneBy !== undefined) output.print(output.style('yellow', `undone by ${undoneBy}`));
  for (const { path, change, diff, unknown } of files) {
    output.print('');
    if (diff === undefined) output.print(`${change} ${shortPath(path, host)}: ${unknown}`);
    else output.print(colored(diff, output));
  }
  output.talk('');
  const back = undoneBy === undefined ? `Undo with: plugboard undo ${id}` : `Redo with: plugboard undo ${undoneBy}`;
  output.talk(output.style('dim', back));
}

interface FileDiff {
  readonly path: string;
  readonly change: string;
  readonly diff?: string;
  /** Why there is no diff. */
  readonly unknown?: string;
}

/** The diff of each file, or why there is none. */
function diffsOf(entry: HistoryDetails, host: Host, diffOf: typeof unifiedDiff): FileDiff[] {
  return entry.files.flatMap(({ path, change, left }, index): FileDiff[] => {
    if (isStateFile(host, path)) return [];
    const [before, after] = [entry.before[index], entry.after[index]];
    if (left) return [{ path, change, unknown: 'interrupted, and changed by another program since' }];
    if (before === undefined && change !== 'created')
      return [{ path, change, unknown: 'the backup of its previous content is damaged' }];
    if (after === undefined && change !== 'deleted')
      return [{ path, change, unknown: 'changed since, so the result of this change is unknown' }];
    return [{ path, change, diff: diffOf({ path, before, after }) }];
  });
}

function asData(entry: HistoryEntry, host: Host): Record<string, unknown> {
  const { id, time, title, undoes, undoneBy } = entry;
  return { id, time: time.toISOString(), title, undoes, undoneBy, files: filesOf(entry, host) };
}

function filesOf(entry: HistoryEntry, host: Host): HistoryEntry['files'] {
  return entry.files.filter(({ path }) => !isStateFile(host, path));
}
