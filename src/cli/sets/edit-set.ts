import type { Command } from 'commander';
import { PlugboardError } from '../../model/error.ts';
import { visible, visibleLines } from '../../model/visible.ts';
import { describeSet, rewriteSet } from '../../sets/change-set.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { setFromText } from '../../sets/read-set.ts';
import { readText } from '../../store/read-text.ts';
import { carryOut } from '../carry-out.ts';
import type { CommandContext } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { knownSets, setNamed } from './known-sets.ts';
import { declareDirectory, directoryOf } from './set-directory.ts';

/** People also write sets by hand, so one that cannot be used can be put right here. */
export function setUpEditing(sets: Command, context: CommandContext): void {
  const edit = sets.command('edit').description('Change a set in your editor, or what it says it is for.');
  withExamples(edit, 'sets edit work', 'sets edit work --description "Everything for the office"')
    .argument('<set>', 'the set')
    .option('--description <text>', 'say what it is for, instead of opening an editor');
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

/** Lets a person change the file of a set in their editor, and writes it once it is a set. */
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
  const { editText } = await import('../edit-in-editor.ts');
  return editText(output, { file: 'set.json', text: read.text, called: 'a set' }, (text) => {
    const { error, fix } = setFromText(path, text);
    if (error === undefined) return [];
    const help = fix === undefined ? [] : [`  ${output.style('cyan', 'fix:')} ${visible(fix)}`];
    return [`${output.mark('error')} ${visibleLines(error)}`, ...help];
  });
}
