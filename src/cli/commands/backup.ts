import { keptTexts, type KeptText, restore } from '../../manage/restore.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { listBackups } from '../../store/journal/backups.ts';
import { isStateFile } from '../../store/state/places.ts';
import { chooseFiles } from '../input/choose-files.ts';
import { ago, localTime } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { failureOf } from '../program/failure.ts';
import { listByDefault } from '../program/subcommands.ts';

const idWords = 'id of the change, as listed by plugboard backup';

export const setUpBackup: CommandSetup = (command, context) => {
  withExamples(command, 'backup', 'backup show mwigpmji', 'backup restore mwigpmji .mcp.json --dry-run').usage(
    '[list] | show <id> [file] | restore <id> [file...]',
  );
  listByDefault(command, 'List the backups, newest first.', async () => list(context));
  withExamples(command.command('show'), 'backup show mwigpmji', 'backup show mwigpmji .mcp.json')
    .description('Print a backup with masked secrets.')
    .argument('<id>', idWords)
    .argument('[file]', 'file to show; default: all files of the change')
    .action(async (id: string, file: string | undefined) => {
      const kept = await chosen(context, id, file === undefined ? [] : [file]);
      if (kept) printBackup(id, kept, context);
    });
  withExamples(command.command('restore'), 'backup restore mwigpmji', 'backup restore mwigpmji .mcp.json --dry-run')
    .description('Restore a backup, replacing the current content. This can be undone.')
    .argument('<id>', idWords)
    .argument('[file...]', 'files to restore; default: all files of the change')
    .action(async (id: string, files: string[]) => {
      const kept = await chosen(context, id, files);
      const paths = kept?.map(({ path }) => path);
      if (paths) await carryOut(context, () => restore(context.host, id, paths));
    });
};

async function list({ host, output }: CommandContext): Promise<void> {
  const backups = (await listBackups(host)).filter(({ path }) => !isStateFile(host, path));
  if (output.json)
    return output.data({ backups: backups.map((backup) => ({ ...backup, time: backup.time.toISOString() })) });
  if (backups.length === 0) {
    output.print('No backups yet.');
    return;
  }
  const rows = backups.map(({ id, time, path, size }) => [
    output.style('bold', id),
    localTime(time),
    ago(time, host.now()),
    `${size} B`,
    shortPath(path, host),
  ]);
  for (const line of inColumns(rows)) output.print(line);
  output.talk(
    output.style('dim', 'Show one with: plugboard backup show <id>   Restore it with: plugboard backup restore <id>'),
  );
}

/** The chosen backups; undefined, after reporting an error, if a file has none. */
async function chosen(
  { host, output }: CommandContext,
  id: string,
  files: readonly string[],
): Promise<KeptText[] | undefined> {
  const kept = await keptTexts(host, id);
  if (kept.length === 0) throw new PlugboardError('backup-missing', { id });
  if (files.length === 0) return kept;
  const { found, unknown } = chooseFiles(files, kept, host);
  const hint = `it has ${kept.map(({ path }) => shortPath(path, host)).join(', ')}`;
  const [first, ...others] = unknown.map((file) =>
    failureOf(new PlugboardError('backup-missing', { id, file }), { hint }),
  );
  if (!first) return found;
  output.fail(first, ...others);
  return undefined;
}

function printBackup(id: string, kept: readonly KeptText[], { host, output, globals }: CommandContext): void {
  const shown = kept.map(({ path, text }) => ({ path, text: globals.showSecrets ? text : maskLine(text) }));
  if (output.json) return output.data({ id, files: shown });
  for (const { path, text } of shown) {
    if (shown.length > 1) output.print(output.style('bold', `==> ${shortPath(path, host)}`));
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    for (const line of lines) output.print(line.split('\t').map(visible).join('\t'));
  }
}
