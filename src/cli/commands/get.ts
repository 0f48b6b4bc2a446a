import { withApprovals } from '../../live/approvals/listed-approvals.ts';
import { changedSinceAccepted } from '../../live/tools/listed-changes.ts';
import { shadowWords } from '../../manage/compare/shadow-words.ts';
import { listServers } from '../../manage/list-servers.ts';
import { isOffInOneProject, type ListedServer } from '../../manage/listed-server.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { masked } from '../../manage/secrets/masked-server.ts';
import type { Host } from '../../model/host.ts';
import { sameMeaning } from '../../model/same-meaning.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { shortPath } from '../../model/short-path.ts';
import { switchCommand } from '../../model/switch-command.ts';
import type { Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { clientLabel, serverAsData, stateOf, stateLabels } from '../output/server-labels.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { reportToolChanges } from '../runtime/tool-warnings.ts';

export const setUpGet: CommandSetup = (command, context) => {
  withExamples(command, 'get github', 'get github --json')
    .argument('<name>', 'name of the server')
    .option('--all', 'include clients that are not installed but would read an existing file')
    .action(async (name: string, { all }: { all?: boolean }) => {
      const { servers, unread } = await listServers(context.host, all ? { all } : {});
      context.output.unread(unread, false);
      const named = servers.filter((one) => one.name === name);
      const found = await withApprovals(context.host, named);
      if (found.length === 0)
        throw noSuchServer(
          name,
          servers.map((one) => one.name),
        );
      await printDefinitions(name, found, context);
    });
};

async function printDefinitions(name: string, found: readonly ListedServer[], context: CommandContext): Promise<void> {
  const { output, host, globals } = context;
  const issues = found.flatMap((one) => one.issues);
  const changes = await changedSinceAccepted(host, found);
  if (output.json) reportToolChanges(changes, output);
  if (output.json) {
    const definitions = found.map((one) => ({ ...serverAsData(one), issues: one.issues.map(toJson) }));
    return output.data({ name, definitions });
  }
  for (const group of sameDefinition(found)) {
    const server = definitionOf(group[0] as ListedServer);
    output.print(`${output.style('bold', visible(name))} ${output.style('dim', inferTransport(server))}`);
    const shown = globals.showSecrets ? (server as Value) : masked(server as Value);
    for (const line of definitionLines(shown)) output.print(`  ${line}`);
    const rows = group.map((one) => {
      const mark = one.isStarted ? 'warning' : stateLabels[one.state][0];
      return [
        `${output.mark(mark)} ${clientLabel(one)}`,
        one.scope,
        stateOf(one),
        `${definedAt(one, host)}${whyOf(one, host)}`,
      ];
    });
    for (const line of inColumns(rows)) output.print(line);
    output.print('');
  }
  reportToolChanges(changes, output);
  await printDiagnostics(issues, host, output);
}

function sameDefinition(found: readonly ListedServer[]): ListedServer[][] {
  const groups: ListedServer[][] = [];
  for (const one of found) {
    const same = groups.find(([first]) => first && sameMeaning(essence(first), essence(one)));
    if (same) same.push(one);
    else groups.push([one]);
  }
  return groups;
}

function essence(one: ListedServer): Server {
  const { extras: _, ...definition } = definitionOf(one);
  return { ...definition, transport: inferTransport(definition) };
}

/** Without `disabled`, which is shown per client. */
function definitionOf({ server: { disabled: _, ...definition } }: ListedServer): Server {
  return definition;
}

function definitionLines(server: Value): string[] {
  return JSON.stringify(server, undefined, 2)
    .split('\n')
    .slice(1, -1)
    .map((line) => visible(line.slice(2)));
}

function definedAt({ file, line }: ListedServer, host: Host): string {
  return `${shortPath(file, host)}${line === undefined ? '' : `:${line}`}`;
}

function whyOf(one: ListedServer, host: Host): string {
  const { shadowed, trust, parked, merged } = one;
  if (parked) return `: parked by Plugboard; restore it with: ${switchCommand('enable', one.name, one)}`;
  const partly = isOffInOneProject(one) ? ': in this project only' : '';
  const others = merged?.with.map((part) => shortPath(part.file, host)).join(', ');
  const together = others === undefined ? '' : `, merged with ${others}`;
  if (trust !== undefined) return `${together}: ${trust}`;
  if (!shadowed) return `${together}${partly}`;
  const { by, why } = shadowed;
  const where = by
    ? `; ${by.scope} ${shortPath(by.file, host)}${by.range ? `:${by.range.start.line}` : ''} is active`
    : '';
  return `${together}: ${shadowWords[why]}${where}`;
}
