import type { Command } from 'commander';
import { exportSet } from '../../sets/export-set.ts';
import { recordPrinted } from '../approvals/remember-printed.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { unknownSubcommand } from '../program/subcommands.ts';
import { setUpChanges } from '../sets/change-sets.ts';
import { setUpCheck } from '../sets/check-sets.ts';
import { setUpCleanup } from '../sets/clean-up.ts';
import { setUpEditing } from '../sets/edit-set.ts';
import { knownSets, setNamed, usableSet } from '../sets/known-sets.ts';
import { listSets, showSet } from '../sets/list-sets.ts';
import { declareDirectory, directoryOf } from '../sets/set-directory.ts';

export const setUpSets: CommandSetup = (command, context) => {
  withExamples(command, 'sets', 'sets create work github linear', 'sets --config-dir ~/team/mcp-configs')
    .usage('[list] | show | create | add | remove | rename | edit | check | export | cleanup')
    .allowExcessArguments();
  declareDirectory(command).action(async () => {
    const [word] = command.args;
    if (word !== undefined) unknownSubcommand(command, word);
    await list(command, context);
  });
  const all = command.command('list').alias('ls').description('List the sets and their problems.');
  declareDirectory(all).action(() => list(all, context));
  setUpShowing(command, context);
  setUpChanges(command, context);
  setUpEditing(command, context);
  setUpCheck(command, context);
  setUpExport(command, context);
  setUpCleanup(command, context);
};

async function list(command: Command, context: CommandContext): Promise<void> {
  listSets(await knownSets(command, context), directoryOf(command, context.host), context);
}

function setUpShowing(sets: Command, context: CommandContext): void {
  const show = sets.command('show').description('Show a set with masked secrets.');
  withExamples(show, 'sets show work', 'sets show work --json').argument('<set>', 'name of the set');
  declareDirectory(show).action(async (name: string) => {
    showSet(setNamed(name, await knownSets(show, context), directoryOf(show, context.host)), context);
  });
}

function setUpExport(sets: Command, context: CommandContext): void {
  const print = sets.command('export').description('Print a set for sharing, with references instead of secrets.');
  withExamples(print, 'sets export work > work.json', 'sets export work --json').argument('<set>', 'name of the set');
  declareDirectory(print).action(async (name: string) => {
    const { host, output } = context;
    const set = usableSet(name, await knownSets(print, context), directoryOf(print, host));
    const { text, variables, copied } = await exportSet(host, set);
    await recordPrinted(copied, context);
    if (output.json) return output.data({ set: set.name, text, variables });
    output.raw(text);
    if (variables.length > 0)
      output.talk(`${output.mark('info')} To use the set, set these variables: ${variables.join(', ')}`);
  });
}
