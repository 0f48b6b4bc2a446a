import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import { isAboutSignIn } from '../auth/is-about-sign-in.ts';
import { LOCKED, type LockedFlag, lockToEnforce } from '../lock/require-lock.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode, exitCodeOf } from '../program/exit-code.ts';
import type { Obstacle } from '../runtime/obstacle.ts';
import { reportStartDirectory } from '../runtime/report-start-directory.ts';
import { declareRuntimeFlags, type RuntimeFlags } from '../runtime/runtime-flags.ts';
import { obstacleAsData } from '../runtime/show-obstacle.ts';
import { outcomeAsData, outcomeLines } from '../runtime/show-test.ts';
import { type Outcome, testOutcome } from '../runtime/test-outcome.ts';
import { allServers, obstacleAfterPrompt, obstacleBefore, serverNamed } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';

interface Options extends RuntimeFlags, LockedFlag {
  readonly all?: boolean;
}

export const setUpTest: CommandSetup = (command, context) => {
  withExamples(command, 'test', 'test github files --timeout 60', 'test --client claude-code --json');
  command
    .argument('[name...]', 'servers to test; default: all active servers')
    .option('--all', 'test all active servers; same as no name')
    .option('--locked', LOCKED);
  declareRuntimeFlags(command).action(async (names: string[], options: Options) => {
    if (options.all && names.length > 0)
      throw new PlugboardError('usage', { message: 'Give server names or --all, not both.' });
    const lock = await lockToEnforce(context.host, options);
    const flags = { ...options, locked: lock };
    await withRuntime(context, command, flags, names.length === 0, async (use) => {
      const outcomes = names.length > 0 ? await testNamed([...new Set(names)], use) : await testAll(use);
      conclude(await afterSigningIn(outcomes, use), use, names.length > 0 ? () => true : isWanted);
      if (use.entries.some(({ code }) => code === 'starts-in-home')) reportStartDirectory(context);
    });
  });
};

/** Asks for approvals first, because progress lines cannot be drawn during a prompt. */
async function testNamed(names: readonly string[], use: Use): Promise<Outcome[]> {
  const servers = names.map((name) => serverNamed(name, use));
  const checked: Outcome[] = [];
  for (const server of servers) {
    const obstacle = await obstacleAfterPrompt(server, use);
    checked.push({ server, problems: [], ...(obstacle && { obstacle }) });
  }
  return run(checked, use, () => true);
}

/** Without names there are no prompts: servers that need approval are reported and not started. */
async function testAll(use: Use): Promise<Outcome[]> {
  const { context } = use;
  const checked = await Promise.all(
    allServers(use).map(async (server): Promise<Outcome> => {
      const obstacle = await obstacleBefore(server, use);
      return { server, problems: [], ...(obstacle && { obstacle }) };
    }),
  );
  const ready = checked.filter(({ obstacle }) => !obstacle).length;
  if (ready > 1) context.output.talk(`Connecting to ${count(ready, 'server')}.`);
  return run(checked, use, isWanted);
}

/** Disabled and denied servers count only if they were named. */
function isWanted({ server, obstacle }: Outcome): boolean {
  return !server.disabled && obstacle?.code !== 'approval-denied';
}

/** Tests servers concurrently and prints each result as soon as it is known. */
async function run(checked: readonly Outcome[], use: Use, isTold: (outcome: Outcome) => boolean): Promise<Outcome[]> {
  const {
    lines,
    context: { output },
  } = use;
  const width = checked.length > 1 ? Math.max(...checked.map(({ server }) => visible(server.name).length)) : 0;
  return Promise.all(
    checked.map(async (before) => {
      const outcome = before.obstacle ? before : await testOutcome(before.server, use);
      const told = !output.json && isTold(outcome) ? outcomeLines(outcome, output, width) : [];
      lines.finish(outcome.server.name, told);
      return outcome;
    }),
  );
}

/** Offers a sign-in at a terminal to servers that require one, and tests them again. */
async function afterSigningIn(outcomes: readonly Outcome[], use: Use): Promise<Outcome[]> {
  const { context, runtime } = use;
  const isHelped = ({ obstacle, server }: Outcome): boolean => isAboutSignIn(obstacle, server.server);
  if (!context.interactive || !outcomes.some(isHelped)) return [...outcomes];
  const { offerSignIn } = await import('../auth/offer-sign-in.ts');
  const final: Outcome[] = [];
  for (const outcome of outcomes) {
    const { server } = outcome;
    if (isHelped(outcome) && (await offerSignIn(server, use))) {
      await runtime.restart([server.name]);
      final.push(...(await run([{ server, problems: [] }], use, () => true)));
    } else final.push(outcome);
  }
  return final;
}

function conclude(
  outcomes: readonly Outcome[],
  { context: { output } }: Use,
  counts: (outcome: Outcome) => boolean,
): void {
  const counted = outcomes.filter(counts);
  const failed = counted.flatMap(({ obstacle }) => obstacle ?? []);
  output.exitCode = exitCodeFor(failed);
  if (output.json) {
    const data = { servers: outcomes.map(outcomeAsData) };
    return output.document({ ok: failed.length === 0, data, warnings: [], errors: failed.map(obstacleAsData) });
  }
  if (outcomes.length === 0) output.print('No MCP servers found.');
  if (counted.length > 1)
    output.talk(`${counted.length - failed.length} of ${count(counted.length, 'server')} responded.`);
  const others = outcomes.filter((outcome) => !counted.includes(outcome)).map(({ server }) => visible(server.name));
  if (others.length > 0) output.talk(`Skipped because disabled or denied: ${others.join(', ')}`);
}

/** The exit code of the failures if all have the same one. */
function exitCodeFor(failed: readonly Obstacle[]): number {
  const [first, ...others] = new Set(failed.map(({ code }) => exitCodeOf(code)));
  if (first === undefined) return ExitCode.ok;
  return others.length === 0 ? first : ExitCode.failed;
}
