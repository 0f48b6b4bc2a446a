import { reportedLosses, shortfallsIn, visibleChanges } from '../../manage/plan/plan-words.ts';
import { warnOfReadableFiles } from '../../manage/secrets/readable-secrets.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { consentText } from '../../model/text/consent.ts';
import type { CopyApproval } from '../../store/approvals/admit-copies.ts';
import type { NewGrant } from '../../store/vault/grants.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { Output, Undone } from '../output/output.ts';
import { withProgress } from '../output/progress.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import type { Failure } from '../program/failure.ts';
import { failuresOf } from './shortfalls.ts';
import { planAsData, showPlan, showWritten, warningsOf } from './show-plan.ts';

/**
 * Executes the plan of a writing command: shows it only, asks first, or applies it at once. `build` may be called again
 * after a concurrent write. `more` is additional JSON data. `approve` contains fingerprints of project definitions that
 * may be copied to where a client starts them. `asked` contains fields that must not be lost, if any were named. `left`
 * is what the command could not do, besides losses. Returns whether the plan was applied or shown, if only in part.
 */
export async function carryOut(
  context: CommandContext,
  build: () => Promise<Plan>,
  more: () => Record<string, unknown> = () => ({}),
  approve: readonly string[] = [],
  asked?: ReadonlySet<string>,
  left: () => Undone | undefined = () => undefined,
): Promise<boolean> {
  const { host, output, globals } = context;
  const warned = async (): Promise<Plan> => warnOfReadableFiles(host, await build());
  if (globals.dryRun) {
    const plan = await admitted(host, await warned());
    if (isRefused(plan, host)) return refuse(plan, output);
    await tell(plan, { written: false }, (rest, missing) => showPlan(rest, context, 'stdout', missing));
    return true;
  }
  const { plan, id, isRefused: isTold } = await write(context, warned, approve);
  if (isTold) return false;
  if (plan === undefined) {
    output.exitCode = ExitCode.failed;
    output.talk('Nothing written.');
    return false;
  }
  if (isRefused(plan, host)) return refuse(plan, output);
  await tell(plan, { written: id !== undefined, id }, (rest, missing) => showWritten(rest, context, id, { missing }));
  return true;

  async function tell(
    whole: Plan,
    outcome: Record<string, unknown>,
    show: (rest: Plan, missing: readonly Failure[]) => Promise<void>,
  ): Promise<void> {
    const missing = shortfallsIn(reportedLosses(whole), asked);
    const undone = left();
    const losses = whole.losses.filter((loss) => !missing.includes(loss));
    const failures = failuresOf(missing);
    if (output.json) {
      const diagnostics = whole.diagnostics.filter((one) => !undone?.issues.includes(one));
      const warnings = warningsOf({ ...whole, losses, diagnostics });
      return output.partly({ ...planAsData(whole, host), ...more(), ...outcome }, warnings, failures, undone);
    }
    await show({ ...whole, losses }, failures);
    if (undone) output.exitCode = undone.exitCode;
    const { reportCopies } = await import('../approvals/report-copies.ts');
    await reportCopies(whole, context);
  }
}

/** The plan, unless a policy refuses it: a plan that cannot be written is not shown as one that can. */
export async function admitted(host: Host, plan: Plan): Promise<Plan> {
  const { admitServers } = await import('../../store/policy/admit-servers.ts');
  await admitServers(host, plan.changes);
  if (!plan.restored) return plan;
  const { admitRestored } = await import('../../store/approvals/admit-restored.ts');
  await admitRestored(host, plan.changes, plan.restored, decidedHere(host));
  return plan;
}

interface Written {
  /** Absent if the user declined. */
  readonly plan?: Plan;
  readonly id?: string;
  /** Something is not approved, which has been reported. */
  readonly isRefused?: boolean;
}

async function write(
  context: CommandContext,
  build: () => Promise<Plan>,
  approve: readonly string[],
): Promise<Written> {
  const { host, output, globals } = context;
  const { applyPlan, commit } = await import('../../store/write/apply-plan.ts');
  if (context.interactive && !globals.yes) {
    let plan = await admitted(host, await build());
    if (visibleChanges(plan, host).length > 0) {
      await showPlan(plan, context, 'stderr');
      const { confirm } = await import('../input/ask.ts');
      if (!(await confirm('Write this?'))) return {};
    }
    plan = await withAllowedSecrets(plan);
    const settled = await settle(plan, approve, context);
    if (!settled) return output.exitCode === ExitCode.ok ? {} : { isRefused: true };
    const applied = await applyPlan(host, plan, settled);
    return applied ? { plan, id: applied.id } : { plan };
  }
  const writeWith = async (settled: CopyApproval): Promise<Written> => {
    const { plan, applied } = await withProgress(output, 'Waiting for another Plugboard to finish writing', () =>
      commit(host, build, settled),
    );
    return applied ? { plan, id: applied.id } : { plan };
  };
  // Hardly any plan copies out of a project, so this is not checked first.
  const written = approve.length > 0 ? undefined : await writeWith(decidedHere(host)).catch(ignoreApprovalNeeded);
  if (written) return written;
  const settled = await settle(await build(), approve, context);
  return settled ? writeWith(settled) : { isRefused: true };
}

/** What the user decided before. It is read if a plan asks for it. */
export function decidedHere(host: Host): Required<CopyApproval> {
  const decisions = async (): Promise<Required<CopyApproval>> =>
    (await import('../../live/approvals/project-servers.ts')).copyApproval(host);
  return {
    isApproved: async (copy) => (await decisions()).isApproved(copy),
    deniedAs: async (server) => (await decisions()).deniedAs(server),
  };
}

function ignoreApprovalNeeded(error: unknown): undefined {
  if (!(error instanceof PlugboardError && error.code === 'approval-needed')) throw error;
}

/** The plan, with the secrets that a person at the terminal gives to servers of someone else. */
export async function withAllowedSecrets(plan: Plan): Promise<Plan> {
  const told: unknown[] = [];
  const given: NewGrant[] = [];
  for (const { secrets, what, grants, issue } of plan.withheld ?? []) {
    const { confirm } = await import('../input/ask.ts');
    const these = secrets.length === 1 ? 'this secret' : 'these secrets';
    if (!(await confirm(consentText(`Give ${these} of the vault, ${what}?`), { initialValue: false }))) continue;
    told.push(issue);
    given.push(...grants);
  }
  if (given.length === 0) return plan;
  const diagnostics = plan.diagnostics.filter((one) => !told.includes(one));
  return { ...plan, diagnostics, grants: [...(plan.grants ?? []), ...given] };
}

/** A client starts what is in its own files, so that has to be approved first. */
async function settle(
  { copies = [] }: Plan,
  approve: readonly string[],
  context: CommandContext,
): Promise<CopyApproval | undefined> {
  const decided = decidedHere(context.host);
  if (copies.length === 0) return decided;
  const { requireApprovals } = await import('../approvals/require-approvals.ts');
  const started = copies.filter(({ startedBy }) => startedBy !== undefined);
  const isApproved = await requireApprovals(copies, { given: approve, required: started }, context);
  return isApproved && { ...decided, isApproved };
}

/** Whether none of the clients can use the server. */
function isRefused(plan: Plan, host: Host): boolean {
  return plan.unwritten.length > 0 && visibleChanges(plan, host).length === 0;
}

function refuse(plan: Plan, output: Output): false {
  const [first, ...others] = failuresOf(reportedLosses(plan), 'server-refused');
  if (first) output.fail(first, ...others);
  return false;
}
