import type { Command } from 'commander';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import { describeSet, rewriteSet } from '../../sets/change-set.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { setFromText } from '../../sets/read-set.ts';
import { readText } from '../../store/read/read-text.ts';
import { withHead } from '../output/terminal-lines.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { knownSets, setNamed } from './known-sets.ts';
import { declareDirectory, directoryOf } from './set-directory.ts';

/** Declares `sets edit`. Invalid sets can be edited too, because sets are also written by hand. */
export function setUpEditing(sets: Command, context: CommandContext): void {
  const edit = sets.command('edit').description('Edit a set in your editor, or set its description.');
  withExamples(edit, 'sets edit work', 'sets edit work --description "Everything for the office"')
    .argument('<set>', 'the set')
    .option('--description <text>', 'new description, without opening an editor');
  declareDirectory(edit).action(async (name: string, { description }: { description?: string }) => {
    const { host } = context;
    const set = setNamed(name, await knownSets(edit, context), directoryOf(edit, host));
    if (description === undefined) return editSet(context, set);
    await carryOut(
      context,
      () => describeSet(host, set.path, set.name, description),
      () => ({ set: set.name }),
    );
  });
}

/** Opens a set in the user's editor and writes it if it is valid. */
export async function editSet(context: CommandContext, { name, path }: ConfigSet): Promise<void> {
  if (!context.interactive)
    throw new PlugboardError('usage', { message: 'edit needs a terminal for your editor, or --description <text>' });
  const text = await edited(context, path);
  await carryOut(
    context,
    () => rewriteSet(context.host, path, name, text),
    () => ({ set: name }),
  );
}

async function edited({ host, output }: CommandContext, path: string): Promise<string> {
  const read = await readText(host, path);
  if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
  const { editText } = await import('../input/edit-in-editor.ts');
  return editText(host, output, { file: 'set.json', text: read.text, called: 'a set' }, (text) => {
    const { error, fix } = setFromText(path, text);
    if (error === undefined) return [];
    const help = fix === undefined ? [] : [`  ${output.style('cyan', 'fix:')} ${visible(fix)}`];
    return [...withHead(`${output.mark('error')} `, error), ...help];
  });
}
