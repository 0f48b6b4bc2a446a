import { count } from '../../model/count.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { ago } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { clientsIn } from '../runtime/runtime-flags.ts';
import { reportToolChanges } from '../runtime/tool-warnings.ts';
import { allServers, serverNamed } from '../runtime/use-server.ts';
import { withRuntime } from '../runtime/with-runtime.ts';
import { type ServerStatus, statusAsData, serverStatuses, statusLabels } from '../status/server-status.ts';

interface Options {
  readonly client?: string;
  readonly watch?: boolean;
}

/** `plugboard status`. The output of `plugboard` without arguments is in status.ts. */
export const setUpServerStatus: CommandSetup = (command, context) => {
  withExamples(command, 'status', 'status github --json', 'status --watch')
    .argument('[name...]', 'servers to show; default: all')
    .option('--client <clients>', 'clients whose servers to use')
    .option('-w, --watch', 'connect to the servers and show a live table, like plugboard top')
    .action(async (names: string[], { client, watch }: Options) => {
      const flags = client === undefined ? {} : { client };
      if (watch) {
        if (names.length > 0) command.error('error: --watch shows all servers; omit the names');
        const { runTop } = await import('../top/run-top.ts');
        return runTop(context, clientsIn(flags, command));
      }
      await withRuntime(context, command, flags, names.length === 0, async (use) => {
        const { runtime } = use;
        const all = allServers(use);
        const chosen = names.map((name) => all.find((server) => server.name === name) ?? serverNamed(name, use));
        const statuses = await serverStatuses(names.length > 0 ? [...new Set(chosen)] : all, use);
        const isTold = (file?: string): boolean => runtime.unread.some((one) => one.file === file);
        const errors = runtime.issues.filter((issue) => isError(issue) && !isTold(issue.file));
        await runtime.pins.settled();
        const changes = runtime.pinChanges.filter(({ server }) => statuses.some((one) => one.server.name === server));
        if (context.output.json) reportToolChanges(changes, context.output);
        if (context.output.json)
          return context.output.data({ servers: statuses.map(statusAsData) }, errors.map(toJson));
        printStatuses(statuses, context);
        reportToolChanges(changes, context.output);
        const broken = new Set(errors.map(({ file }) => file)).size;
        if (broken > 0)
          context.output.talk(`${context.output.mark('error')} ${count(broken, 'file')} with errors: plugboard doctor`);
      });
    });
};

function printStatuses(statuses: readonly ServerStatus[], context: CommandContext): void {
  const { output } = context;
  if (statuses.length === 0) return output.print('No MCP servers found.');
  const rows = statuses.map((status) => {
    const [mark, words] = statusLabels[status.state];
    return [
      `${output.mark(status.failure ? 'error' : mark)} ${visible(status.server.name)}`,
      words,
      toolWords(status, context),
    ];
  });
  for (const [index, line] of inColumns(rows).entries()) {
    output.print(line);
    const { failure } = statuses[index] as ServerStatus;
    if (failure)
      output.print(
        output.style(
          'red',
          `    failed ${ago(failure.time, context.host.now())}: ${visible(maskLine(failure.message))}`,
        ),
      );
  }
  next(statuses, context);
}

function toolWords({ state, tools, failure }: ServerStatus, { host, output }: CommandContext): string {
  if (tools) return `${count(tools.names.length, 'tool')} ${output.style('dim', ago(tools.at, host.now()))}`;
  return state === 'active' && !failure ? output.style('dim', 'not tested yet') : '';
}

function next(statuses: readonly ServerStatus[], { output }: CommandContext): void {
  const has = (isSo: (status: ServerStatus) => unknown): boolean => statuses.some(isSo);
  const steps = [
    ...(has(({ state }) => state === 'pending') ? ['Approve with: plugboard approve'] : []),
    ...(has(({ state }) => state === 'needs-sign-in') ? ['Sign in with: plugboard auth login <name>'] : []),
    ...(has(({ failure }) => failure) ? ['Show the logs with: plugboard logs <name>'] : []),
    ...(has(({ state, tools, failure }) => state === 'active' && !tools && !failure)
      ? ['Test them with: plugboard test']
      : []),
  ];
  if (steps.length > 0) output.talk(['', ...steps].map((step) => output.style('dim', step)));
}
