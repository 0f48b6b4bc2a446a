import { nameOf, type Target } from '../../manage/plan/target.ts';
import { visible } from '../../model/visible.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { Output } from '../output/output.ts';
import type { CommandContext } from '../program/command-context.ts';
import { carryOut } from './carry-out.ts';
import { type Outcome, outcomesOf, type Wanted } from './outcomes.ts';

interface BringOptions {
  readonly approve?: readonly string[] | undefined;
  readonly asked?: ReadonlySet<string>;
  /** Further JSON data. */
  readonly more?: Record<string, unknown>;
}

/**
 * Executes a plan that writes servers to several places, and reports the outcome of each. `plan` is called again with
 * only the places that accept a server, so that its title names what it does.
 */
export async function bringServers(
  context: CommandContext,
  wanted: Wanted,
  plan: (targets: readonly Target[], isAll: boolean) => Promise<Plan>,
  { approve, asked, more }: BringOptions = {},
): Promise<boolean> {
  const { host, output } = context;
  let outcomes: readonly Outcome[] = [];
  const build = async (): Promise<Plan> => {
    const whole = await plan(wanted.targets, true);
    outcomes = await outcomesOf(host, whole, wanted);
    const taking = wanted.targets.filter((target) => takes(target, outcomes));
    if (taking.length === 0 || taking.length === wanted.targets.length) return whole;
    const { losses, unwritten, diagnostics } = whole;
    return { ...(await plan(taking, false)), losses, unwritten, diagnostics };
  };
  const isDone = await carryOut(context, build, () => ({ ...more, servers: outcomes }), approve, asked);
  if (isDone) for (const outcome of outcomes) printOutcome(outcome, output);
  return isDone;
}

function takes(target: Target, outcomes: readonly Outcome[]): boolean {
  return outcomes.some((one) => one.target === nameOf(target) && one.outcome === 'written');
}

/** The losses say why a client cannot use a server. */
function printOutcome({ name, as, target, outcome }: Outcome, output: Output): void {
  const say = (words: string): void => output.talk(`${output.mark('info')} ${visible(words)}`);
  if (outcome === 'skipped') say(`${target} has ${name} already; it is left unchanged`);
  else if (as !== name) say(`${name} is named ${as} in ${target}`);
}
