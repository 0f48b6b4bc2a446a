import { copyApproval } from '../../live/approvals/project-servers.ts';
import { applyPending, pendingPlan, rejectPending } from '../../manage/pending/pending-change.ts';
import { visibleChanges } from '../../manage/plan/plan-words.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { listPlans, type PendingPlan } from '../../store/state/pending-plans.ts';
import type { Plan } from '../../store/write/plan.ts';
import { ago } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import { diffFor, planAsData, showPlan, showWritten, warningsOf } from '../plan/show-plan.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { listByDefault } from '../program/subcommands.ts';

const EXAMPLE = '4bf1c2d09a774bf1c2d09a77';
const ID_HELP = 'id of the plan, as listed by plugboard plans';

export const setUpPlans: CommandSetup = (command, context) => {
  withExamples(command, 'plans', `plans show ${EXAMPLE}`, `plans apply ${EXAMPLE}`).usage(
    '[list] | show <id> | apply <id> | reject <id>',
  );
  listByDefault(command, 'List the plans that assistants made and that wait for a decision.', async () =>
    list(context),
  );
  withExamples(command.command('show'), `plans show ${EXAMPLE}`, `plans show ${EXAMPLE} --json`)
    .description('Show the changes of a plan.')
    .argument('<id>', ID_HELP)
    .action((id: string) => show(id, context));
  withExamples(command.command('apply'), `plans apply ${EXAMPLE}`, `plans apply ${EXAMPLE} --dry-run`)
    .description('Show a plan and apply it, after you confirm. Needs a terminal.')
    .argument('<id>', ID_HELP)
    .action((id: string) => apply(id, context));
  withExamples(command.command('reject'), `plans reject ${EXAMPLE}`, `plans reject ${EXAMPLE} --dry-run`)
    .description('Reject a plan, so that it cannot be applied.')
    .argument('<id>', ID_HELP)
    .action((id: string) => reject(id, context));
};

async function list({ host, output }: CommandContext): Promise<void> {
  const plans = (await listPlans(host)).filter(({ state }) => state === 'pending');
  if (output.json) return output.data({ plans: plans.map(asData) });
  if (plans.length === 0) return output.print('No pending plans.');
  const rows = plans.map(({ id, title, askedBy, directory, made }) => [
    id,
    ago(new Date(made), host.now()),
    visible(askedBy),
    visible(title),
    shortPath(directory, host),
  ]);
  for (const line of inColumns(rows)) output.print(line);
  output.talk(output.style('dim', 'Review one with: plugboard plans apply <id>'));
}

function asData({ id, title, askedBy, directory, made, warnings }: PendingPlan): Record<string, unknown> {
  return { id, title, askedBy, directory, made, warnings };
}

async function show(id: string, context: CommandContext): Promise<void> {
  const { host, output } = context;
  const { pending, plan } = await pendingPlan(host, id);
  if (output.json) return output.partly({ ...asData(pending), ...planAsData(plan, host) }, warningsOf(plan), []);
  await showPending(pending, plan, context, 'stdout');
}

async function showPending(
  { askedBy, directory, warnings }: PendingPlan,
  plan: Plan,
  context: CommandContext,
  to: 'stdout' | 'stderr',
): Promise<void> {
  const { host, output } = context;
  output.talk(`${visible(askedBy)} asks to ${visible(plan.title)}, in ${shortPath(directory, host)}.`);
  for (const warning of warnings) output.talk(`${output.mark('warning')} ${visible(warning)}`);
  for (const change of visibleChanges(plan, host)) if (to === 'stdout') output.print(diffFor(change, plan, context));
  if (to === 'stderr') await showPlan(plan, context, 'stderr');
}

/** Only a person may consent, so neither --yes nor a script counts. */
async function apply(id: string, context: CommandContext): Promise<void> {
  const { host, output, globals } = context;
  const { pending, plan } = await pendingPlan(host, id);
  if (globals.dryRun) return show(id, context);
  if (!context.interactive) throw new PlugboardError('consent-needed', { id });
  await showPending(pending, plan, context, 'stderr');
  const { confirm } = await import('../input/ask.ts');
  if (!(await confirm('Write this?'))) {
    await rejectPending(host, id);
    output.exitCode = ExitCode.failed;
    return output.talk('Rejected. Nothing written.');
  }
  const change = await applyPending(host, id, copyApproval(host));
  await showWritten(plan, context, change);
}

async function reject(id: string, { host, output, globals }: CommandContext): Promise<void> {
  const { title } = (await pendingPlan(host, id)).pending;
  if (!globals.dryRun) await rejectPending(host, id);
  if (output.json) return output.data({ id, rejected: !globals.dryRun });
  output.print(
    `${output.mark(globals.dryRun ? 'none' : 'ok')} ${globals.dryRun ? 'Would reject' : 'Rejected'}: ${visible(title)}`,
  );
}
