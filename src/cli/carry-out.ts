import { tellingLosses, visibleChanges } from '../manage/plan-words.ts';
import { warnOfReadableFiles } from '../manage/readable-secrets.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/plan.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { failureOf } from './failure.ts';
import type { Output } from './output.ts';
import { withProgress } from './progress.ts';
import { planAsData, showPlan, showWritten, warningsOf } from './show-plan.ts';

/**
 * What every command that writes does with its plan: shows it only, asks first, or carries it out at once. `build` may be
 * called again when something else writes at the same time. `more` is what scripts get besides the plan.
 */
export async function carryOut(
  context: CommandContext,
  build: () => Promise<Plan>,
  more: () => Record<string, unknown> = () => ({}),
): Promise<void> {
  const { host, output, globals } = context;
  const warned = async (): Promise<Plan> => warnOfReadableFiles(host, await build());
  if (globals.dryRun) {
    const plan = await warned();
    if (isRefused(plan, host)) return refuse(plan, output);
    if (output.json) output.data({ ...planAsData(plan, host), ...more(), written: false }, warningsOf(plan));
    else await showPlan(plan, context, 'stdout');
    return;
  }
  const { plan, id } = await write(context, warned);
  if (plan === undefined) {
    output.exitCode = ExitCode.failed;
    output.talk('Nothing written.');
    return;
  }
  if (isRefused(plan, host)) return refuse(plan, output);
  if (output.json)
    output.data({ ...planAsData(plan, host), ...more(), written: id !== undefined, id }, warningsOf(plan));
  else await showWritten(plan, context, id);
}

/** No plan when the person, asked, does not want it. */
async function write(context: CommandContext, build: () => Promise<Plan>): Promise<{ plan?: Plan; id?: string }> {
  const { host, output, globals } = context;
  const { applyPlan, commit } = await import('../store/apply-plan.ts');
  if (context.interactive && !globals.yes) {
    const plan = await build();
    if (visibleChanges(plan, host).length > 0) {
      await showPlan(plan, context, 'stderr');
      const { confirm } = await import('./ask.ts');
      if (!(await confirm('Write this?'))) return {};
    }
    const applied = await applyPlan(host, plan);
    return applied ? { plan, id: applied.id } : { plan };
  }
  const { plan, applied } = await withProgress(output, 'Waiting for another Plugboard to finish writing', () =>
    commit(host, build),
  );
  return applied ? { plan, id: applied.id } : { plan };
}

/** A server that none of the wanted clients can take is a failure; one that some cannot take is a warning. */
function isRefused(plan: Plan, host: Host): boolean {
  return plan.unwritten.length > 0 && visibleChanges(plan, host).length === 0;
}

function refuse(plan: Plan, output: Output): void {
  const [first, ...others] = tellingLosses(plan).map((loss) =>
    failureOf(new PlugboardError('server-refused', loss), { ...loss }),
  );
  if (first) output.fail(first, ...others);
}
