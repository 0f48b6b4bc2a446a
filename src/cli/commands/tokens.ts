import type { Command } from 'commander';
import type { ServerHere } from '../../live/servers-here.ts';
import { byCost, costOf, rangeOf, type ServerCost, sumOf } from '../../live/tools/costs.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';
import { printObstacles } from '../runtime/ask-each.ts';
import { listTools } from '../runtime/list-tools.ts';
import type { Obstacle } from '../runtime/obstacle.ts';
import { declareRuntimeFlags, type RuntimeFlags } from '../runtime/runtime-flags.ts';
import { obstacleAsData } from '../runtime/show-obstacle.ts';
import { reportToolChanges } from '../runtime/tool-warnings.ts';
import { allServers, obstacleBefore, serverNamed } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';
import { showCosts, showTotal } from '../tokens/show-costs.ts';

interface Options extends RuntimeFlags {
  readonly budget?: string;
  readonly refresh?: boolean;
  readonly tools?: boolean;
}

export const setUpTokens: CommandSetup = (command, context) => {
  withExamples(command, 'tokens', 'tokens github', 'tokens --budget 10000 --client claude-code', 'tokens --refresh');
  command
    .argument('[server...]', 'servers to show, with each tool; default: all')
    .option('--budget <tokens>', 'maximum total; exit code 6 if exceeded')
    .option('--tools', 'show each tool')
    .option('--refresh', 'list the tools again instead of using the cache');
  declareRuntimeFlags(command).action(async (names: string[], options: Options) => {
    const budget = budgetIn(options, command);
    await withRuntime(context, command, options, names.length === 0, async (use) => {
      const servers = names.length > 0 ? names.map((name) => serverNamed(name, use)) : enabledIn(use);
      const obstacles = options.refresh ? await refresh(servers, use) : [];
      const found = [...new Set(servers)].map((server) => ({ server, cost: costOf(server, use) }));
      const costs = found.flatMap(({ cost }) => cost ?? []).toSorted(byCost);
      const unknown = await whyUnknown(
        found.filter(({ cost }) => !cost).map(({ server }) => server),
        use,
      );
      await use.runtime.pins.settled();
      const changes = use.runtime.pinChanges.filter(({ server }) => costs.some(({ name }) => name === server));
      reportToolChanges(changes, context.output);
      printCosts({ costs, unknown, obstacles, budget }, names.length > 0 || options.tools === true, context);
    });
  });
};

interface Report {
  readonly costs: readonly ServerCost[];
  /** Servers whose tools are unknown. */
  readonly unknown: readonly { readonly name: string; readonly why: string }[];
  readonly obstacles: readonly Obstacle[];
  readonly budget: number | undefined;
}

function budgetIn({ budget }: Options, command: Command): number | undefined {
  if (budget === undefined) return undefined;
  const [, digits, thousands] = /^(\d{1,9})(k?)$/i.exec(budget.replaceAll(/[_,]/g, '')) ?? [];
  if (digits === undefined) return command.error(`error: --budget takes a number of tokens, not '${budget}'`);
  return Number(digits) * (thousands === '' ? 1 : 1000);
}

function enabledIn(use: Use): ServerHere[] {
  return allServers(use).filter(({ disabled }) => !disabled);
}

const notListed = 'not listed yet';

async function whyUnknown(servers: readonly ServerHere[], use: Use): Promise<Report['unknown']> {
  const words: Readonly<Record<string, string>> = {
    'approval-needed': 'needs approval',
    'approval-denied': 'denied',
    'server-disabled': 'disabled',
    'server-invalid': 'invalid definition',
  };
  return Promise.all(
    servers.map(async (server) => {
      const obstacle = await obstacleBefore(server, use);
      return { name: server.name, why: words[obstacle?.code ?? ''] ?? notListed };
    }),
  );
}

/** Lists the tools of all servers again. Returns why some of them failed. */
async function refresh(servers: readonly ServerHere[], use: Use): Promise<Obstacle[]> {
  const checked = await Promise.all(
    servers.map(async (server) => ({ server, obstacle: await obstacleBefore(server, use) })),
  );
  const free = checked.filter(({ obstacle }) => !obstacle).map(({ server }) => server);
  const lists = await listTools(free, { anew: true, once: true }, use);
  return [...checked, ...lists].flatMap(({ obstacle }) => obstacle ?? []);
}

function printCosts({ costs, unknown, obstacles, budget }: Report, withTools: boolean, context: CommandContext): void {
  const { output } = context;
  const total = sumOf(costs);
  const over = budget !== undefined && total > budget ? budget : undefined;
  const excess =
    over === undefined ? [] : [failureOf(new PlugboardError('budget-exceeded', { tokens: total, budget: over }))];
  if (over !== undefined) output.exitCode = ExitCode.issues;
  else if (obstacles.length > 0) output.exitCode = ExitCode.failed;
  if (output.json) {
    const [least, most] = rangeOf(total);
    const servers = costs.map((cost) => ({ ...cost, at: cost.at.toISOString() }));
    const data = { total, range: { least, most }, budget, servers, unknown };
    const errors = [...excess, ...obstacles.map(obstacleAsData)];
    return output.document({ ok: errors.length === 0, data, warnings: [], errors });
  }
  printObstacles(obstacles, output);
  if (costs.length > 0) {
    showCosts(costs, withTools, context);
    showTotal(costs, budget, context);
  } else output.print('No tools are known yet.');
  if (unknown.length > 0)
    output.talk(`Not included: ${unknown.map(({ name, why }) => `${visible(name)} (${why})`).join(', ')}`);
  if (obstacles.length === 0 && unknown.some(({ why }) => why === notListed))
    output.talk('List their tools with: plugboard tokens --refresh');
  const [failure] = excess;
  if (failure) output.fail(failure);
}
