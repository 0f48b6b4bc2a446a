import { diffWithSecrets, unifiedDiff } from '../../manage/diff.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { type HistoryDetails, type HistoryEntry, listHistory, readHistory } from '../../store/history.ts';
import { isStateFile } from '../../store/places.ts';
import type { CommandContext, CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { coloured } from '../show-plan.ts';
import { inColumns } from '../table.ts';
import { ago, localTime } from '../when.ts';

export const setUpHistory: CommandSetup = (command, context) => {
  withExamples(command, 'history', 'history --limit 5 --json', 'history mwigpmji')
    .argument('[id]', 'show what this change did, file by file')
    .option('-l, --limit <number>', 'how many of the newest to list', '20')
    .action(async (id: string | undefined, { limit }: { limit: string }) => {
      if (!/^[1-9]\d*$/.test(limit)) command.error(`error: --limit takes a number from 1 on, not '${limit}'`);
      if (id !== undefined) return showOne(await readHistory(context.host, id), context);
      showAll(await listHistory(context.host), Number(limit), context);
    });
};

function showAll(entries: readonly HistoryEntry[], limit: number, { host, output }: CommandContext): void {
  const shown = entries.slice(0, limit);
  if (output.json) return output.data({ entries: shown.map((entry) => asData(entry, host)), total: entries.length });
  if (entries.length === 0) {
    output.print('Nothing has been changed yet.');
    output.talk('Every change that Plugboard writes is listed here, and can be taken back with: plugboard undo');
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
  const more = entries.length > limit ? `${entries.length - limit} older ones: --limit ${entries.length}. ` : '';
  output.talk(
    output.style('dim', `${more}See a change with: plugboard history <id>   Take it back with: plugboard undo <id>`),
  );
}

const leftWords = ' (interrupted, and something else has written it since)';

function showOne(entry: HistoryDetails, { host, output, globals }: CommandContext): void {
  const files = diffsOf(entry, host, globals.showSecrets ? diffWithSecrets : unifiedDiff);
  if (output.json) return output.data({ ...asData(entry, host), files });
  const { id, time, title, undoes, undoneBy } = entry;
  output.print(`${output.style('bold', id)}  ${localTime(time)} (${ago(time, host.now())})  ${visible(title)}`);
  if (undoes !== undefined) output.print(`takes back ${undoes}`);
  if (undoneBy !== undefined) output.print(output.style('yellow', `undone by ${undoneBy}`));
  for (const { path, change, diff, unknown } of files) {
    output.print('');
    if (diff === undefined) output.print(`${change} ${shortPath(path, host)}: ${unknown}`);
    else output.print(coloured(diff, output));
  }
  output.talk('');
  const back =
    undoneBy === undefined ? `Take it back with: plugboard undo ${id}` : `Redo with: plugboard undo ${undoneBy}`;
  output.talk(output.style('dim', back));
}

interface FileStory {
  readonly path: string;
  readonly change: string;
  readonly diff?: string;
  /** Why there is no diff. */
  readonly unknown?: string;
}

/** What became of each file, or why that cannot be told any more. */
function diffsOf(entry: HistoryDetails, host: Host, diffOf: typeof unifiedDiff): FileStory[] {
  return entry.files.flatMap(({ path, change, left }, index): FileStory[] => {
    if (isStateFile(host, path)) return [];
    const [before, after] = [entry.before[index], entry.after[index]];
    if (left) return [{ path, change, unknown: 'interrupted, and something else has written it since' }];
    if (before === undefined && change !== 'created')
      return [{ path, change, unknown: 'the text it had before is damaged' }];
    if (after === undefined && change !== 'deleted')
      return [{ path, change, unknown: 'changed since, so what this change made of it is not known' }];
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
