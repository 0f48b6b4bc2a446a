import { planUndo } from '../../manage/plan-undo.ts';
import { visibleChanges } from '../../manage/plan/plan-words.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { MIGRATE } from '../../secrets/migrate/migrate-action.ts';
import { listHistory, newestNotUndone } from '../../store/journal/history.ts';
import { undo } from '../../store/journal/undo.ts';
import type { Plan } from '../../store/write/plan.ts';
import { admitted, decidedHere } from '../plan/carry-out.ts';
import { planAsData, showPlan, showWritten } from '../plan/show-plan.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';

export const setUpUndo: CommandSetup = (command, context) => {
  withExamples(command, 'undo', 'undo --dry-run', 'undo mwigpmji')
    .argument('[id]', 'id of the change, as listed by plugboard history; default: the last change that is not undone')
    .action(async (id: string | undefined) => {
      try {
        await takeBack(context, id);
      } catch (error) {
        if (!(error instanceof PlugboardError && error.code === 'conflict')) throw error;
        const { path } = (error as PlugboardError<'conflict'>).data;
        await explainConflict(context, id ?? (await newestNotUndone(context.host)).id, path);
      }
    });
};

/** Undoes one change, with a confirmation at a terminal. */
export async function takeBack(context: CommandContext, id: string | undefined): Promise<void> {
  const { host, output, globals } = context;
  const plan = await planUndo(host, id);
  await admitted(host, plan);
  const { undoes } = plan;
  if (globals.dryRun) {
    if (output.json) return output.data({ ...planAsData(plan, host), undoes, written: false });
    return showPlan(plan, context, 'stdout');
  }
  if (context.interactive && !globals.yes && visibleChanges(plan, host).length > 0) {
    await showPlan(plan, context, 'stderr');
    const { confirm } = await import('../input/ask.ts');
    if (!(await confirm(`${visible(plan.title)}. Write this?`))) {
      output.exitCode = ExitCode.failed;
      return output.talk('Nothing written.');
    }
  }
  // The files are compared again, so only the shown change is written.
  const applied = await undo(host, undoes, decidedHere(host));
  const keptInVault = (await listHistory(host)).some(({ id: one, action }) => one === undoes && action === MIGRATE);
  const differing = keptInVault ? await differingInVault(host, plan) : [];
  const data = { ...planAsData(plan, host), undoes, written: true, id: applied.id };
  if (output.json) return output.data({ ...data, ...(keptInVault && { keptInVault, differing }) });
  await showWritten(plan, context, applied.id, { next: `Redo with: plugboard undo ${applied.id}` });
  if (!keptInVault) return;
  output.talk('The secrets are in the files again, and the vault keeps them too: plugboard secrets list shows them.');
  for (const { server, field, file } of differing)
    output.talk(
      visible(
        `${output.mark('warning')} ${server} ${field} in ${shortPath(file, host)} has its old value; the vault has another one, or none`,
      ),
    );
}

interface DifferingSecret {
  readonly server: string;
  readonly field: string;
  readonly file: string;
}

/** The secrets that are in the files again with a value that the vault does not have: replaced or removed since. */
async function differingInVault(host: Host, { changes }: Plan): Promise<DifferingSecret[]> {
  const { scanSecrets } = await import('../../secrets/find/scan.ts');
  const paths = new Set(changes.map(({ path }) => path));
  return (await scanSecrets(host)).flatMap(({ server, field, file = '', vaulted }) =>
    vaulted === undefined && paths.has(file) ? [{ server, field, file }] : [],
  );
}

/** A conflict means that the change is already undone, or that the file was edited since. */
async function explainConflict({ host, output }: CommandContext, id: string, path: string): Promise<void> {
  const entry = (await listHistory(host)).find((one) => one.id === id);
  const by = entry?.undoneBy;
  if (by !== undefined) {
    const message = `${id} is already undone by ${by}.`;
    return output.fail({ code: 'conflict', message, path, hint: `redo it with: plugboard undo ${by}` });
  }
  const kept = entry?.files.some((file) => file.path === path && file.change !== 'created');
  const hint = kept
    ? `to restore the old text anyway: plugboard backup restore ${id}`
    : `show the change with: plugboard history ${id}`;
  output.fail(failureOf(new PlugboardError('conflict', { path }), { hint }));
}
